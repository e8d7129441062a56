import { computeExitCode, EXIT } from '../../lib/cli/exit-code';
import { summarize } from '../../lib/results/summary';
import type { AcceptedReasons } from '../../lib/shapes/decision-rule';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';

const makeSuspect = (code: string): Reason => ({ level: 'suspect', code, text: 'others' });
const FACTORS = { target: ['disk', 'memory'], bs: ['4k'] };

function summarizeAccepted(accept: AcceptedReasons | null, codes: readonly string[] = ['HostBusy']) {
  const input = execution({ factors: FACTORS, replicates: 6, reasons: () => codes.map(makeSuspect) });
  return summarize({ ...input, plan: { ...input.plan, ...(accept === null ? {} : { accept }) } });
}
const getExitCode = (summary: ReturnType<typeof summarizeAccepted>) =>
  computeExitCode({ clean: true, interrupted: false, error: undefined, summary });
const WRITTEN: AcceptedReasons = { codes: ['HostBusy'], isExploratory: false };
const FLAG: AcceptedReasons = { ...WRITTEN, isExploratory: true };

it('excludes trials with reason HostBusy by default', () => {
  const summary = summarizeAccepted(null);
  expect(summary.answer).toMatchObject({ outcome: 'open', isExploratory: false });
  expect(getExitCode(summary)).toBe(EXIT.tooLittle);
});

it('counts trials whose reasons the spec accepts, with a caution first', () => {
  const { answer, ...rest } = summarizeAccepted(WRITTEN);
  expect(answer).toMatchObject({ outcome: 'best', met: 'yes', isExploratory: false });
  expect(answer.cautions[0]).toMatch(/^Counted despite warnings: 6 of 6 trials of disk \(HostBusy\) and /);
  expect(getExitCode({ answer, ...rest })).toBe(EXIT.done);
});

it('returns an exploratory answer, and no exit code 0, when only the command line accepts the reasons', () => {
  const summary = summarizeAccepted(FLAG);
  expect(summary.answer).toMatchObject({ outcome: 'best', met: 'open', isExploratory: true });
  expect(summary.answer.headline).toMatch(/^Exploratory: memory has the highest IOPS/);
  expect(getExitCode(summary)).toBe(EXIT.open);
  // Of a question that nobody asked, too.
  const { answer, ...rest } = summary;
  expect(getExitCode({ ...rest, answer: { ...answer, met: null } })).toBe(EXIT.open);
});

it('excludes trials with another, unaccepted reason, and is exploratory only when an accepted one occurred', () => {
  expect(summarizeAccepted(FLAG, ['HostBusy', 'ShortRun']).answer.outcome).toBe('open');
  expect(summarizeAccepted(FLAG, []).answer).toMatchObject({ met: 'yes', isExploratory: false });
});
