/**
 * The rate by the second, out of the log that fio keeps for it: lines `msec, value, direction, …`, of all jobs in one
 * file (https://fio.readthedocs.io/en/latest/fio_doc.html#log-file-formats). Measured with 3.33: the time counts from
 * the end of the warm-up, each job has its own lines, and the last second has none.
 */
import type { Series } from '../../shapes/series';
import type { Operation } from './output/direction';
import { type CellParams, isMetadata } from './schema';

/** One value a second. */
export const STEP_SECONDS = 1;
const STEP_MS = STEP_SECONDS * 1000;
/** Data: KiB/s, finer than whole operations where blocks are large. Operations on files move nothing, so ops/s. */
const KIB = 1024;

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

type HostSeries = Omit<Series, 'host'>;

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
  // The log is written at whole seconds: the last one may come too late for it.
  const length = Math.floor(seconds / STEP_SECONDS - 0.5);
  if (length < 1) return [];
  const sums = new Map<Operation, number[]>();
  for (const line of text.split('\n')) {
    // Up to the third comma; more columns may follow. Fleets leave thousands of such files.
    const first = line.indexOf(',');
    const second = first < 0 ? -1 : line.indexOf(',', first + 1);
    if (second <= first + 1) continue;
    const third = line.indexOf(',', second + 1);
    const operation = DIRECTIONS[Number(line.slice(second + 1, third < 0 ? line.length : third))];
    if (operation === undefined || !operations.includes(operation)) continue;
    const index = Math.round(Number(line.slice(0, first)) / STEP_MS) - 1;
    const amount = Number(line.slice(first + 1, second));
    if (!(index >= 0 && index < length && amount >= 0 && amount < Infinity)) continue;
    // A second in which nothing was done has no line.
    const sum = sums.get(operation) ?? Array.from({ length }, () => 0);
    sums.set(operation, sum);
    sum[index] = (sum[index] ?? 0) + amount;
  }
  const metadata = isMetadata(params);
  return [...sums].flatMap(([operation, values]): HostSeries[] => {
    const one = { operation, from, step: STEP_SECONDS };
    if (metadata) return [{ ...one, metric: 'iops', unit: 'ops/s', values }];
    const bytes = values.map((kib) => kib * KIB);
    const bandwidth = { ...one, metric: 'bandwidth', unit: 'bytes/s', values: bytes } as const;
    const { bs } = params;
    // Of I/Os of many sizes only their bytes are known.
    if (bs === undefined) return [bandwidth];
    return [{ ...one, metric: 'iops', unit: 'ops/s', values: bytes.map((value) => value / bs) }, bandwidth];
  });
}

/** As fio numbers them. */
const DIRECTIONS: readonly Operation[] = ['read', 'write', 'trim'];
