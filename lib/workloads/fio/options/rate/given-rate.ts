/** A rate that fio was given, in I/Os, and what one host made of it over time: of a cell, or of a job of a job file. */
import type { Operation } from '../../output/direction';
import type { HostOutput } from '../../read-host';
import { blockBytes, type DataParams } from '../../schema';
import { seriesLog, STEP_SECONDS, type Sums, sumsOf } from '../../series';
import { askedRate } from '../options';

const KIB = 1024;

/** I/Os a second that a host was to make. */
export interface Asked {
  /** Null for all together. */
  readonly operation: Operation | null;
  readonly rate: number;
}

export interface GivenRate {
  /** Together all that the host was to make. */
  readonly asked: readonly Asked[];
  /** I/Os are due by chance (`rate_process` poisson), and not evenly. */
  readonly byChance: boolean;
  /** I/Os that may be in flight. */
  readonly slots: number;
  /** Jobs of fio that are to do all of it, each the same. */
  readonly clones: number;
  /** The option by which the job itself pauses, whatever the storage does. */
  readonly pausedBy: string | null;
  /** Why it is not known of all I/Os whether they waited to begin, in words. */
  readonly unknown: string | null;
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
  readonly stood: Sums['stood'];
}

/** Null where a cell asks for as many I/Os as are answered. */
export function rateOfCell(host: HostOutput, params: DataParams): GivenRate | null {
  const { iodepth, numjobs, rate_process: how } = params;
  const rate = askedRate(params, numjobs, blockBytes(params));
  if (rate === null) return null;
  return {
    asked: [{ operation: null, rate }],
    byChance: how === 'poisson',
    slots: iodepth * numjobs,
    clones: numjobs,
    // A cell has one pace.
    pausedBy: null,
    unknown: null,
    over: overOfCell(host, params),
  };
}

function overOfCell({ raw, directions }: HostOutput, params: DataParams): RateOverTime | null {
  const log = raw.files.find(({ name }) => name === seriesLog(params).file)?.text;
  if (log === undefined) return null;
  const seconds = Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
  const names = directions.map(({ operation }) => operation);
  const told = sumsOf(log, { fromMs: 0, step: STEP_SECONDS, seconds }, names);
  const bytes = blockBytes(params);
  return overTime(told, { step: STEP_SECONDS, blocks: { read: bytes, write: bytes }, numjobs: params.numjobs });
}

/**
 * Null where nothing is told.
 * @param told KiB a second
 * @param of `blocks`: bytes of an I/O
 */
export function overTime(
  { sums, stood }: Sums,
  of: { readonly step: number; readonly blocks: Readonly<Record<string, number>>; readonly numjobs: number },
): RateOverTime | null {
  const { step, blocks, numjobs } = of;
  const each = [...sums].map(([operation, kib]) => ({ kib, ios: KIB / (blocks[operation] || Infinity) }));
  const length = Math.max(0, ...each.map(({ kib }) => kib.length));
  if (length === 0) return null;
  const values = Array.from({ length }, (_, at) => each.reduce((sum, { kib, ios }) => sum + (kib[at] ?? 0) * ios, 0));
  // One line of each job and operation.
  return { step, values, rounding: each.reduce((sum, { ios }) => sum + numjobs * ios, 0), stood };
}
