import { judge } from '../../../checks/excused/judge';
import { summarize } from '../../../lib/results/summary';
import type { Reason, Verdict } from '../../../lib/shapes/verdict';
import { execution } from '../../results/fixture';

const reason = (code: string, level: Reason['level'] = 'suspect'): Reason => ({ level, code, text: 'a: text' });
type First = readonly [Verdict, ...Reason[]];
const busy: First = ['SUSPECT', reason('HostBusy')];
const late: First = ['SUSPECT', reason('LongRun')];

/** A summary whose first trials have these verdicts. */
function makeSummary(...first: readonly First[]) {
  const { trials, executionId } = summarize(execution());
  const judged = trials.map((trial, index) => {
    const [verdict, ...reasons] = first[index] ?? ['VALID' as const];
    return { ...trial, verdict, reasons };
  });
  return { executionId, trials: judged };
}

it.each<[boolean, string, First[] | null, string]>([
  [
    true,
    'has trials that are SUSPECT only because the machine was busy',
    [busy, ['VALID'], ['SUSPECT', reason('CpuStolen'), reason('HostBusy')]],
    ': 2 of 24 trials are SUSPECT: HostBusy 2, CpuStolen 1',
  ],
  [true, 'has fewer late trials than disturbed ones', [busy, busy, late], ': 3 of 24 trials are SUSPECT'],
  [false, 'has as many late trials as disturbed ones', [busy, late], 'not for the machine'],
  [false, 'has an INVALID trial', [busy, ['INVALID', reason('ToolFailed', 'invalid')]], 'not for the machine'],
  [false, 'is SUSPECT for another reason', [busy, ['SUSPECT', reason('CacheServed')]], 'not for the machine'],
  [
    false,
    'names the machine only in a note',
    [['SUSPECT', reason('HostBusy', 'note'), reason('EndNotRecorded')]],
    'not for the machine',
  ],
  [false, 'has a trial that was not run', [['NOT_RUN', reason('NeverStarted', 'not-run')]], 'not for the machine'],
  [false, 'has only VALID trials', [], ''],
  [false, 'has no summary', null, ''],
])('answers %s whether an execution is excused that %s', (excused, _, first, text) => {
  const judged = judge(first === null ? null : makeSummary(...first));
  expect(judged).toEqual({ excused, text: expect.stringContaining(text) as string });
});
