/** Metrics of workloads, and facts reported by hosts. */
import type { Unit } from './observation';

export const METRIC_NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

/** How to combine values of several hosts. Percentiles come from merged histograms, never from averages. */
export type Aggregation = 'sum' | 'mean' | 'highest' | 'lowest' | 'histogram';

export interface Metric {
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  /** Label after the operation, e.g. `p99 latency` in `read p99 latency`. */
  readonly words: string;
  /** Whether the table of configurations has a column for this metric. */
  readonly column: boolean;
  /** Shown in the table of the cluster: losses, recovery, and load of its servers. */
  readonly ofCluster?: true;
  /** Next to the headline after events: how long the disturbance took (seconds), and what was lost (a count). */
  readonly ofEvents?: true;
  /** `mean` is weighted by the operations of each host; `histogram` needs {@link percentile}. */
  readonly overHosts: Aggregation;
  /** Measured by servers, not by hosts. */
  readonly ofServers?: true;
  /** Statistic of one trial, if not a plain value. */
  readonly statistic?: 'mean';
  /** Name of the related metric that also counts the time until all data is on the storage. */
  readonly untilStored?: string;
  /** Name of the metric for commit time, if writes are flushed and this metric excludes the flushes. */
  readonly ofCommits?: string;
  /** What its values do not prove, e.g. that acknowledged messages are durable. */
  readonly remark?: string;
  /** For percentiles: `of` is the quantity, e.g. `latency`, and `percent` of its values are lower. */
  readonly percentile?: { readonly of: string; readonly percent: number };
}

/** Metrics by name, in the order of tables. */
export type Metrics = Readonly<Record<string, Metric>>;

/** Metrics of a workload: of its kind, and those that its entry in the spec declares. @param entry raw or parsed */
export function resolveMetrics(
  kind: { readonly metrics: Metrics; declared?(entry: Readonly<Record<string, unknown>>): Metrics },
  entry: Readonly<Record<string, unknown>>,
): Metrics {
  const own = kind.declared?.(entry);
  return own === undefined ? kind.metrics : { ...kind.metrics, ...own };
}

/** Whether the rates of hosts add up. */
export function isSummedRate({ unit, overHosts }: Pick<Metric, 'unit' | 'overHosts'>): boolean {
  return overHosts === 'sum' && unit.endsWith('/s');
}

/** A remark about trials in which a fact has a certain value. */
export interface Remark {
  /** Continues a sentence that starts with `4 trials (disk)`, e.g. `ran without direct I/O: …`. */
  readonly text: string;
  /** Words in `text` that need an explanation, with it. */
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
  /** Whether remarks on this fact appear with the answer, not only in the report. */
  readonly showWithAnswer?: true;
  /** Remarks by value of the fact. */
  readonly remarks?: Readonly<Record<string, Remark>>;
}

/**
 * Names of provisioned limits. Targets define the amounts; workloads define which limits apply. `bandwidth` is in
 * bytes/s, all other limits in operations/s: `iops` for data, `metadataIops` as provisioned, and the equivalent number
 * of each metadata operation.
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

export type LimitName = keyof typeof LIMIT_UNITS;

/** Limits in their units. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/**
 * Provisioned rates of a whole target instance; absent limits have no guaranteed rate. `burst`: rates while credits
 * last. `burst.network`: bytes/s of its network during bursts, if higher: reads from server memory. `ofHost`: limits of
 * the instance type, if its volumes are faster. `written`: bytes/s of writes, if lower than `bandwidth`.
 */
export type ProvisionedRates = Limits & {
  readonly written?: number;
  readonly burst?: Limits & { readonly network?: number; readonly ofHost?: readonly LimitName[] };
  readonly ofHost?: readonly LimitName[];
};

/** The maximum load that hosts offer, however fast the storage is. */
export interface OfferedLoad {
  /** Name of the metric that counts the load. */
  readonly metric: string;
  /** Name of the operation that counts the load. Default: all operations, with reads and writes added. */
  readonly operation?: string;
  /** Operations per second: the offered rate; for jobs with pauses, the rate at zero latency. */
  readonly rate: number;
  /** Minimum share at which the load counts as met: then the load limited the rate, not the storage. */
  readonly least: number;
  /** Whether `rate` is that of all hosts together. Default: of each host. */
  readonly ofAll?: true;
  readonly by: 'rate' | 'pauses';
}

/** Direction of bytes: from the storage, to the storage, or both equally. */
export type IoDirection = 'read' | 'written' | 'both';

/** A rate, with the provisioned limit that applies; null if no limit applies. */
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

/** Limits of operations that run at the same time. Both byte and operation limits apply, so the tighter one decides. */
export interface LimitedRates {
  /** Null: all operations. */
  readonly of: readonly string[] | null;
  readonly bytes: LimitedBytes | null;
  readonly operations: LimitedRate | null;
}

/**
 * Whether a configuration runs in sequential phases, so that totals describe no single phase. Entries that share an
 * operation are one phase.
 */
export function hasPhases(held: readonly LimitedRates[]): boolean {
  return held.some((one, index) =>
    held.slice(index + 1).some(({ of }) => !(of?.some((operation) => one.of?.includes(operation)) ?? false)),
  );
}
