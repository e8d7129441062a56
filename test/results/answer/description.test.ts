import { summarize } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';
import { execution, type Options } from '../fixture';

const INVALID: Reason = { level: 'invalid', code: 'ZeroIo', text: 'no I/O' };
const AFTER = expect.stringContaining('Targets were measured one after another') as string;
const described = (options: Options) => summarize(execution({ decide: null, ...options }));

describe('descriptionOf', () => {
  it('says how much was measured, and ranks nothing', () => {
    const { answer, decide } = described({});
    expect(decide).toBeNull();
    expect(answer).toMatchObject({ status: 'described', met: null, metric: null, winner: null, ranking: [], tied: [] });
    expect(answer.text).toBe('Nothing was to be decided: this describes 8 configurations, by 24 trials.');
    expect(answer.notes).toEqual([AFTER]);
  });

  it('names what has no numbers', () => {
    const { answer } = described({ reasons: (trial) => ((trial - 1) % 4 === 0 && trial < 13 ? [INVALID] : []) });
    expect(answer.leftOut).toEqual([expect.objectContaining({ why: 'no trial of it counts' })]);
    expect(answer.notes).toEqual(['1 of 8 configurations has no trial that counts.', AFTER]);
    expect(described({ reasons: () => [INVALID] }).answer).toMatchObject({
      text:
        'Nothing was to be decided, and none of 8 configurations has a trial that counts. ' +
        'Left out: 24 of 24 trials of 8 configurations (ZeroIo).',
      notes: [],
    });
  });

  it('keeps everything else: cells, the metric of repeatability, ratios to the reference', () => {
    const asked = summarize(execution({ reference: 0 }));
    const { cells, repeatability, verdicts } = described({ reference: 0 });
    expect({ cells, verdicts }).toEqual({ cells: asked.cells, verdicts: asked.verdicts });
    expect(repeatability).toEqual(asked.repeatability);
    expect(described({ reasons: () => [{ ...INVALID, level: 'not-run' }] }).repeatability.typical).toBeNull();
  });
});
