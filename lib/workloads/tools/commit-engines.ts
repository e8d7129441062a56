/**
 * Database engines whose commits `commits` makes: SQLite itself, or the writes and flushes of others. Counted with
 * strace and by the block layer, 2026-11-28: PostgreSQL 15, MariaDB 10.11, Redis 7.0, etcd 3.5, RocksDB 7.8, LevelDB,
 * LMDB, bbolt, DuckDB, SQLite 3.40.
 */
import metrics from '../metrics.json';
import type { Metric } from '../../shapes/metric';
import data from './commit-engines.json';

export type EngineName = keyof typeof data;

interface EngineFacts {
  /** Name in texts, e.g. `Redis AOF`. */
  readonly words: string;
  /** What workloads/commits/program.py does. */
  readonly shape: string;
  /** Class that its commits belong to: that of a measurement which answers for several engines. */
  readonly like?: string;
  /** Default bytes of a log record or row. */
  readonly bytes: number;
  /** Whether commits have whole pages, so that `bytes` is fixed. */
  readonly isFixed?: boolean;
  /** Flushes and write requests of the device per commit, on ext4 on a disk with a volatile cache, without FUA. */
  readonly flushes: number;
  readonly writes: number;
  /** Maximum clients for which the latency was compared with that of the engine. */
  readonly clients: number;
  /** Seconds for which a flush waits for other clients, as event loops do. */
  readonly gather?: number;
  /** Why the p99 of the engine is longer than the measured one; absent if both agree. */
  readonly tail?: string;
}

export const ENGINE_NAMES = Object.keys(data) as [EngineName, ...EngineName[]];

export function getEngine(name: EngineName): EngineFacts {
  return data[name];
}

/** Whether it is the engine itself, not its writes and flushes. */
export function isSqlite(name: EngineName): boolean {
  return getEngine(name).shape.startsWith('sqlite-');
}

/** Names of the engines for which a measurement answers: those of its class, or itself. */
export function listAlike(name: EngineName): readonly string[] {
  return ENGINE_NAMES.filter((one) => one === name || getEngine(one).like === name)
    .filter((one) => one !== 'recycled' && one !== 'growing')
    .map((one) => getEngine(one).words);
}

/** Below this p50 in microseconds, the time of an engine itself is as long as that of the storage. */
export const ENGINE_TIME_US = 1000;

export const ENGINE_METRICS = metrics.engineCommits satisfies Readonly<Record<string, object>> as Readonly<
  Record<keyof typeof metrics.engineCommits, Metric>
>;

/** Percentiles of commits, and their metrics. */
export const COMMIT_PERCENTILES = Object.entries(ENGINE_METRICS).flatMap(([metric, { percentile }]) =>
  percentile === undefined ? [] : [{ metric, percent: percentile.percent }],
);

/** Percentiles that {@link EngineFacts.tail} concerns. */
export const TAIL_METRICS: readonly string[] = ['commit_latency_p99', 'commit_latency_p99_9'];
