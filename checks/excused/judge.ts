/** Whether the machine alone is to blame for too few valid trials of an execution. */
import type { Summary } from '../../lib/results/summary';
import type { TRIAL_REASONS } from '../../lib/shapes/error-codes';

/** Reasons about the machine, never about this program. */
const OF_THE_MACHINE: readonly string[] = [
  'CpuStolen',
  'DeviceShared',
  'HostBusy',
  'MemoryPressure',
  'Throttled',
] satisfies (keyof typeof TRIAL_REASONS)[];

/** Requests that hung: the machine's where it disturbed more trials of the execution than these. */
const LATE: readonly string[] = ['LongRun'];

export interface ExcuseVerdict {
  readonly excused: boolean;
  /** One line. */
  readonly text: string;
}

/** @param summary null where the execution has none, which is never excused */
export function judge(summary: Pick<Summary, 'executionId' | 'trials'> | null): ExcuseVerdict {
  if (summary === null) return { excused: false, text: 'the execution left no summary.json' };
  const { executionId, trials } = summary;
  const out = trials.filter(({ verdict }) => verdict !== 'VALID');
  if (out.length === 0) return { excused: false, text: `${executionId}: all ${trials.length} trials count` };
  const codes = (one: (typeof out)[number]): string[] =>
    one.reasons.filter(({ level }) => level !== 'note').map(({ code }) => code);
  const has = (one: (typeof out)[number], which: readonly string[]): boolean =>
    one.verdict === 'SUSPECT' && codes(one).some((code) => which.includes(code));
  const others = out.filter((one) => !has(one, OF_THE_MACHINE));
  const late = others.filter((one) => has(one, LATE));
  const unexcused = late.length < out.length - others.length ? others.filter((one) => !late.includes(one)) : others;
  const [first] = unexcused;
  if (first !== undefined) {
    const text = `${executionId}: ${first.trial} is ${first.verdict} (${codes(first).join(', ') || 'no reason'})`;
    return { excused: false, text: `${text}, and so ${unexcused.length} of ${trials.length}: not for the machine` };
  }
  const counts = new Map<string, number>();
  for (const code of out.flatMap(codes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const why = [...counts].map(([code, count]) => `${code} ${count}`).join(', ');
  return { excused: true, text: `${executionId}: ${out.length} of ${trials.length} trials are SUSPECT: ${why}` };
}
