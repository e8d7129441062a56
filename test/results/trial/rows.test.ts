import { formatObservations, parseRow } from '../../../lib/results/trial/rows';
import { execution } from '../fixture';

const { rows, observations } = execution();

describe('rows and observations as texts', () => {
  it('read what they wrote', () => {
    expect(parseRow(JSON.stringify(rows[0]))).toEqual(rows[0]);
    expect(formatObservations(observations.slice(0, 2)).split('\n')).toHaveLength(3);
  });

  it('skip what is none of theirs', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"trial":"t1"}',
      '{"trial":"t1","verdict":"GOOD","reasons":[],"facts":{}}',
    ]) {
      expect(parseRow(text)).toBeNull();
    }
  });
});
