/** A rate that fio was given, in I/Os, and what one host made of it over time: of a cell, or of a job of a job file. */
import type { Operation } from '../output/direction';
import type { HostOutput } from '../read-host';
import { blockBytes, type DataParams } from '../schema';
import { seriesLog, STEP_SECONDS, sumsOf } from '../series';
import { askedRate } from './options';

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

/** Null where a cell asks for as many I/Os as are answered. */
export function rateOfCell(host: HostOutput, params: DataParams): GivenRate | null {
  const { iodepth, numjobs, rate_process: how } = params;
  const rate = askedRate(params, numjobs, blockBytes(params));
  if (rate === null) return null;
  return {
    asked: [{ operation: null, rate }],
    byChance: how === 'poisson',
    slots: iodepth * numjobs,
    over: overOfCell(host, params),
  };
}

function overOfCell({ raw, directions }: HostOutput, params: DataParams): RateOverTime | null {
  const log = raw.files.find(({ name }) => name === seriesLog(params).file)?.text;
  if (log === undefined) return null;
  const seconds = Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
  const names = directions.map(({ operation }) => operation);
  const sums = sumsOf(log, { fromMs: 0, step: STEP_SECONDS, seconds }, names);
  return overTime([...sums.values()], { step: STEP_SECONDS, bytes: blockBytes(params), numjobs: params.numjobs });
}

/**
 * Null where nothing is told.
 * @param kib a second in each step, one list for each operation
 * @param of `bytes` of an I/O
 */
export function overTime(
  kib: readonly (readonly number[])[],
  { step, bytes, numjobs }: { readonly step: number; readonly bytes: number; readonly numjobs: number },
): RateOverTime | null {
  const length = Math.max(0, ...kib.map((values) => values.length));
  if (length === 0 || bytes === 0) return null;
  const values = Array.from({ length }, (_, at) => kib.reduce((sum, one) => sum + (one[at] ?? 0), 0) * (KIB / bytes));
  // One line of each job and operation.
  return { step, values, rounding: kib.length * numjobs * (KIB / bytes) };
}
