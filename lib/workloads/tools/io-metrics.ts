/** What is measured of reads and writes, and of a fixed work, whichever tool asks for them. */
import type { Metric } from '../../shapes/metric';

/** Percentiles that are kept, and the metric that carries each. */
export const PERCENTILES = [
  { percentile: 50, metric: 'latency_p50' },
  { percentile: 95, metric: 'latency_p95' },
  { percentile: 99, metric: 'latency_p99' },
  { percentile: 99.9, metric: 'latency_p99_9' },
] as const;
export type PercentileMetric = (typeof PERCENTILES)[number]['metric'];

/** Percentiles that have a column of their own in tables. */
const SHOWN: readonly PercentileMetric[] = ['latency_p99'];

/** By name. */
export const IO_METRICS: Readonly<Record<'iops' | 'bandwidth' | 'latency_mean' | PercentileMetric, Metric>> = {
  iops: { unit: 'ops/s', better: 'higher', words: 'IOPS', column: true, overHosts: 'sum' },
  bandwidth: { unit: 'bytes/s', better: 'higher', words: 'bandwidth', column: true, overHosts: 'sum' },
  latency_mean: {
    unit: 'us',
    better: 'lower',
    words: 'mean latency',
    column: true,
    overHosts: 'mean',
    statistic: 'mean',
  },
  ...(Object.fromEntries(
    PERCENTILES.map(({ percentile: percent, metric }) => [metric, percentileOf(metric, percent)]),
  ) as Readonly<Record<PercentileMetric, Metric>>),
};

function percentileOf(metric: PercentileMetric, percent: number): Metric {
  const words = `p${percent} latency`;
  const percentile = { of: 'latency', percent };
  return { unit: 'us', better: 'lower', words, column: SHOWN.includes(metric), overHosts: 'histogram', percentile };
}

/** Times are those of the slowest host; the rate counts until all is synced. */
export const TIMED: Readonly<Record<'elapsed' | 'elapsed_synced' | 'throughput', Metric>> = {
  elapsed: {
    unit: 's',
    better: 'lower',
    words: 'time',
    column: true,
    overHosts: 'highest',
    untilStored: 'elapsed_synced',
  },
  elapsed_synced: { unit: 's', better: 'lower', words: 'time until synced', column: true, overHosts: 'highest' },
  throughput: { unit: 'bytes/s', better: 'higher', words: 'throughput', column: true, overHosts: 'sum' },
};
