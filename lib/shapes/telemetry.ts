/** Metrics that the servers of a target tell of themselves, as a plan records them. */
import type { Unit } from './observation';

/** One metric, asked of one server. */
export interface MetricQuery {
  /** What its observations are called, e.g. `cache_hit`. */
  readonly metric: string;
  /** Address of a Prometheus server. */
  readonly prometheus: string;
  /** PromQL. */
  readonly query: string;
}

/** What is asked of one target. */
export interface PlannedTelemetry {
  readonly target: string;
  readonly stage: string | null;
  readonly queries: readonly MetricQuery[];
}

/** Dimensions by which a copy's own metrics are found: the ids of what was made for it. */
export type ServerDimension = 'FileSystemId' | 'VolumeId';

/** One metric that AWS keeps of the servers of a kind, a point a minute. */
export interface ServerMetric {
  /** What its observations are called. */
  readonly name: `server_${string}`;
  readonly namespace: 'AWS/FSx' | 'AWS/EFS' | 'AWS/EBS';
  /** As CloudWatch calls it. */
  readonly metric: string;
  /** The first is that of the copy. By others it is looked for: a server or a disk each, whose names nobody knows. */
  readonly dimensions: readonly [ServerDimension, ...string[]];
  /** Of the points of a minute. */
  readonly statistic: 'Sum' | 'Average' | 'Maximum' | 'Minimum';
  /** Of several servers, disks or volumes. */
  readonly over: 'sum' | 'highest' | 'lowest';
  readonly unit: Unit;
  readonly words: string;
  readonly better: 'higher' | 'lower';
  /** What AWS tells times this is in the unit: a sixtieth of the sum of a minute is a rate. Left out: one. */
  readonly factor?: number;
  /** It is percent of a limit: which one. */
  readonly limits?: string;
  /** It is percent of what is left of a reserve: which one. */
  readonly reserve?: string;
  /** The same of one that some settings do not have: that it is empty says nothing, that it ran out does. */
  readonly drained?: string;
  /** It is percent of the reads that the memory of servers answered. */
  readonly fromMemory?: true;
}
