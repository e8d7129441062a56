/**
 * Rates per second, and latencies at a fixed rate, from fio's logs. All jobs log into one file with lines `msec, value,
 * direction, …` (https://fio.readthedocs.io/en/latest/fio_doc.html#log-file-formats). Measured with 3.33: time starts
 * at the end of the warm-up, each job has separate lines, and the last second of a rate has no line.
 */
import type { Series } from '../../../shapes/series';
import { LATENCY_METRIC } from '../../steadiness';
import { getSetting } from '../options/options';
import { isOpenLoop } from '../options/pacing-options';
import type { Operation } from '../output/direction';
import { type CellParams, isMetadata } from '../schema';

/** Seconds between values. */
export const SERIES_STEP_SECONDS = 1;
/** Unit of bandwidth logs: KiB/s, finer than operations for large blocks. Logs of file operations: ops/s. */
export const LOG_KIB = 1024;

/** Option of fio that writes the rate log, and the name of the log file. */
export function getSeriesLog(params: CellParams): { readonly option: string; readonly file: string } {
  const kind = isMetadata(params) ? 'iops' : 'bw';
  return { option: `write_${kind}_log`, file: `raw/series_${kind}.log` };
}

/** Option and file of the latency log. */
export const LATENCY_LOG = { option: 'write_lat_log', file: 'raw/series_lat.log' } as const;

/** Logged only at a fixed rate: a closed loop has constant I/Os in flight, so its rate implies the latency. */
export function hasLatencyLog(params: CellParams): boolean {
  return !isMetadata(params) && isOpenLoop((name) => getSetting(params, name));
}

export function listSeriesMetrics(params: CellParams): readonly ['iops' | 'bandwidth', ...string[]] {
  if (isMetadata(params)) return ['iops'];
  const latency = hasLatencyLog(params) ? [LATENCY_METRIC] : [];
  return params.bs === undefined ? ['bandwidth', ...latency] : ['iops', 'bandwidth', ...latency];
}

export type HostSeries = Omit<Series, 'host'>;

/**
 * Series of one host, summed over its jobs.
 * @param from end of the warm-up, epoch seconds
 * @param seconds measured time
 * @param operations operations of the result, which the log identifies by number
 */
export function parseSeries(
  text: string,
  params: CellParams,
  { from, seconds }: { readonly from: number; readonly seconds: number },
  operations: readonly Operation[],
): readonly HostSeries[] {
  const sums = sumLog(text, { fromMs: 0, step: SERIES_STEP_SECONDS, seconds }, operations);
  const one = { from, step: SERIES_STEP_SECONDS };
  if (!isMetadata(params))
    return [...sums].flatMap(([operation, kib]) => toSeries(kib, params.bs ?? null, { ...one, operation }));
  return [...sums].map(([operation, values]): HostSeries => {
    return { ...one, operation, metric: 'iops', unit: 'ops/s', values };
  });
}

export interface LogSteps {
  /** Start of the first step, milliseconds in the log. */
  readonly fromMs: number;
  /** Seconds. */
  readonly step: number;
  readonly seconds: number;
}

/** Sum of each step, by direction. */
export type LogSums = ReadonlyMap<Operation, readonly number[]>;

/** Tolerated deviation of log lines from whole steps, as a share of a step. */
const STEP_TOLERANCE = 0.1;

/**
 * Sums the lines of each step, by direction. A step without I/O has no line. If fio itself stalled, its next line is
 * not at a whole step, and contains the mean since the previous line.
 */
export function sumLog(text: string, steps: LogSteps, operations: readonly Operation[]): LogSums {
  const { fromMs, step } = steps;
  const sums = new Map<Operation, number[]>();
  const length = countSteps(steps);
  const stepMs = step * 1000;
  const before = new Map<Operation, { readonly at: number; readonly index: number }>();
  readLines(text, operations, (operation, at, amount) => {
    // Count steps from the previous line: after fio stalled, all later lines are shifted.
    const last = before.get(operation);
    const since = last !== undefined && at > last.at ? (at - last.at) / stepMs : 1;
    const whole = Math.round(since);
    const index = last === undefined || at <= last.at ? Math.round((at - fromMs) / stepMs) - 1 : last.index + whole;
    if (!(index >= 0 && index < length)) return;
    before.set(operation, { at, index });
    const sum = sums.get(operation) ?? Array.from({ length }, () => 0);
    sums.set(operation, sum);
    const hasStalled = since > 1 && Math.abs(since - whole) > STEP_TOLERANCE;
    // After a stall, the I/Os happened at the end, apart from the part of the first step before the stall.
    const begun = hasStalled ? Math.max(0, whole - since) : 0;
    if (begun > 0 && index + 1 >= whole) sum[index + 1 - whole] = (sum[index + 1 - whole] ?? 0) + begun * amount;
    sum[index] = (sum[index] ?? 0) + (hasStalled ? since - begun : 1) * amount;
  });
  return sums;
}

/** fio writes the log at whole steps, so the last step may be missing. */
function countSteps({ step, seconds }: LogSteps): number {
  return Math.max(0, Math.floor(seconds / step - 0.5));
}

/** Calls `take` for each line of the given operations. @param at milliseconds */
function readLines(
  text: string,
  operations: readonly Operation[],
  take: (operation: Operation, at: number, amount: number) => void,
): void {
  for (let from = 0, next = 0; from < text.length; from = next) {
    next = findNextLine(text, from);
    // Read up to the third comma; more columns may follow. Splitting is too slow for thousands of such files.
    const first = text.indexOf(',', from);
    const second = first < 0 || first >= next ? -1 : text.indexOf(',', first + 1);
    if (second <= first + 1 || second >= next) continue;
    const third = text.indexOf(',', second + 1);
    const operation = DIRECTIONS[Number(text.slice(second + 1, third < 0 || third >= next ? next : third))];
    if (operation === undefined || !operations.includes(operation)) continue;
    const amount = Number(text.slice(first + 1, second));
    if (amount >= 0 && amount < Infinity) take(operation, Number(text.slice(from, first)), amount);
  }
}

/** Index of the line after the one at `from`; beyond the text after the last line. */
export function findNextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length + 1 : end + 1;
}

/**
 * Mean latency of each step, by direction. This is the plain mean of the lines, one per job, as jobs at a fixed rate
 * make equally many I/Os. A line appears with the first I/O that finishes after a step, and covers all steps since the
 * previous line.
 */
export function readLatencies(
  text: string,
  steps: LogSteps,
  operations: readonly Operation[],
  one: Pick<HostSeries, 'from' | 'step'>,
  nameIn = (operation: Operation): string => operation,
): readonly HostSeries[] {
  const length = countSteps(steps);
  const found = new Map<Operation, { readonly ns: number; readonly lines: number }[]>();
  const before = new Map<Operation, number>();
  readLines(text, operations, (operation, at, ns) => {
    const index = Math.floor((at - steps.fromMs) / (steps.step * 1000) + STEP_TOLERANCE) - 1;
    if (!(index >= 0 && index < Infinity)) return;
    const last = before.get(operation) ?? -1;
    before.set(operation, index);
    const own = found.get(operation) ?? [];
    found.set(operation, own);
    // Steps restart where the lines of another job begin.
    for (let each = index < last ? 0 : Math.min(last + 1, index); each <= index && each < length; each += 1) {
      const { ns: sum, lines } = own[each] ?? { ns: 0, lines: 0 };
      own[each] = { ns: sum + ns, lines: lines + 1 };
    }
  });
  return [...found].flatMap(([operation, own]): HostSeries[] => {
    const values = own.map(({ ns, lines }) => ns / lines / 1000);
    return values.length === 0
      ? []
      : [{ ...one, operation: nameIn(operation), metric: LATENCY_METRIC, unit: 'us', values }];
  });
}

/**
 * Bandwidth, and IOPS if all I/Os have one size.
 * @param kib KiB/s of each step
 * @param bs bytes per I/O; null for mixed sizes
 */
export function toSeries(
  kib: readonly number[],
  bs: number | null,
  one: Pick<HostSeries, 'operation' | 'from' | 'step'>,
): readonly HostSeries[] {
  const bytes = kib.map((value) => value * LOG_KIB);
  const bandwidth = { ...one, metric: 'bandwidth', unit: 'bytes/s', values: bytes } as const;
  if (bs === null) return [bandwidth];
  return [{ ...one, metric: 'iops', unit: 'ops/s', values: bytes.map((value) => value / bs) }, bandwidth];
}

/** Directions by their number in fio's logs. */
const DIRECTIONS: readonly Operation[] = ['read', 'write', 'trim'];
