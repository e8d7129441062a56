/** What is measured of reads and writes, and of a fixed work, whichever tool asks for them. */
import type { Metric } from '../../shapes/metric';
import metrics from '../metrics.json';

/** Percentiles that are kept, and the metric that carries each. */
export const PERCENTILES = [
  { percentile: 50, metric: 'latency_p50' },
  { percentile: 95, metric: 'latency_p95' },
  { percentile: 99, metric: 'latency_p99' },
  { percentile: 99.9, metric: 'latency_p99_9' },
] as const;
export type PercentileMetric = (typeof PERCENTILES)[number]['metric'];

/** By name. */
export const IO_METRICS = metrics.io as Readonly<
  Record<'iops' | 'bandwidth' | 'latency_mean' | PercentileMetric, Metric>
>;

/** Before the name of a latency, where it is that of commits. */
export const SYNC_PREFIX = 'sync_';
/** Of writes that wait until they are durable: how long that takes. */
export const COMMIT_METRICS = metrics.commits as Readonly<
  Record<`${typeof SYNC_PREFIX}${'latency_mean' | PercentileMetric}`, Metric>
>;

/** Times are those of the slowest host; the rate counts until all is synced. */
export const TIMED_METRICS = metrics.timed as Readonly<Record<keyof typeof metrics.timed, Metric>>;
