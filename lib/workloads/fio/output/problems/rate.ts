/**
 * Whether fio reached the requested rate, and whether I/Os waited to start. After a stall, fio catches up, so the mean
 * rate recovers. Late I/Os are timed from their actual start, so latencies exclude the wait. Only the rate over time
 * reveals it.
 */
import { formatSeconds } from '../../../../shapes/quantity';
import { getRateBounds } from '../../options/options';
import { countInFlight, type Direction, type Operation } from '../direction';
import { groupDigits } from '../../../../shapes/group-digits';

interface RequestedRate {
  /** Null for all operations together. */
  readonly operation: Operation | null;
  readonly rate: number;
}

/** The requested rate of a configuration or of a job in a job file, and the achieved rate of one host over time. */
export interface GivenRate {
  readonly requested: readonly RequestedRate[];
  /** Whether I/Os are due at random times (`rate_process` poisson) instead of evenly. */
  readonly byChance: boolean;
  /** Maximum I/Os in flight. */
  readonly slots: number;
  /** Jobs that share the slots. */
  readonly jobs: number;
  /** Null without a log. */
  readonly over: RateOverTime | null;
}

/** IOPS in each step of the log, over all operations. */
export interface RateOverTime {
  /** Seconds. */
  readonly step: number;
  readonly values: readonly number[];
  /** IOPS that may be missing in each step, as log lines contain whole KiB. */
  readonly rounding: number;
}

type Directions = readonly Direction[];

/** Share of used slots above which some I/Os waited to start. */
const FULL_QUEUE_SHARE = 0.8;

/** A rate that was missed, or what is unknown about it. */
export interface RateFault {
  readonly code: 'RateExceeded' | 'RateNotReached' | 'QueueSaturated' | 'RateNotKnown';
  readonly text: string;
}

/** Fault in the rate of a successful run; null if there is none. */
export function findRateFault(directions: Directions, given: GivenRate): RateFault | null {
  if (sumIops(directions, null) === 0) return null;
  const seconds = getSeconds(directions);
  const { least, most } = getRateBounds(given);
  // Small random counts vary more: their variance equals their mean.
  const scatter = ({ rate }: RequestedRate): number =>
    given.byChance ? MAX_DEVIATIONS * Math.sqrt(rate / seconds) : 0;
  const textOf = (one: RequestedRate): string => formatShare(sumIops(directions, one.operation), one);
  const exceeded = given.requested.find((one) => sumIops(directions, one.operation) > most * one.rate + scatter(one));
  if (exceeded !== undefined) return { code: 'RateExceeded', text: `${textOf(exceeded)} were made` };
  const missed = given.requested.find((one) => sumIops(directions, one.operation) < least * one.rate - scatter(one));
  if (missed === undefined) return findWait(directions, given);
  const why = 'the storage or the host cannot keep up with the rate, and the true latency is higher than reported';
  return { code: 'RateNotReached', text: `${textOf(missed)} were reached: ${why}` };
}

function getSeconds(directions: Directions): number {
  return Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
}

function sumIops(directions: Directions, of: RequestedRate['operation']): number {
  return directions.reduce((sum, { operation, iops }) => sum + (of === null || of === operation ? iops : 0), 0);
}

/** Whether I/Os waited to start although the mean rate was reached. */
function findWait(directions: Directions, given: GivenRate): RateFault | null {
  const { slots, over } = given;
  const flying = countInFlight(directions);
  const full =
    flying < FULL_QUEUE_SHARE * slots
      ? null
      : `${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so ` +
        'other I/Os waited to start, which latencies exclude; increase iodepth';
  const text = full ?? findLateIos(given) ?? findStall(directions, given);
  if (text !== null) return { code: 'QueueSaturated', text };
  if (over !== null && over.values.length > 1) return null;
  const why = over === null ? 'there is no log of the rate over time' : 'the log of the rate over time is too short';
  return { code: 'RateNotKnown', text: `it is unknown whether I/Os waited to start in stalls: ${why}` };
}

/** If more than this share of I/Os waited, p99.9 (the highest reported percentile) would include the wait. */
const MIN_TAIL_SHARE = 0.001;
/** Length of the samples whose minimum rate fio prints (`iopsavgtime`), seconds. */
const SAMPLE_SECONDS = 0.5;
/** A half second with less than this share of the rate is a stall. Chosen. */
const MAX_STALL_SHARE = 0.5;

/**
 * I/Os that became due during the slowest half second. If each job keeps one I/O in flight, those during its slowest
 * I/O. A lower bound, as fio prints nothing more without a log. Null if no percentile would include these I/Os.
 */
function findStall(directions: Directions, { requested, byChance, slots, jobs }: GivenRate): string | null {
  const rate = requested.reduce((sum, one) => sum + one.rate, 0);
  const spreads = directions.flatMap(({ spread }) => spread ?? []);
  const samples = spreads.filter((one) => one.rate.samples > 0);
  const least = samples.reduce((sum, one) => sum + one.rate.least, 0);
  const due = SAMPLE_SECONDS * rate;
  const scatter = byChance ? MAX_DEVIATIONS * Math.sqrt(due) : 0;
  const short =
    samples.length === 0 || least > MAX_STALL_SHARE * rate ? 0 : due - SAMPLE_SECONDS * least - slots - scatter;
  const slowest = slots > jobs ? 0 : Math.max(0, ...spreads.map(({ mostUs }) => mostUs ?? 0)) / 1e6;
  const late = Math.floor(Math.max(short, (slowest * rate) / jobs - 1));
  if (!(late > MIN_TAIL_SHARE * rate * getSeconds(directions))) return null;
  const how = late > short ? `one I/O took ${formatSeconds(slowest)}` : `one half second had ${formatRate(least)} IOPS`;
  return (
    `at least ${formatRate(late)} I/Os waited to start: ${how}, with at most ${slots} in flight (iodepth × ` +
    'numjobs), and latencies exclude that wait; increase iodepth'
  );
}

/** Minimum share of due I/Os that a step must make; the same share applies to the whole rate. */
const MIN_STEP_SHARE = 0.95;
/** Tolerated standard deviations of a random count, whose variance equals its mean: one count in 30,000 is lower. */
export const MAX_DEVIATIONS = 4;

/** Null if in no step the rate fell short by more than the slots in flight. */
export function findLateIos({ requested, byChance, slots, over }: GivenRate): string | null {
  if (over === null) return null;
  const { step, rounding } = over;
  const rate = requested.reduce((sum, one) => sum + one.rate, 0);
  // The warm-up ends in the first step.
  const counts = over.values.slice(1).map((value) => value * step);
  const { late, short } = sumLateIos(counts, computeDueIos(counts, rate * step, byChance) - rounding * step, slots);
  if (late < 1) return null;
  // Rounded down to three digits, as it is a lower bound.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = groupDigits(Math.floor(late / unit) * unit);
  const steps = step === 1 ? `${counts.length} s` : `${counts.length} steps of ${formatSeconds(step)}`;
  return (
    `at least ${least} I/Os waited to start: in ${short} of ${steps} the rate fell short by more than the ${slots} ` +
    'in flight (iodepth × numjobs), and latencies exclude that wait; increase iodepth'
  );
}

/** At random times, the counts of steps vary around their median, and fio stays below the rate. */
function computeDueIos(counts: readonly number[], requested: number, byChance: boolean): number {
  if (!byChance) return MIN_STEP_SHARE * requested;
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return MIN_STEP_SHARE * Math.min(requested, usual) - MAX_DEVIATIONS * Math.sqrt(requested);
}

/**
 * Sums the backlogs of due I/Os beyond the slots in flight: of each backlog, the maximum until it is cleared. Also
 * returns the number of steps that fell short.
 */
function sumLateIos(
  counts: readonly number[],
  due: number,
  slots: number,
): { readonly late: number; readonly short: number } {
  let [late, short, behind, most] = [0, 0, 0, 0];
  for (const count of [...counts, Infinity]) {
    behind = Math.max(0, behind + due - count);
    if (behind > slots && count < due) short += 1;
    most = Math.max(most, behind - slots);
    if (behind > 0) continue;
    late += Math.max(0, most);
    most = 0;
  }
  return { late, short };
}

function formatShare(iops: number, { operation, rate }: RequestedRate): string {
  return `${formatRate(iops)} ${operation === null ? 'I/Os' : `${operation}s`}/s of the ${formatRate(rate)} requested`;
}

export function formatRate(value: number): string {
  return groupDigits(Number(value.toPrecision(4)));
}
