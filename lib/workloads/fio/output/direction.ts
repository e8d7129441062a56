/** Figures of one direction of a fio job: reads, writes or trims. */
import type { Bins } from '../../histogram';
import type { PercentileMetric } from '../../tools/io-metrics';

/** Figures of one direction of a job, or merged from several jobs. */
export interface Direction {
  readonly operation: Operation;
  /** Number of I/Os; rate × time if the version does not count I/Os. */
  readonly ios: number;
  /** I/Os that moved less than a block or were dropped. */
  readonly shortIos: number;
  readonly bytes: number;
  /** ops/s. */
  readonly iops: number;
  /** bytes/s; null if meaningless. */
  readonly bandwidth: number | null;
  readonly runtimeMs: number;
  /** Shortest runtime of the merged jobs, whose own runtimes differ if they end by size. */
  readonly shortestMs?: number;
  readonly latencyMeanUs: number | null;
  readonly percentilesUs: Readonly<Partial<Record<PercentileMetric, number>>>;
  /** Type of latency of the percentiles: total, or completion only; null without percentiles. */
  readonly percentilesOf: 'lat' | 'clat' | null;
  /** Histogram of the same latency (json+); null if there is none. */
  readonly bins: Bins | null;
  /** Latency until writes are durable; null if no write waited for durability, or if it was not measured. */
  readonly commits: SyncLatency | null;
  /** Undefined if unknown. */
  readonly spread?: Spread;
}

/** Variation of latency and rate; null if the version does not print it. */
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

/** Latencies of fsync and fdatasync, or of writes with O_SYNC or O_DSYNC. */
export interface SyncLatency {
  readonly count: number;
  readonly meanUs: number;
  readonly percentilesUs: Direction['percentilesUs'];
  /** Null without a histogram. */
  readonly bins: Bins | null;
}

/** Directions with figures; `mixed` is from `unified_rw_reporting=1`. */
export type Operation = 'read' | 'write' | 'trim' | 'mixed';

/** I/Os in flight, by Little's law. */
export function countInFlight(load: readonly Pick<Direction, 'iops' | 'latencyMeanUs'>[]): number {
  return load.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
}
