/**
 * Whether fio reached the requested rate, and whether I/Os waited to start. After a stall fio catches up, which keeps
 * the mean rate; late I/Os are timed from their actual start, so that latencies exclude the wait. The rate over time
 * shows it.
 */
import { formatSeconds } from '../../../../shapes/quantity';
import { getRateBounds } from '../../options/options';
import type { Direction, Operation } from '../direction';

/** Requested IOPS of a host. */
interface RequestedRate {
  /** Null for all operations together. */
  readonly operation: Operation | null;
  readonly rate: number;
}

/** Requested rate of a configuration, or of a job of a job file, and the rate of one host over time. */
export interface GivenRate {
  /** All requested rates of the host. */
  readonly requested: readonly RequestedRate[];
  /** I/Os are due at random times (`rate_process` poisson), not evenly. */
  readonly byChance: boolean;
  /** I/Os that may be in flight. */
  readonly slots: number;
  /** Jobs that share them. */
  readonly jobs: number;
  /** Null without a log. */
  readonly over: RateOverTime | null;
}

/** IOPS in each step of the log, over all operations. */
export interface RateOverTime {
  /** Seconds. */
  readonly step: number;
  readonly values: readonly number[];
  /** IOPS that may be missing in each, as lines of the log are whole KiB. */
  readonly rounding: number;
}

type Directions = readonly Direction[];

/** Share of the slots in flight from which some I/Os waited to start. */
const FULL_SHARE = 0.8;

/** Fault of a rate, or what is unknown about it. */
export interface RateFault {
  readonly code: 'RateExceeded' | 'RateNotReached' | 'QueueSaturated' | 'RateNotKnown';
  readonly text: string;
}

/** Fault of the rate of a successful run; null if there is none. */
export function findRateFault(directions: Directions, given: GivenRate): RateFault | null {
  if (sumIops(directions, null) === 0) return null;
  const seconds = getSeconds(directions);
  const { least, most } = getRateBounds(given);
  // Small random counts vary more: their variance is their mean.
  const scatter = ({ rate }: RequestedRate): number => (given.byChance ? DEVIATIONS * Math.sqrt(rate / seconds) : 0);
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

/** Whether I/Os waited to start although the rate was kept. */
function findWait(directions: Directions, given: GivenRate): RateFault | null {
  const { slots, over } = given;
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  const full =
    flying < FULL_SHARE * slots
      ? null
      : `${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
        'others waited to start, which latencies exclude; increase iodepth';
  const text = full ?? findLateIos(given) ?? findStall(directions, given);
  if (text !== null) return { code: 'QueueSaturated', text };
  if (over !== null && over.values.length > 1) return null;
  const why = over === null ? 'there is no log of the rate over time' : 'its log of the rate over time is too short';
  return { code: 'RateNotKnown', text: `it is unknown whether I/Os waited to start in stalls: ${why}` };
}

/** Share of waiting I/Os from which the highest reported percentile, 99.9, would include them. */
const TAIL_SHARE = 0.001;
/** Seconds of the samples whose least rate fio prints (`iopsavgtime`). */
const SAMPLE_SECONDS = 0.5;
/** A half second below this share of the rate is a stall. Chosen. */
const STALL_SHARE = 0.5;

/**
 * I/Os that became due during the slowest half second or, if each job keeps one I/O in flight, during its slowest I/O.
 * A lower bound, as fio prints no more without a log. Null if no percentile would include them.
 */
function findStall(directions: Directions, { requested, byChance, slots, jobs }: GivenRate): string | null {
  const rate = requested.reduce((sum, one) => sum + one.rate, 0);
  const spreads = directions.flatMap(({ spread }) => spread ?? []);
  const samples = spreads.filter((one) => one.rate.samples > 0);
  const least = samples.reduce((sum, one) => sum + one.rate.least, 0);
  const due = SAMPLE_SECONDS * rate;
  const scatter = byChance ? DEVIATIONS * Math.sqrt(due) : 0;
  const short = samples.length === 0 || least > STALL_SHARE * rate ? 0 : due - SAMPLE_SECONDS * least - slots - scatter;
  const slowest = slots > jobs ? 0 : Math.max(0, ...spreads.map(({ mostUs }) => mostUs ?? 0)) / 1e6;
  const late = Math.floor(Math.max(short, (slowest * rate) / jobs - 1));
  if (!(late > TAIL_SHARE * rate * getSeconds(directions))) return null;
  const how = late > short ? `one I/O took ${formatSeconds(slowest)}` : `one half second had ${formatRate(least)} IOPS`;
  return (
    `at least ${formatRate(late)} I/Os waited to start: ${how}, with at most ${slots} in flight (iodepth × ` +
    'numjobs), and latencies exclude that wait; increase iodepth'
  );
}

/** Share of the due I/Os that a step must make, as for the whole rate. */
const KEPT_SHARE = 0.95;
/** Standard deviations of a random count, whose variance is its mean: one in 30,000 is lower. */
const DEVIATIONS = 4;

/** Null if no step fell short by more than the slots in flight. */
export function findLateIos({ requested, byChance, slots, over }: GivenRate): string | null {
  if (over === null) return null;
  const { step, rounding } = over;
  const rate = requested.reduce((sum, one) => sum + one.rate, 0);
  // The warm-up ends in the first step.
  const counts = over.values.slice(1).map((value) => value * step);
  const { late, short } = sumLate(counts, computeDue(counts, rate * step, byChance) - rounding * step, slots);
  if (late < 1) return null;
  // Three digits, rounded down: a lower bound.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = (Math.floor(late / unit) * unit).toLocaleString('en-US');
  const steps = step === 1 ? `${counts.length} s` : `${counts.length} steps of ${formatSeconds(step)}`;
  return (
    `at least ${least} I/Os waited to start: in ${short} of ${steps} the rate fell short by more than the ${slots} ` +
    'in flight (iodepth × numjobs), and latencies exclude that wait; increase iodepth'
  );
}

/** At random times steps vary around the median, and fio falls short of the rate. */
function computeDue(counts: readonly number[], requested: number, byChance: boolean): number {
  if (!byChance) return KEPT_SHARE * requested;
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return KEPT_SHARE * Math.min(requested, usual) - DEVIATIONS * Math.sqrt(requested);
}

/**
 * Backlog of due I/Os beyond the slots in flight: the maximum of each backlog until it is cleared, added up; and the
 * number of steps that fell short.
 */
function sumLate(
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

function formatRate(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}
