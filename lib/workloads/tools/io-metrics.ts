/** Metrics of reads and writes, and of a fixed amount of work, for all tools. */
import type { Metric } from '../../shapes/metric';
import metrics from '../metrics.json';

export const PERCENTILES = [
  { percentile: 50, metric: 'latency_p50' },
  { percentile: 95, metric: 'latency_p95' },
  { percentile: 99, metric: 'latency_p99' },
  { percentile: 99.9, metric: 'latency_p99_9' },
] as const;
export type PercentileMetric = (typeof PERCENTILES)[number]['metric'];

export const IO_METRICS = metrics.io as Readonly<
  Record<'iops' | 'bandwidth' | 'latency_mean' | PercentileMetric, Metric>
>;

/** Prefix of commit latencies. */
export const SYNC_PREFIX = 'sync_';
/** Latencies of writes, including the wait until they are durable. */
export const COMMIT_METRICS = metrics.commits as Readonly<
  Record<`${typeof SYNC_PREFIX}${'latency_mean' | PercentileMetric}`, Metric>
>;

/** Elapsed times are those of the slowest host; throughput includes the final sync. */
export const TIMED_METRICS = metrics.timed as Readonly<Record<keyof typeof metrics.timed, Metric>>;
