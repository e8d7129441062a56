/**
 * Was the rate made that fio was given, and did I/Os wait to begin? After a stall fio catches up, so that the mean rate
 * is kept; what was late is timed from when it began, so that no latency has the wait. The rate over time shows it.
 */
import { formatSeconds } from '../../../../shapes/quantity';
import { getRateBounds } from '../../options/options';
import type { Direction, Operation } from '../direction';

/** I/Os a second that a host was to make. */
interface RequestedRate {
  /** Null for all together. */
  readonly operation: Operation | null;
  readonly rate: number;
}

/** A rate that fio was given, in I/Os, and what one host made of it over time: of a cell, or of a job of a job file. */
export interface GivenRate {
  /** Together all that the host was to make. */
  readonly asked: readonly RequestedRate[];
  /** I/Os are due by chance (`rate_process` poisson), and not evenly. */
  readonly byChance: boolean;
  /** I/Os that may be in flight. */
  readonly slots: number;
  /** Jobs that share them. */
  readonly jobs: number;
  /** Null where no log tells it. */
  readonly over: RateOverTime | null;
}

/** I/Os a second in each step of the log, of all operations together. */
export interface RateOverTime {
  /** Seconds. */
  readonly step: number;
  readonly values: readonly number[];
  /** I/Os a second that may be missing in each, as lines of the log are whole KiB. */
  readonly rounding: number;
}

type Directions = readonly Direction[];

/** Share of the I/Os that may be in flight, from which some waited to begin. */
const FULL_SHARE = 0.8;

/** What is wrong with a rate, or not known of it; null where nothing is. */
export interface RateFault {
  readonly code: 'RateExceeded' | 'RateNotReached' | 'QueueSaturated' | 'RateNotKnown';
  readonly text: string;
}

/** Of a run that ended well. */
export function findRateFault(directions: Directions, given: GivenRate): RateFault | null {
  if (sumIops(directions, null) === 0) return null;
  const seconds = getSeconds(directions);
  const { least, most } = getRateBounds(given);
  // By chance few scatter more, their variance being their mean.
  const scatter = ({ rate }: RequestedRate): number => (given.byChance ? DEVIATIONS * Math.sqrt(rate / seconds) : 0);
  const textOf = (one: RequestedRate): string => formatShare(sumIops(directions, one.operation), one);
  const exceeded = given.asked.find((one) => sumIops(directions, one.operation) > most * one.rate + scatter(one));
  if (exceeded !== undefined) return { code: 'RateExceeded', text: `${textOf(exceeded)} were made` };
  const missed = given.asked.find((one) => sumIops(directions, one.operation) < least * one.rate - scatter(one));
  if (missed === undefined) return findWait(directions, given);
  const why =
    'the latency is that of a storage, or a host, that cannot keep up with the rate, and is more than it says';
  return { code: 'RateNotReached', text: `${textOf(missed)} were reached: ${why}` };
}

function getSeconds(directions: Directions): number {
  return Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
}

function sumIops(directions: Directions, of: RequestedRate['operation']): number {
  return directions.reduce((sum, { operation, iops }) => sum + (of === null || of === operation ? iops : 0), 0);
}

/** Of a rate that was kept, as far as it is known: did I/Os wait to begin? */
function findWait(directions: Directions, given: GivenRate): RateFault | null {
  const { slots, over } = given;
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  const full =
    flying < FULL_SHARE * slots
      ? null
      : `${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
        'others waited to begin, which no latency has; give a larger iodepth';
  const text = full ?? findLateIos(given) ?? findStall(directions, given);
  if (text !== null) return { code: 'QueueSaturated', text };
  if (over !== null && over.values.length > 1) return null;
  const why = over === null ? 'no log of the rate over time is there' : 'its log of the rate over time is too short';
  return { code: 'RateNotKnown', text: `whether I/Os waited to begin in stalls is not known: ${why}` };
}

/** Share of all I/Os that waited, from which the highest percentile that is kept, 99.9, has them. */
const TAIL_SHARE = 0.001;
/** Seconds over which fio counts the rates of which it prints the least (`iopsavgtime`). */
const SAMPLE_SECONDS = 0.5;
/** A half second below this share of the rate is no scatter. Chosen. */
const STALL_SHARE = 0.5;

/**
 * What fell due in the slowest half second, or, where each job has one I/O in flight, while the slowest of them took
 * its time: by what fio prints without a log, so that there may have been more. Null where no percentile has it.
 */
function findStall(directions: Directions, { asked, byChance, slots, jobs }: GivenRate): string | null {
  const rate = asked.reduce((sum, one) => sum + one.rate, 0);
  const spreads = directions.flatMap(({ spread }) => spread ?? []);
  const samples = spreads.filter((one) => one.rate.samples > 0);
  const least = samples.reduce((sum, one) => sum + one.rate.least, 0);
  const due = SAMPLE_SECONDS * rate;
  const scatter = byChance ? DEVIATIONS * Math.sqrt(due) : 0;
  const short = samples.length === 0 || least > STALL_SHARE * rate ? 0 : due - SAMPLE_SECONDS * least - slots - scatter;
  const slowest = slots > jobs ? 0 : Math.max(0, ...spreads.map(({ mostUs }) => mostUs ?? 0)) / 1e6;
  const late = Math.floor(Math.max(short, (slowest * rate) / jobs - 1));
  if (!(late > TAIL_SHARE * rate * getSeconds(directions))) return null;
  const how =
    late > short ? `one took ${formatSeconds(slowest)}` : `one half second made ${formatRate(least)} a second`;
  return (
    `at least ${formatRate(late)} I/Os waited to begin: ${how}, with room for ${slots} in flight (iodepth × ` +
    'numjobs), and no latency has that wait; give a larger iodepth'
  );
}

/** Share of what is due that a step may fall short of without saying anything: as of the rate as a whole. */
const KEPT_SHARE = 0.95;
/** Of a count of a rate by chance, whose variance is its mean: one in 30,000 is below by more. */
const DEVIATIONS = 4;

/** Null where no step fell short by more than what may be in flight. */
export function findLateIos({ asked, byChance, slots, over }: GivenRate): string | null {
  if (over === null) return null;
  const { step, rounding } = over;
  const rate = asked.reduce((sum, one) => sum + one.rate, 0);
  // In the first the warm-up ends.
  const counts = over.values.slice(1).map((value) => value * step);
  const { late, short } = sumLate(counts, computeDue(counts, rate * step, byChance) - rounding * step, slots);
  if (late < 1) return null;
  // Three digits, cut: no more than is sure.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = (Math.floor(late / unit) * unit).toLocaleString('en-US');
  const steps = step === 1 ? `${counts.length} s` : `${counts.length} steps of ${formatSeconds(step)}`;
  return (
    `at least ${least} I/Os waited to begin: in ${short} of ${steps} less than the rate was made, by more ` +
    `than the ${slots} (iodepth × numjobs) that may be in flight, and no latency has that wait; give a larger iodepth`
  );
}

/** By chance steps scatter about the usual one, and fio comes short of the rate. */
function computeDue(counts: readonly number[], asked: number, byChance: boolean): number {
  if (!byChance) return KEPT_SHARE * asked;
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return KEPT_SHARE * Math.min(asked, usual) - DEVIATIONS * Math.sqrt(asked);
}

/**
 * What was due and not made, step after step until it was made up for, less what may be in flight: of each such time
 * the most, added up; and how many steps fell short.
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
  return `${formatRate(iops)} ${operation === null ? 'I/Os' : `${operation}s`}/s of the ${formatRate(rate)} asked`;
}

function formatRate(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}
