/**
 * I/Os that a given rate had due and that waited to begin. After a stall fio catches up, so that the mean rate is kept;
 * what was late is timed from when it began, so that no latency has the wait. The rate over time shows it.
 */
import { formatSeconds } from '../../../shapes/quantity';
import type { GivenRate } from './given-rate';

/** Share of what is due that a step may fall short of without saying anything: as of the rate as a whole. */
const KEPT = 0.95;
/** Of the count of a step of a rate by chance, whose variance is its mean: one step in 30,000 is below by more. */
const DEVIATIONS = 4;

/** Null where no step fell short by more than what may be in flight. @param host as it is called in a reason */
export function lateText(host: string, { asked, byChance, slots, over }: GivenRate): string | null {
  if (over === null) return null;
  const { step, rounding } = over;
  // In the first the warm-up ends.
  const made = over.values.slice(1).map((rate) => rate * step);
  const due = dueOf(made, asked.reduce((sum, { rate }) => sum + rate, 0) * step, byChance);
  const { late, short } = lateOf(made, due - rounding * step, slots);
  if (late < 1) return null;
  // Three digits, cut: no more than is sure.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = (Math.floor(late / unit) * unit).toLocaleString('en-US');
  const steps = step === 1 ? `${made.length} s` : `${made.length} steps of ${formatSeconds(step)}`;
  return (
    `${host}: at least ${least} I/Os waited to begin: in ${short} of ${steps} less than the rate was ` +
    `made, by more than the ${slots} (iodepth × numjobs) that may be in flight, and no latency has that wait; give a ` +
    'larger iodepth'
  );
}

/** By chance steps scatter about the usual one, and fio comes short of the rate. */
function dueOf(made: readonly number[], asked: number, byChance: boolean): number {
  if (!byChance) return KEPT * asked;
  const usual = made.toSorted((a, b) => a - b)[Math.floor(made.length / 2)] ?? 0;
  return KEPT * Math.min(asked, usual) - DEVIATIONS * Math.sqrt(asked);
}

/**
 * What was due and not made, step after step until it was made up for, less what may be in flight: of each such time
 * the most, added up.
 */
function lateOf(
  made: readonly number[],
  due: number,
  slots: number,
): { readonly late: number; readonly short: number } {
  let [late, short, behind, most] = [0, 0, 0, 0];
  for (const count of [...made, Infinity]) {
    behind = Math.max(0, behind + due - count);
    if (behind > slots && count < due) short += 1;
    most = Math.max(most, behind - slots);
    if (behind > 0) continue;
    late += Math.max(0, most);
    most = 0;
  }
  return { late, short };
}
