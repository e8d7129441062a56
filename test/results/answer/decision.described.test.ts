import { summarize } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';
import { execution, type Options } from '../fixture';

const INVALID: Reason = { level: 'invalid', code: 'ZeroIo', text: 'no I/O' };
const AFTER = expect.stringContaining('Targets ran one after another') as string;
const describeExecution = (options: Options) => summarize(execution({ decide: null, ...options }));

describe('an execution without a question (decide)', () => {
  it('counts configurations and valid trials in the headline, and ranks nothing', () => {
    const { answer, decide } = describeExecution({});
    expect(decide).toBeNull();
    expect(answer).toMatchObject({ outcome: null, met: null, metric: null, winner: null, ranking: [] });
    expect(answer.headline).toBe(
      'No question set (decide): 8 configurations, 24 valid trials. Add decide to get an answer.',
    );
    expect(answer.cautions).toEqual([AFTER]);
  });

  it('cautions about excluded trials, and reports "No result" when all trials are invalid', () => {
    const { answer } = describeExecution({
      reasons: (trial) => ((trial - 1) % 4 === 0 && trial < 13 ? [INVALID] : []),
    });
    expect(answer.cautions).toEqual([AFTER, 'Excluded: 3 of 3 trials of disk, op randread, bs 4k (ZeroIo).']);
    expect(describeExecution({ reasons: () => [INVALID] }).answer).toMatchObject({
      headline: 'No result: 0 of 24 trials are valid (ZeroIo 24).',
    });
  });

  it('keeps cells, verdicts and repeatability equal to an execution with a question', () => {
    const asked = summarize(execution({ reference: 0 }));
    const { cells, repeatability, verdicts } = describeExecution({ reference: 0 });
    expect({ cells, verdicts }).toEqual({ cells: asked.cells, verdicts: asked.verdicts });
    expect(repeatability).toEqual(asked.repeatability);
    expect(describeExecution({ reasons: () => [{ ...INVALID, level: 'not-run' }] }).repeatability.typical).toBeNull();
  });
});
