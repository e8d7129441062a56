/** What a workload says of its metrics, and of facts that its hosts report: data that plan and report carry. */
import type { Unit } from './observation';

/** Names of metrics. */
export const METRIC_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** How the values of several hosts become one. Percentiles come from merged histograms: they are never averaged. */
export type Aggregation = 'sum' | 'mean' | 'highest' | 'lowest' | 'histogram';

export interface Metric {
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  /** As people say it, e.g. `p99 latency`; it stands behind the operation: `read p99 latency`. */
  readonly words: string;
  /** It has a column in the table of configurations, where there is no room for all. */
  readonly column: boolean;
  /** `mean` is weighted by what each host has done; `histogram` needs {@link percentile}. */
  readonly overHosts: Aggregation;
  /** The servers of its target tell it, not its hosts. */
  readonly ofServers?: true;
  /** What a tool calls the figure of one trial, where it is no plain value. */
  readonly statistic?: 'mean';
  /** The metric that counts until all that was written is on the storage, where this one ends before. */
  readonly untilStored?: string;
  /** The metric that says how long a commit takes, where writes are flushed and this one leaves that out. */
  readonly ofCommits?: string;
  /** One point of a distribution: `of` is what is distributed, e.g. `latency`, and `percent` stayed below it. */
  readonly percentile?: { readonly of: string; readonly percent: number };
}

/** Metrics by name, in the order in which tables show them. */
export type Metrics = Readonly<Record<string, Metric>>;

/**
 * What a workload of a spec measures: what its kind says, and what its entry declares.
 * @param entry of the workload in a spec, as it is written or as it was read
 */
export function resolveMetrics(
  kind: { readonly metrics: Metrics; declared?(entry: Readonly<Record<string, unknown>>): Metrics },
  entry: Readonly<Record<string, unknown>>,
): Metrics {
  const own = kind.declared?.(entry);
  return own === undefined ? kind.metrics : { ...kind.metrics, ...own };
}

/** What a reader must know of trials in which a fact has some value. */
export interface Remark {
  /** Goes behind `4 trials (disk)`, e.g. `ran without direct I/O: the numbers include the memory of the host`. */
  readonly text: string;
  /** Words in `text` that a reader may not know, each with what it means. */
  readonly words: Readonly<Record<string, string>>;
  /** Metrics that it speaks of; left out: all. */
  readonly of?: readonly string[];
}

/** A fact that hosts report in status.json, as people read it. */
export interface FactLabel {
  /** What it is called, e.g. `Direct I/O`. */
  readonly words: string;
  /** Values that are flags, e.g. `1`: `yes`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Its remarks must stand beside an answer, not only in the report. */
  readonly besideAnswer?: true;
  /** By value. */
  readonly remarks?: Readonly<Record<string, Remark>>;
}

/**
 * Limits that are paid for: targets say how much of each was bought, workloads which of them hold their rates.
 * `bandwidth` is in bytes/s, all others in operations/s: `iops` of any size on data, `toMetadataIops` as they are
 * bought, and the operations of one kind that these are worth.
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

/** Some limits, each in its unit. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/**
 * What was paid for, of the whole target; a limit that is left out is not promised. `burst`: the target has credits,
 * and gives so much as long as they last. `burst.network`: bytes a second that its network carries meanwhile, where
 * that is more: what comes from the memory of its servers. `ofHost`: limits that are those of the instance type, as
 * more is provisioned of the volumes. `written`: of writes alone, bytes/s, where that is less than `bandwidth`.
 */
export type ProvisionedRates = Limits & {
  readonly written?: number;
  readonly burst?: Limits & { readonly network?: number; readonly ofHost?: readonly LimitName[] };
  readonly ofHost?: readonly LimitName[];
};

/** What hosts ask for at most, however soon the storage answers. */
export interface OfferedLoad {
  /** The metric that counts it, reads and writes together. */
  readonly metric: string;
  /** Operations a second: as asked; or as many as jobs make that pause after each, if an operation took no time. */
  readonly rate: number;
  /** Share of it from which it was kept to: then it was the load that ended the rate, and not the storage. */
  readonly least: number;
  readonly by: 'rate' | 'pauses';
}

/** Where bytes go: from storage, to it, or as many both ways. */
export type IoDirection = 'read' | 'written' | 'both';

/** A rate, and the limit in a target's entitlement that holds it; null where nothing that is paid for does. */
export interface LimitedRate {
  readonly metric: string;
  readonly limit: LimitName | null;
}

/** A rate of bytes: where all of them go, or where those of each operation do, of which others are sums. */
export interface LimitedBytes extends LimitedRate {
  readonly moves: IoDirection | Readonly<Record<string, IoDirection>>;
}

/** Of operations that read, and of those that write, by the names of both. */
export const READ_AND_WRITE = { read: 'read', write: 'written' } as const satisfies Record<string, IoDirection>;

/**
 * What the rates of some operations are held against, which are done at once and share the limits. Bytes and operations
 * are the same work: each is held by the tighter of both.
 */
export interface LimitedRates {
  /** Null for whatever operations there are. */
  readonly of: readonly string[] | null;
  readonly bytes: LimitedBytes | null;
  readonly operations: LimitedRate | null;
}

/**
 * Whether what a cell does is done in phases, one after the other: what is counted over all of them is of none. Entries
 * that name the same operation are of one phase.
 */
export function hasPhases(held: readonly LimitedRates[]): boolean {
  return held.some((one, index) =>
    held.slice(index + 1).some(({ of }) => !(of?.some((operation) => one.of?.includes(operation)) ?? false)),
  );
}
