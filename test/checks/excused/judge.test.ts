import type { Reason, Verdict } from '../../../lib/shapes/verdict';
import { summarize } from '../../../lib/results/summary';
import { judge } from '../../../checks/excused/judge';
import { execution } from '../../results/fixture';

const reason = (code: string, level: Reason['level'] = 'suspect'): Reason => ({ level, code, text: 'a: text' });

/** A summary whose first trials have these verdicts. */
function summaryOf(...first: readonly (readonly [Verdict, ...Reason[]])[]) {
  const { trials, executionId } = summarize(execution());
  return {
    executionId,
    trials: trials.map((trial, index) => {
      const [verdict, ...reasons] = first[index] ?? ['VALID' as const];
      return { ...trial, verdict, reasons };
    }),
  };
}

describe('an execution that measured too little', () => {
  it('is excused where every trial that does not count is SUSPECT for the machine', () => {
    const judged = judge(
      summaryOf(['SUSPECT', reason('HostBusy')], ['VALID'], ['SUSPECT', reason('CpuStolen'), reason('HostBusy')]),
    );
    expect(judged).toEqual({
      excused: true,
      text: expect.stringMatching(/: 2 of 24 trials are SUSPECT: HostBusy 2, CpuStolen 1$/) as string,
    });
  });

  it.each([
    ['is INVALID', summaryOf(['SUSPECT', reason('HostBusy')], ['INVALID', reason('ToolFailed', 'invalid')])],
    ['is SUSPECT for something else', summaryOf(['SUSPECT', reason('HostBusy')], ['SUSPECT', reason('CacheServed')])],
    ['has the machine in a note only', summaryOf(['SUSPECT', reason('HostBusy', 'note'), reason('EndNotRecorded')])],
    ['was not run', summaryOf(['NOT_RUN', reason('NeverStarted', 'not-run')])],
  ])('is not excused where any trial %s', (_, summary) => {
    expect(judge(summary)).toEqual({ excused: false, text: expect.stringContaining('not for the machine') as string });
  });

  it('is not excused where all trials count, nor without a summary', () => {
    expect(judge(summaryOf()).excused).toBe(false);
    expect(judge(null).excused).toBe(false);
  });
});
