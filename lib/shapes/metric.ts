/** Metrics of workloads, and facts reported by hosts. */
import type { Unit } from './observation';

/** Valid metric names. */
export const METRIC_NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

/** How to combine values of several hosts. Percentiles come from merged histograms, never from averages. */
export type Aggregation = 'sum' | 'mean' | 'highest' | 'lowest' | 'histogram';

export interface Metric {
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  /** Label, e.g. `p99 latency`; follows the operation: `read p99 latency`. */
  readonly words: string;
  /** Whether the table of configurations has a column for it. */
  readonly column: boolean;
  /** `mean` is weighted by the operations of each host; `histogram` needs {@link percentile}. */
  readonly overHosts: Aggregation;
  /** A server-side metric, not one of hosts. */
  readonly ofServers?: true;
  /** Statistic of one trial, if not a plain value. */
  readonly statistic?: 'mean';
  /** The metric that includes the time until all data is on the storage, if this one ends earlier. */
  readonly untilStored?: string;
  /** The metric of the commit time, if writes are flushed and this one excludes that. */
  readonly ofCommits?: string;
  /** A percentile: `of` is the quantity, e.g. `latency`; `percent` of the values are below. */
  readonly percentile?: { readonly of: string; readonly percent: number };
}

/** Metrics by name, in the order of tables. */
export type Metrics = Readonly<Record<string, Metric>>;

/** Metrics of a workload: those of its kind and those that its entry declares. @param entry raw or parsed */
export function resolveMetrics(
  kind: { readonly metrics: Metrics; declared?(entry: Readonly<Record<string, unknown>>): Metrics },
  entry: Readonly<Record<string, unknown>>,
): Metrics {
  const own = kind.declared?.(entry);
  return own === undefined ? kind.metrics : { ...kind.metrics, ...own };
}

/** A remark about trials in which a fact has a certain value. */
export interface Remark {
  /** Follows `4 trials (disk)`, e.g. `ran without direct I/O: the numbers include the memory of the host`. */
  readonly text: string;
  /** Words in `text` with their explanations. */
  readonly words: Readonly<Record<string, string>>;
  /** Affected metrics; absent: all. */
  readonly of?: readonly string[];
}

/** Labels of a fact that hosts report in status.json. */
export interface FactLabel {
  /** Name, e.g. `Direct I/O`. */
  readonly words: string;
  /** Labels of values, e.g. `1`: `yes`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Show its remarks with the answer, not only in the report. */
  readonly besideAnswer?: true;
  /** Remarks by value. */
  readonly remarks?: Readonly<Record<string, Remark>>;
}

/**
 * Provisioned limits: targets define the amounts, workloads which limits apply to their rates. `bandwidth` is in
 * bytes/s, all others in operations/s: `iops` for data, `metadataIops` as provisioned, and the equivalent number of
 * single metadata operations.
 */
export const LIMIT_UNITS = {
  bandwidth: 'bytes/s',
  iops: 'ops/s',
  metadataIops: 'ops/s',
  metadataCreates: 'ops/s',
  metadataDeletes: 'ops/s',
  metadataOpens: 'ops/s',
  metadataMkdirs: 'ops/s',
  metadataRenames: 'ops/s',
  metadataRmdirs: 'ops/s',
} as const satisfies Readonly<Record<string, Unit>>;

/** See {@link LIMIT_UNITS}. */
export type LimitName = keyof typeof LIMIT_UNITS;

/** Limits in their units. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/**
 * Provisioned rates of the whole target; an absent limit is not guaranteed. `burst`: rates while credits last.
 * `burst.network`: bytes/s of its network during bursts, if higher: reads from server memory. `ofHost`: limits from the
 * instance type, where volumes have more. `written`: bytes/s of writes, if lower than `bandwidth`.
 */
export type ProvisionedRates = Limits & {
  readonly written?: number;
  readonly burst?: Limits & { readonly network?: number; readonly ofHost?: readonly LimitName[] };
  readonly ofHost?: readonly LimitName[];
};

/** The maximum load of hosts, for any speed of the storage. */
export interface OfferedLoad {
  /** The metric that counts it, reads and writes together. */
  readonly metric: string;
  /** Operations per second: the offered rate, or for jobs with pauses the rate at zero latency. */
  readonly rate: number;
  /** Share of it from which it counts as met: then the load, not the storage, limited the rate. */
  readonly least: number;
  readonly by: 'rate' | 'pauses';
}

/** Direction of bytes: from storage, to it, or both equally. */
export type IoDirection = 'read' | 'written' | 'both';

/** A rate, and the provisioned limit that applies to it; null without one. */
export interface LimitedRate {
  readonly metric: string;
  readonly limit: LimitName | null;
}

/** A rate of bytes with its direction, in total or per operation. */
export interface LimitedBytes extends LimitedRate {
  readonly moves: IoDirection | Readonly<Record<string, IoDirection>>;
}

/** Directions of `read` and `write`. */
export const READ_AND_WRITE = { read: 'read', write: 'written' } as const satisfies Record<string, IoDirection>;

/** Limits of concurrent operations. Bytes and operations are the same work, so the tighter limit applies. */
export interface LimitedRates {
  /** Null: all operations. */
  readonly of: readonly string[] | null;
  readonly bytes: LimitedBytes | null;
  readonly operations: LimitedRate | null;
}

/**
 * Whether a configuration works in sequential phases, so that totals describe none of them. Entries with a common
 * operation are one phase.
 */
export function hasPhases(held: readonly LimitedRates[]): boolean {
  return held.some((one, index) =>
    held.slice(index + 1).some(({ of }) => !(of?.some((operation) => one.of?.includes(operation)) ?? false)),
  );
}
