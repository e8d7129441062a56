/**
 * I/Os that a given rate had due and that waited to begin. After a stall fio catches up, so that the mean rate is kept;
 * what was late is timed from when it began, so that no latency has the wait. The rate over time shows it.
 */
import { formatSeconds } from '../../../../shapes/quantity';
import type { GivenRate } from './given-rate';

/** Share of what is due that a step may fall short of without saying anything: as of the rate as a whole. */
const KEPT = 0.95;
/** Of a count of a rate by chance, whose variance is its mean: one in 30,000 is below by more. */
export const DEVIATIONS = 4;

/** Null where no step fell short by more than what may be in flight. @param host as it is called in a reason */
export function lateText(host: string, { asked, byChance, slots, over }: GivenRate): string | null {
  if (over === null) return null;
  const { step, rounding } = over;
  const rate = asked.reduce((sum, one) => sum + one.rate, 0);
  // In the first the warm-up ends.
  const made = over.values.slice(1).map((value) => value * step);
  const due = dueOf(made, rate * step, byChance) - rounding * step;
  const { late, short, stood } = lateOf(made, due, slots, (at) => over.stood.has(at + 1));
  if (late < 1) return null;
  // Three digits, cut: no more than is sure.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = (Math.floor(late / unit) * unit).toLocaleString('en-US');
  const steps = step === 1 ? `${made.length} s` : `${made.length} steps of ${formatSeconds(step)}`;
  const less =
    `in ${short} of ${steps} less than the rate was made, by more than the ${slots} (iodepth × numjobs) that may be ` +
    'in flight';
  // What was made in that time was made before, or after.
  const seconds = stood.reduce((sum, at) => {
    const told = over.stood.get(at + 1) ?? 0;
    return sum + told * Math.max(0, 1 - (made[at] ?? 0) / (rate * step));
  }, 0);
  const still = `fio itself stood still for ${formatSeconds(Number(seconds.toFixed(1)))}`;
  const why = [...(stood.length > 0 ? [still] : []), ...(short > 0 ? [less] : [])].join('; ');
  const advice = short > 0 ? '; give a larger iodepth' : '';
  return `${host}: at least ${least} I/Os waited to begin: ${why}, and no latency has that wait${advice}`;
}

/** By chance steps scatter about the usual one, and fio comes short of the rate. */
function dueOf(made: readonly number[], asked: number, byChance: boolean): number {
  if (!byChance) return KEPT * asked;
  const usual = made.toSorted((a, b) => a - b)[Math.floor(made.length / 2)] ?? 0;
  return KEPT * Math.min(asked, usual) - DEVIATIONS * Math.sqrt(asked);
}

interface Late {
  readonly late: number;
  /** Steps that fell short, but for those in which fio itself stood still. */
  readonly short: number;
  /** Those. */
  readonly stood: readonly number[];
}

/**
 * What was due and not made, step after step until it was made up for, less what may be in flight: of each such time
 * the most, added up. Where fio stood still nothing more came to be in flight than was behind before.
 */
function lateOf(made: readonly number[], due: number, slots: number, isStill: (at: number) => boolean): Late {
  let [late, short, behind, most, room] = [0, 0, 0, 0, slots];
  const stood: number[] = [];
  for (const [at, count] of [...made, Infinity].entries()) {
    const still = isStill(at) && count < due;
    room = still ? Math.min(room, behind) : slots;
    behind = Math.max(0, behind + due - count);
    if (still) stood.push(at);
    else if (behind > room && count < due) short += 1;
    most = Math.max(most, behind - room);
    if (behind > 0) continue;
    late += Math.max(0, most);
    most = 0;
  }
  return { late, short, stood };
}
