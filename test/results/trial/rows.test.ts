import { formatObservations, parseRow } from '../../../lib/results/trial/rows';
import { execution } from '../fixture';

const { rows, observations } = execution();

describe('parseRow and formatObservations', () => {
  it('parses a formatted row, and writes observations as one line each', () => {
    expect(parseRow(JSON.stringify(rows[0]))).toEqual(rows[0]);
    expect(formatObservations(observations.slice(0, 2)).split('\n')).toHaveLength(3);
  });

  it('returns null for an invalid row', () => {
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
