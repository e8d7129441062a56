/**
 * One entry of `jobs` or `client_stats` in base units. Versions differ in units and keys, so each object is read by the
 * keys that it has, not by its version (https://fio.readthedocs.io/en/latest/fio_doc.html#json-output).
 */
import { type Bins, readBins } from './histogram';
import { isRecord } from './scan';

/** Directions with figures; `mixed` is what `unified_rw_reporting=1` gives. */
export type Operation = 'read' | 'write' | 'trim' | 'mixed';

/** Percentiles that are kept, and the metric that carries each. */
export const PERCENTILES = [
  { percentile: 50, metric: 'latency_p50' },
  { percentile: 95, metric: 'latency_p95' },
  { percentile: 99, metric: 'latency_p99' },
  { percentile: 99.9, metric: 'latency_p99_9' },
] as const;
export type PercentileMetric = (typeof PERCENTILES)[number]['metric'];

/** Figures of one direction of one job, or of several that were merged. */
export interface Direction {
  readonly operation: Operation;
  /** I/Os; where the version does not count them, rate × time. */
  readonly ios: number;
  readonly bytes: number;
  /** ops/s. */
  readonly iops: number;
  /** bytes/s; null where it has no meaning. */
  readonly bandwidth: number | null;
  readonly runtimeMs: number;
  readonly latencyMeanUs: number | null;
  readonly percentilesUs: Readonly<Partial<Record<PercentileMetric, number>>>;
  /** Histogram of the latency that the percentiles speak of (json+), null where there is none. */
  readonly bins: Bins | null;
  /** Spread of the rate over fio's own intervals of half a second. */
  readonly rate: { readonly mean: number; readonly stddev: number; readonly intervals: number } | null;
}

export interface Job {
  readonly name: string;
  readonly groupId: number;
  /** errno, 0 where all went well. */
  readonly error: number;
  /** I/Os that failed although the job went on (`continue_on_error`). */
  readonly failedIos: number;
  /** Epoch milliseconds, where the version prints it. */
  readonly startedMs: number | null;
  /** Ended early because the rate was steady, as asked. */
  readonly steady: boolean;
  /** Global and own options as text. */
  readonly options: Readonly<Record<string, string>>;
  /** Directions with I/O. */
  readonly directions: readonly Direction[];
}

/** Engines that create, stat or delete files: their bandwidth is operations × block size, moved by nobody. */
export const METADATA_ENGINE = /^(file|dir)(create|stat|delete)$/;

const KIB = 1024;

/**
 * Reads one entry.
 * @param globals `global options` of the document.
 */
export function readJob(entry: Readonly<Record<string, unknown>>, globals: unknown): Job {
  const options = { ...texts(globals), ...texts(entry['job options']) };
  const metadata = METADATA_ENGINE.test(options['ioengine'] ?? '');
  const directions = (['read', 'write', 'trim', 'mixed'] as const)
    .map((operation) => readDirection(operation, entry[operation], metadata))
    .filter((direction) => direction !== null);
  const steady = record(entry['steadystate']);
  return {
    name: typeof entry['jobname'] === 'string' ? entry['jobname'] : 'job',
    groupId: number(entry['groupid']) ?? 0,
    error: number(entry['error']) ?? 0,
    failedIos: number(entry['total_err']) ?? 0,
    startedMs: number(entry['job_start']) || null,
    steady: number(steady['attained']) === 1,
    options,
    // `unified_rw_reporting=both` gives the mixed figures beside their parts.
    directions: directions.length > 1 ? directions.filter(({ operation }) => operation !== 'mixed') : directions,
  };
}

function readDirection(operation: Operation, value: unknown, metadata: boolean): Direction | null {
  if (!isRecord(value)) return null;
  const iops = number(value['iops']) ?? 0;
  const runtimeMs = number(value['runtime']) ?? 0;
  const ios = number(value['total_ios']) ?? Math.round((iops * runtimeMs) / 1000);
  const rawBytes = number(value['io_bytes']) ?? 0;
  if (ios === 0 && iops === 0 && rawBytes === 0) return null;
  // io_bytes was KiB until io_kbytes came beside it.
  const bytes = number(value['io_kbytes']) === null ? rawBytes * KIB : rawBytes;
  const total = latency(value, 'lat');
  const completion = latency(value, 'clat');
  const shown = hasPercentiles(completion) ? completion : hasPercentiles(total) ? total : null;
  return {
    operation,
    ios,
    bytes,
    iops,
    bandwidth: metadata ? null : number(value['bw_bytes']) || (number(value['bw']) ?? 0) * KIB,
    runtimeMs,
    latencyMeanUs: total?.meanUs ?? completion?.meanUs ?? null,
    percentilesUs: shown?.percentilesUs ?? {},
    bins: shown?.bins ?? null,
    rate: spread(value),
  };
}

interface Latency {
  readonly meanUs: number;
  readonly percentilesUs: Partial<Record<PercentileMetric, number>>;
  readonly bins: Bins | null;
}

/** `clat_ns` of 3.x is in nanoseconds, `clat` of 2.x in microseconds. Null where nothing was measured. */
function latency(direction: Readonly<Record<string, unknown>>, name: string): Latency | null {
  const [perUs, found] = isRecord(direction[`${name}_ns`])
    ? [1000, record(direction[`${name}_ns`])]
    : [1, record(direction[name])];
  const mean = number(found['mean']) ?? 0;
  if (mean <= 0) return null;
  const bins = readBins(found['bins'], perUs);
  const percentilesUs: Partial<Record<PercentileMetric, number>> = {};
  const all = record(found['percentile']);
  for (const { percentile, metric } of PERCENTILES) {
    const printed = number(printedPercentile(all, percentile));
    const value = printed === null ? (bins?.percentile(percentile) ?? null) : printed / perUs;
    if (value !== null) percentilesUs[metric] = value;
  }
  return { meanUs: mean / perUs, percentilesUs, bins };
}

/** Keys are texts like "99.900000"; other versions print other digits, and 2.1.x fills up with "0.00". */
function printedPercentile(all: Readonly<Record<string, unknown>>, percentile: number): unknown {
  const usual = all[percentile.toFixed(6)];
  if (usual !== undefined) return usual;
  const key = Object.keys(all).find((name) => Math.abs(Number(name) - percentile) < 1e-3);
  return key === undefined ? undefined : all[key];
}

function hasPercentiles(found: Latency | null): found is Latency {
  return found !== null && (found.bins !== null || Object.keys(found.percentilesUs).length > 0);
}

function spread(direction: Readonly<Record<string, unknown>>): Direction['rate'] {
  const mean = number(direction['iops_mean']) ?? 0;
  const intervals = number(direction['iops_samples']) ?? 0;
  return mean > 0 && intervals > 0 ? { mean, stddev: number(direction['iops_stddev']) ?? 0, intervals } : null;
}

/** A finite number, also where it stands as text; else null. */
export function number(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const result = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(result) ? result : null;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function texts(value: unknown): Record<string, string> {
  const found = record(value);
  const all: Record<string, string> = {};
  for (const key of Object.keys(found)) all[key] = String(found[key]);
  return all;
}
