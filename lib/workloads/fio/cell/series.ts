/**
 * The rate by the second, and the latency of I/Os at a given rate, out of the logs that fio keeps for them: lines
 * `msec, value, direction, …`, of all jobs in one file
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#log-file-formats). Measured with 3.33: the time counts from the
 * end of the warm-up, each job has its own lines, and the last second of a rate has none.
 */
import type { Series } from '../../../shapes/series';
import { LATENCY } from '../../steadiness';
import { getSetting } from '../options/options';
import { isOpenLoop } from '../options/pacing-options';
import type { Operation } from '../output/direction';
import { type CellParams, isMetadata } from '../schema';

/** One value a second. */
export const STEP_SECONDS = 1;
/** Data: KiB/s, finer than whole operations where blocks are large. Operations on files move nothing, so ops/s. */
export const KIB = 1024;

/** The option that makes fio keep the log, and the file that it then writes, below `raw/`. */
export function seriesLog(params: CellParams): { readonly option: string; readonly file: string } {
  const kind = isMetadata(params) ? 'iops' : 'bw';
  return { option: `write_${kind}_log`, file: `raw/series_${kind}.log` };
}

/** The same for latencies. */
export const LATENCY_LOG = { option: 'write_lat_log', file: 'raw/series_lat.log' } as const;

/** Only at a given rate: else the rate tells the latency, as many I/Os are in flight all the time. */
export function hasLatencyLog(params: CellParams): boolean {
  return !isMetadata(params) && isOpenLoop((name) => getSetting(params, name));
}

/** Metrics that have a series. */
export function seriesMetrics(params: CellParams): readonly ['iops' | 'bandwidth', ...string[]] {
  if (isMetadata(params)) return ['iops'];
  const latency = hasLatencyLog(params) ? [LATENCY] : [];
  return params.bs === undefined ? ['bandwidth', ...latency] : ['iops', 'bandwidth', ...latency];
}

export type HostSeries = Omit<Series, 'host'>;

/**
 * Series of one host, summed over its jobs.
 * @param from epoch seconds at which the warm-up was over
 * @param seconds that were measured
 * @param operations that the result tells of; fio's log numbers them
 */
export function parseSeries(
  text: string,
  params: CellParams,
  { from, seconds }: { readonly from: number; readonly seconds: number },
  operations: readonly Operation[],
): readonly HostSeries[] {
  const sums = sumLog(text, { fromMs: 0, step: STEP_SECONDS, seconds }, operations);
  const one = { from, step: STEP_SECONDS };
  if (!isMetadata(params))
    return [...sums].flatMap(([operation, kib]) => toSeries(kib, params.bs ?? null, { ...one, operation }));
  return [...sums].map(([operation, values]): HostSeries => {
    return { ...one, operation, metric: 'iops', unit: 'ops/s', values };
  });
}

/** When steps begin, how long they are, and how long it was measured. */
export interface LogSteps {
  /** Milliseconds in the log at which the first begins. */
  readonly fromMs: number;
  /** Seconds. */
  readonly step: number;
  readonly seconds: number;
}

/** Of each step, by direction. */
export type LogSums = ReadonlyMap<Operation, readonly number[]>;

/** Share of a step by which lines that come at whole steps are off. */
const STEP_TOLERANCE = 0.1;

/**
 * What a log says of each step: its lines added up, by direction. A step in which nothing was done has no line. Where
 * fio itself stood still, its next line comes at no whole step, and is the mean of all the time since the last.
 */
export function sumLog(text: string, steps: LogSteps, operations: readonly Operation[]): LogSums {
  const { fromMs, step } = steps;
  const sums = new Map<Operation, number[]>();
  const length = countSteps(steps);
  const stepMs = step * 1000;
  const before = new Map<Operation, { readonly at: number; readonly index: number }>();
  readLines(text, operations, (operation, at, amount) => {
    // Steps are counted on from the line before: where fio stood still its lines come at other moments from then on.
    const last = before.get(operation);
    const since = last !== undefined && at > last.at ? (at - last.at) / stepMs : 1;
    const whole = Math.round(since);
    const index = last === undefined || at <= last.at ? Math.round((at - fromMs) / stepMs) - 1 : last.index + whole;
    if (!(index >= 0 && index < length)) return;
    before.set(operation, { at, index });
    const sum = sums.get(operation) ?? Array.from({ length }, () => 0);
    sums.set(operation, sum);
    const stood = since > 1 && Math.abs(since - whole) > STEP_TOLERANCE;
    // What it tells of was made in the end, but for the part of its first step that was before fio stood still.
    const begun = stood ? Math.max(0, whole - since) : 0;
    if (begun > 0 && index + 1 >= whole) sum[index + 1 - whole] = (sum[index + 1 - whole] ?? 0) + begun * amount;
    sum[index] = (sum[index] ?? 0) + (stood ? since - begun : 1) * amount;
  });
  return sums;
}

/** The log is written at whole steps: the last one may come too late for it. */
function countSteps({ step, seconds }: LogSteps): number {
  return Math.max(0, Math.floor(seconds / step - 0.5));
}

/** Calls for each line that tells of one of the operations. @param at milliseconds */
function readLines(
  text: string,
  operations: readonly Operation[],
  take: (operation: Operation, at: number, amount: number) => void,
): void {
  for (const line of text.split('\n')) {
    // Up to the third comma; more columns may follow. Fleets leave thousands of such files.
    const first = line.indexOf(',');
    const second = first < 0 ? -1 : line.indexOf(',', first + 1);
    if (second <= first + 1) continue;
    const third = line.indexOf(',', second + 1);
    const operation = DIRECTIONS[Number(line.slice(second + 1, third < 0 ? line.length : third))];
    if (operation === undefined || !operations.includes(operation)) continue;
    const amount = Number(line.slice(first + 1, second));
    if (amount >= 0 && amount < Infinity) take(operation, Number(line.slice(0, first)), amount);
  }
}

/**
 * Mean latencies of each step, by direction: over its lines, one of each job, as jobs at a given rate make as many I/Os
 * each. A line comes with the first I/O that ends after a step: it holds for all steps since the one before.
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
    // Where steps begin anew it is another job's.
    for (let each = index < last ? 0 : Math.min(last + 1, index); each <= index && each < length; each += 1) {
      const { ns: sum, lines } = own[each] ?? { ns: 0, lines: 0 };
      own[each] = { ns: sum + ns, lines: lines + 1 };
    }
  });
  return [...found].flatMap(([operation, own]): HostSeries[] => {
    const values = own.map(({ ns, lines }) => ns / lines / 1000);
    return values.length === 0 ? [] : [{ ...one, operation: nameIn(operation), metric: LATENCY, unit: 'us', values }];
  });
}

/**
 * Bandwidth, and I/Os a second where all have one size: of I/Os of many sizes only their bytes are known.
 * @param kib a second, in each step
 * @param bs bytes of an I/O; null where they differ
 */
export function toSeries(
  kib: readonly number[],
  bs: number | null,
  one: Pick<HostSeries, 'operation' | 'from' | 'step'>,
): readonly HostSeries[] {
  const bytes = kib.map((value) => value * KIB);
  const bandwidth = { ...one, metric: 'bandwidth', unit: 'bytes/s', values: bytes } as const;
  if (bs === null) return [bandwidth];
  return [{ ...one, metric: 'iops', unit: 'ops/s', values: bytes.map((value) => value / bs) }, bandwidth];
}

/** As fio numbers them. */
const DIRECTIONS: readonly Operation[] = ['read', 'write', 'trim'];
