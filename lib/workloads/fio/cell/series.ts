/**
 * The rate by the second, out of the log that fio keeps for it: lines `msec, value, direction, …`, of all jobs in one
 * file (https://fio.readthedocs.io/en/latest/fio_doc.html#log-file-formats). Measured with 3.33: the time counts from
 * the end of the warm-up, each job has its own lines, and the last second has none.
 */
import type { Series } from '../../../shapes/series';
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

/** Metrics that have one. */
export function seriesMetrics(params: CellParams): readonly ['iops' | 'bandwidth', ...string[]] {
  if (isMetadata(params)) return ['iops'];
  return params.bs === undefined ? ['bandwidth'] : ['iops', 'bandwidth'];
}

export type HostSeries = Omit<Series, 'host'>;

/**
 * Series of one host, summed over its jobs.
 * @param from epoch seconds at which the warm-up was over
 * @param seconds that were measured
 * @param operations that the result tells of; fio's log numbers them
 */
export function seriesOf(
  text: string,
  params: CellParams,
  { from, seconds }: { readonly from: number; readonly seconds: number },
  operations: readonly Operation[],
): readonly HostSeries[] {
  const sums = sumsOf(text, { fromMs: 0, step: STEP_SECONDS, seconds }, operations);
  const one = { from, step: STEP_SECONDS };
  if (!isMetadata(params))
    return [...sums].flatMap(([operation, kib]) => seriesOfKib(kib, params.bs ?? null, { ...one, operation }));
  return [...sums].map(([operation, values]): HostSeries => {
    return { ...one, operation, metric: 'iops', unit: 'ops/s', values };
  });
}

/** When steps begin, how long they are, and how long it was measured. */
export interface Steps {
  /** Milliseconds in the log at which the first begins. */
  readonly fromMs: number;
  /** Seconds. */
  readonly step: number;
  readonly seconds: number;
}

/** Of each step, by direction. */
export type Sums = ReadonlyMap<Operation, readonly number[]>;

/** Share of a step by which lines that come at whole steps are off. */
const OFF = 0.1;

/**
 * What a log says of each step: its lines added up, by direction. A step in which nothing was done has no line. Where
 * fio itself stood still, its next line comes at no whole step, and is the mean of all the time since the last.
 */
export function sumsOf(text: string, { fromMs, step, seconds }: Steps, operations: readonly Operation[]): Sums {
  const sums = new Map<Operation, number[]>();
  // The log is written at whole steps: the last one may come too late for it.
  const length = Math.floor(seconds / step - 0.5);
  if (length < 1) return sums;
  const stepMs = step * 1000;
  const before = new Map<Operation, { readonly at: number; readonly index: number }>();
  for (const line of text.split('\n')) {
    // Up to the third comma; more columns may follow. Fleets leave thousands of such files.
    const first = line.indexOf(',');
    const second = first < 0 ? -1 : line.indexOf(',', first + 1);
    if (second <= first + 1) continue;
    const third = line.indexOf(',', second + 1);
    const operation = DIRECTIONS[Number(line.slice(second + 1, third < 0 ? line.length : third))];
    if (operation === undefined || !operations.includes(operation)) continue;
    const at = Number(line.slice(0, first));
    const amount = Number(line.slice(first + 1, second));
    if (!(amount >= 0 && amount < Infinity)) continue;
    // Steps are counted on from the line before: where fio stood still its lines come at other moments from then on.
    const last = before.get(operation);
    const since = last !== undefined && at > last.at ? (at - last.at) / stepMs : 1;
    const whole = Math.round(since);
    const index = last === undefined || at <= last.at ? Math.round((at - fromMs) / stepMs) - 1 : last.index + whole;
    if (!(index >= 0 && index < length)) continue;
    before.set(operation, { at, index });
    const sum = sums.get(operation) ?? Array.from({ length }, () => 0);
    sums.set(operation, sum);
    const stood = since > 1 && Math.abs(since - whole) > OFF;
    // What it tells of was made in the end, but for the part of its first step that was before fio stood still.
    const begun = stood ? Math.max(0, whole - since) : 0;
    if (begun > 0 && index + 1 >= whole) sum[index + 1 - whole] = (sum[index + 1 - whole] ?? 0) + begun * amount;
    sum[index] = (sum[index] ?? 0) + (stood ? since - begun : 1) * amount;
  }
  return sums;
}

/**
 * Bandwidth, and I/Os a second where all have one size: of I/Os of many sizes only their bytes are known.
 * @param kib a second, in each step
 * @param bs bytes of an I/O; null where they differ
 */
export function seriesOfKib(
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
