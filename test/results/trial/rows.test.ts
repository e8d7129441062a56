import { observationLines, rowOfText } from '../../../lib/results/trial/rows';
import { execution } from '../fixture';

const { rows, observations } = execution();

describe('rows and observations as texts', () => {
  it('read what they wrote', () => {
    expect(rowOfText(JSON.stringify(rows[0]))).toEqual(rows[0]);
    expect(observationLines(observations.slice(0, 2)).split('\n')).toHaveLength(3);
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
      expect(rowOfText(text)).toBeNull();
    }
  });
});
