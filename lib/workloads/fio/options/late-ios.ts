/**
 * I/Os that a given rate had due and that waited to begin. After a stall fio catches up, so that the mean rate is kept;
 * what was late is timed from when it began, so that no latency has the wait. The rate by the second shows it.
 */
import type { HostOutput } from '../read-host';
import { blockBytes, type DataParams } from '../schema';
import { seriesLog, STEP_SECONDS, sumsOf } from '../series';

/** Share of what is due that a second may fall short of without saying anything: as of the rate as a whole. */
const KEPT = 0.95;
/** Of the count of a second of a rate by chance, whose variance is its mean: one second in 30,000 is below by more. */
const DEVIATIONS = 4;
const KIB = 1024;

/** Null where no second fell short by more than what may be in flight. @param asked I/Os a second of this host */
export function lateText({ raw, directions }: HostOutput, params: DataParams, asked: number): string | null {
  const log = raw.files.find(({ name }) => name === seriesLog(params).file)?.text;
  const bytes = blockBytes(params);
  if (log === undefined || bytes === 0) return null;
  const seconds = Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
  const names = directions.map(({ operation }) => operation);
  const sums = [...sumsOf(log, { fromMs: 0, step: STEP_SECONDS, seconds }, names).values()];
  const length = Math.max(0, ...sums.map((values) => values.length));
  // In the first the warm-up ends.
  const made = Array.from({ length }, (_, at) => sums.reduce((all, one) => all + (one[at] ?? 0), 0) * (KIB / bytes));
  const slots = params.iodepth * params.numjobs;
  // Lines of the log are whole KiB: one of each job and direction.
  const rounding = sums.length * params.numjobs * (KIB / bytes);
  const { late, short } = lateOf(made.slice(1), dueOf(made.slice(1), asked, params) - rounding, slots);
  if (late < 1) return null;
  // Three digits, cut: no more than is sure.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = (Math.floor(late / unit) * unit).toLocaleString('en-US');
  return (
    `${raw.host}: at least ${least} I/Os waited to begin: in ${short} of ${made.length - 1} s less than the rate was ` +
    `made, by more than the ${slots} (iodepth × numjobs) that may be in flight, and no latency has that wait; give a ` +
    'larger iodepth'
  );
}

/** By chance seconds scatter about the usual one, and fio comes short of the rate. */
function dueOf(made: readonly number[], asked: number, { rate_process: how }: DataParams): number {
  if (how !== 'poisson') return KEPT * asked;
  const usual = made.toSorted((a, b) => a - b)[Math.floor(made.length / 2)] ?? 0;
  return KEPT * Math.min(asked, usual) - DEVIATIONS * Math.sqrt(asked);
}

/**
 * What was due and not made, second after second until it was made up for, less what may be in flight: of each such
 * time the most, added up.
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
