import { observationLines, observationsOfText, rowOfText } from '../../../lib/results/trial/rows';
import { execution } from '../fixture';

const { rows, observations } = execution();

describe('rows and observations as texts', () => {
  it('read what they wrote', () => {
    expect(rowOfText(JSON.stringify(rows[0]))).toEqual(rows[0]);
    expect(observationsOfText(observationLines(observations.slice(0, 5)))).toEqual(observations.slice(0, 5));
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
    expect(observationsOfText(`{\n\n5\n{"trial":"t1"}\n${JSON.stringify(observations[0])}\n`)).toEqual([
      observations[0],
    ]);
  });
});
