/**
 * Was the rate made that fio was given, and did I/Os wait to begin? After a stall fio catches up, so that the mean rate
 * is kept; what was late is timed from when it began, so that no latency has the wait. The rate over time shows it.
 */
import { formatSeconds } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import { askedRate, rateReach } from '../options/options';
import type { Operation } from '../output/direction';
import { blockBytes, type DataParams } from '../schema';
import { METRICS } from './metrics';
import { type HostOutput, runtimeSeconds } from './read-host';
import { KIB, seriesLog, STEP_SECONDS, type Sums, sumsOf } from './series';

/** I/Os a second that a host was to make. */
interface AskedRate {
  /** Null for all together. */
  readonly operation: Operation | null;
  readonly rate: number;
}

/** A rate that fio was given, in I/Os, and what one host made of it over time: of a cell, or of a job of a job file. */
export interface GivenRate {
  /** Together all that the host was to make. */
  readonly asked: readonly AskedRate[];
  /** I/Os are due by chance (`rate_process` poisson), and not evenly. */
  readonly byChance: boolean;
  /** I/Os that may be in flight. */
  readonly slots: number;
  /** Null where no log tells it. */
  readonly over: RateOverTime | null;
}

/** I/Os a second in each step of the log, of all operations together. */
interface RateOverTime {
  /** Seconds. */
  readonly step: number;
  readonly values: readonly number[];
  /** I/Os a second that may be missing in each, as lines of the log are whole KiB. */
  readonly rounding: number;
}

/** Null where a cell asks for as many I/Os as are answered. */
export function rateOfCell({ raw, directions }: HostOutput, params: DataParams): GivenRate | null {
  const { iodepth, numjobs, rate_process: how } = params;
  const bytes = blockBytes(params);
  const rate = askedRate(params, numjobs, bytes);
  if (rate === null) return null;
  const log = raw.files.find(({ name }) => name === seriesLog(params).file)?.text ?? '';
  const names = directions.map(({ operation }) => operation);
  const sums = sumsOf(log, { fromMs: 0, step: STEP_SECONDS, seconds: runtimeSeconds(directions) }, names);
  return {
    asked: [{ operation: null, rate }],
    byChance: how === 'poisson',
    slots: iodepth * numjobs,
    over: overTime(sums, { step: STEP_SECONDS, blocks: { read: bytes, write: bytes }, numjobs }),
  };
}

/** Null where nothing is told. @param sums KiB a second @param of `blocks`: bytes of an I/O */
export function overTime(
  sums: Sums,
  of: { readonly step: number; readonly blocks: Readonly<Record<string, number>>; readonly numjobs: number },
): RateOverTime | null {
  const { step, blocks, numjobs } = of;
  const each = [...sums].map(([operation, kib]) => ({ kib, ios: KIB / (blocks[operation] || Infinity) }));
  const length = Math.max(0, ...each.map(({ kib }) => kib.length));
  if (length === 0) return null;
  const values = Array.from({ length }, (_, at) => each.reduce((sum, { kib, ios }) => sum + (kib[at] ?? 0) * ios, 0));
  // One line of each job and operation.
  return { step, values, rounding: each.reduce((sum, { ios }) => sum + numjobs * ios, 0) };
}

type Directions = HostOutput['directions'];

/** What a reason speaks against that finds latencies too low. */
export const LATENCIES = Object.keys(METRICS).filter((name) => name.includes('latency'));
/** Share of the I/Os that may be in flight, from which some waited to begin. */
const FULL = 0.8;

/** Reasons of one host whose fio ended well. */
export function judgeRate({ raw, directions }: HostOutput, given: GivenRate): readonly Reason[] {
  if (made(directions, null) === 0) return [];
  const seconds = runtimeSeconds(directions);
  const { least, most } = rateReach(given);
  // By chance few scatter more, their variance being their mean.
  const scatter = ({ rate }: AskedRate): number => (given.byChance ? DEVIATIONS * Math.sqrt(rate / seconds) : 0);
  const textOf = (one: AskedRate): string => `${raw.host}: ${shareText(made(directions, one.operation), one)}`;
  const exceeded = given.asked.find((one) => made(directions, one.operation) > most * one.rate + scatter(one));
  if (exceeded !== undefined)
    return [{ level: 'suspect', code: 'RateExceeded', text: `${textOf(exceeded)} were made` }];
  const missed = given.asked.find((one) => made(directions, one.operation) < least * one.rate - scatter(one));
  if (missed === undefined) return judgeWait(raw.host, directions, given);
  const why =
    'the latency is that of a storage, or a host, that cannot keep up with the rate, and is more than it says';
  const text = `${textOf(missed)} were reached: ${why}`;
  return [{ level: 'suspect', code: 'RateNotReached', text, metrics: LATENCIES }];
}

function made(directions: Directions, of: AskedRate['operation']): number {
  return directions.reduce((sum, { operation, iops }) => sum + (of === null || of === operation ? iops : 0), 0);
}

/** Of a rate that was kept, as far as it is known: did I/Os wait to begin? */
function judgeWait(host: string, directions: Directions, given: GivenRate): readonly Reason[] {
  const { slots, over } = given;
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  const full =
    flying < FULL * slots
      ? null
      : `${host}: ${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
        'others waited to begin, which no latency has; give a larger iodepth';
  const text = full ?? lateText(host, given);
  if (text !== null) return [{ level: 'suspect', code: 'RateWithoutRoom', text, metrics: LATENCIES }];
  if (over !== null && over.values.length > 1) return [];
  const why = over === null ? 'no log of the rate over time is there' : 'its log of the rate over time is too short';
  const unknown = `${host}: whether I/Os waited to begin in stalls is not known: ${why}`;
  return [{ level: 'note', code: 'RateNotKnown', text: unknown }];
}

/** Share of what is due that a step may fall short of without saying anything: as of the rate as a whole. */
const KEPT = 0.95;
/** Of a count of a rate by chance, whose variance is its mean: one in 30,000 is below by more. */
const DEVIATIONS = 4;

/** Null where no step fell short by more than what may be in flight. @param host as it is called in a reason */
export function lateText(host: string, { asked, byChance, slots, over }: GivenRate): string | null {
  if (over === null) return null;
  const { step, rounding } = over;
  const rate = asked.reduce((sum, one) => sum + one.rate, 0);
  // In the first the warm-up ends.
  const counts = over.values.slice(1).map((value) => value * step);
  const { late, short } = lateOf(counts, dueOf(counts, rate * step, byChance) - rounding * step, slots);
  if (late < 1) return null;
  // Three digits, cut: no more than is sure.
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(late)) - 2);
  const least = (Math.floor(late / unit) * unit).toLocaleString('en-US');
  const steps = step === 1 ? `${counts.length} s` : `${counts.length} steps of ${formatSeconds(step)}`;
  return (
    `${host}: at least ${least} I/Os waited to begin: in ${short} of ${steps} less than the rate was made, by more ` +
    `than the ${slots} (iodepth × numjobs) that may be in flight, and no latency has that wait; give a larger iodepth`
  );
}

/** By chance steps scatter about the usual one, and fio comes short of the rate. */
function dueOf(counts: readonly number[], asked: number, byChance: boolean): number {
  if (!byChance) return KEPT * asked;
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return KEPT * Math.min(asked, usual) - DEVIATIONS * Math.sqrt(asked);
}

/**
 * What was due and not made, step after step until it was made up for, less what may be in flight: of each such time
 * the most, added up; and how many steps fell short.
 */
function lateOf(
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

function shareText(iops: number, { operation, rate }: AskedRate): string {
  return `${formatRate(iops)} ${operation === null ? 'I/Os' : `${operation}s`}/s of the ${formatRate(rate)} asked`;
}

function formatRate(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}
