/** What fio says of one direction of one job: reads, writes, trims. */
import type { Bins } from '../../histogram';
import type { PercentileMetric } from '../../tools/io-metrics';

/** Figures of one direction of one job, or of several that were merged. */
export interface Direction {
  readonly operation: Operation;
  /** I/Os; where the version does not count them, rate × time. */
  readonly ios: number;
  /** Those that moved less than a block, and those that were given up. */
  readonly shortIos: number;
  readonly bytes: number;
  /** ops/s. */
  readonly iops: number;
  /** bytes/s; null where it has no meaning. */
  readonly bandwidth: number | null;
  readonly runtimeMs: number;
  readonly latencyMeanUs: number | null;
  readonly percentilesUs: Readonly<Partial<Record<PercentileMetric, number>>>;
  /** What the percentiles speak of: the whole latency, or only its part after submission; null without any. */
  readonly percentilesOf: 'lat' | 'clat' | null;
  /** Histogram of the latency that the percentiles speak of (json+), null where there is none. */
  readonly bins: Bins | null;
  /** How long writes took to become durable; null where none waited for it, or where that was not measured. */
  readonly commits: Commits | null;
  /** Left out: not known. */
  readonly spread?: Spread;
}

/** How latency and rate of one direction of one job spread; null where a version does not print it. */
export interface Spread {
  readonly mostUs: number | null;
  /** Standard deviation of the completion latency ÷ its mean. */
  readonly latency: number | null;
  /** I/Os a second in samples of half a second (`iopsavgtime`). */
  readonly rate: {
    readonly least: number;
    readonly mean: number;
    readonly deviation: number;
    readonly samples: number;
  };
}

/** Latencies of fsync and fdatasync, or of writes with O_SYNC and O_DSYNC. */
export interface Commits {
  readonly count: number;
  readonly meanUs: number;
  readonly percentilesUs: Direction['percentilesUs'];
  /** Null where there is no histogram. */
  readonly bins: Bins | null;
}

/** Directions with figures; `mixed` is what `unified_rw_reporting=1` gives. */
export type Operation = 'read' | 'write' | 'trim' | 'mixed';
