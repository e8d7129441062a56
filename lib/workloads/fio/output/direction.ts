/** Figures of one direction of one job of fio: reads, writes, trims. */
import type { Bins } from '../../histogram';
import type { PercentileMetric } from '../../tools/io-metrics';

/** Figures of one direction of one job, or of several that were merged. */
export interface Direction {
  readonly operation: Operation;
  /** I/Os; rate × time if the version does not count them. */
  readonly ios: number;
  /** I/Os that moved less than a block or were dropped. */
  readonly shortIos: number;
  readonly bytes: number;
  /** ops/s. */
  readonly iops: number;
  /** bytes/s; null if it has no meaning. */
  readonly bandwidth: number | null;
  readonly runtimeMs: number;
  readonly latencyMeanUs: number | null;
  readonly percentilesUs: Readonly<Partial<Record<PercentileMetric, number>>>;
  /** Latency type of the percentiles: total, or completion only; null without percentiles. */
  readonly percentilesOf: 'lat' | 'clat' | null;
  /** Histogram of the same latency (json+); null without one. */
  readonly bins: Bins | null;
  /** Latency until writes are durable; null if no write waited for it, or if it was not measured. */
  readonly commits: Commits | null;
  /** Undefined if unknown. */
  readonly spread?: Spread;
}

/** Spread of latency and rate; null if the version does not print it. */
export interface Spread {
  readonly mostUs: number | null;
  /** Standard deviation of the completion latency ÷ its mean. */
  readonly latency: number | null;
  /** IOPS in samples of half a second (`iopsavgtime`). */
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
  /** Null without a histogram. */
  readonly bins: Bins | null;
}

/** Directions with figures; `mixed` comes from `unified_rw_reporting=1`. */
export type Operation = 'read' | 'write' | 'trim' | 'mixed';
