import type { Reason, Verdict } from '../../../lib/shapes/verdict';
import { summarize } from '../../../lib/results/summary';
import { judge } from '../../../checks/excused/judge';
import { execution } from '../../results/fixture';

const reason = (code: string, level: Reason['level'] = 'suspect'): Reason => ({ level, code, text: 'a: text' });

/** A summary whose first trials have these verdicts. */
function makeSummary(...first: readonly (readonly [Verdict, ...Reason[]])[]) {
  const { trials, executionId } = summarize(execution());
  return {
    executionId,
    trials: trials.map((trial, index) => {
      const [verdict, ...reasons] = first[index] ?? ['VALID' as const];
      return { ...trial, verdict, reasons };
    }),
  };
}

describe('judge of an execution', () => {
  it('excuses too few VALID trials when the others are SUSPECT only because the machine was busy', () => {
    const judged = judge(
      makeSummary(['SUSPECT', reason('HostBusy')], ['VALID'], ['SUSPECT', reason('CpuStolen'), reason('HostBusy')]),
    );
    expect(judged).toEqual({
      excused: true,
      text: expect.stringMatching(/: 2 of 24 trials are SUSPECT: HostBusy 2, CpuStolen 1$/) as string,
    });
  });

  it.each([
    ['is INVALID', makeSummary(['SUSPECT', reason('HostBusy')], ['INVALID', reason('ToolFailed', 'invalid')])],
    ['is SUSPECT for another reason', makeSummary(['SUSPECT', reason('HostBusy')], ['SUSPECT', reason('CacheServed')])],
    [
      'names the machine only in a note',
      makeSummary(['SUSPECT', reason('HostBusy', 'note'), reason('EndNotRecorded')]),
    ],
    ['was not run', makeSummary(['NOT_RUN', reason('NeverStarted', 'not-run')])],
  ])('excuses nothing when a trial %s', (_, summary) => {
    expect(judge(summary)).toEqual({ excused: false, text: expect.stringContaining('not for the machine') as string });
  });

  it('excuses nothing when all trials are VALID, or without a summary', () => {
    expect(judge(makeSummary()).excused).toBe(false);
    expect(judge(null).excused).toBe(false);
  });
});
