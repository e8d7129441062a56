/** Metrics that the servers of a target tell of themselves: by queries to a Prometheus, or by CloudWatch. */
import type { Metric, Metrics } from './metric';
import type { Unit } from './observation';

/** One metric, and how a Prometheus is asked for it. */
export interface QueriedMetric {
  /** What its observations are called. */
  readonly name: `server_${string}`;
  /** PromQL; its answer is one series. */
  readonly query: string;
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  readonly words: string;
  /** What of it there is at most, in its unit; absent where nobody said. */
  readonly limit?: number;
  /** How far a point looks back by the query itself, e.g. 60 for `[1m]`. */
  readonly reachSeconds: number;
}

/** What the Prometheus of one target is asked. */
export interface Telemetry {
  /** Its address, without `/` at the end. */
  readonly prometheus: string;
  /** ARN of the secret that holds its token; absent where it asks for none. */
  readonly secret?: string;
  /** Between two points. */
  readonly stepSeconds: number;
  readonly metrics: readonly QueriedMetric[];
}

/** What is asked of one target in one stage, as a plan records it. */
export interface PlannedTelemetry extends Telemetry {
  readonly target: string;
  readonly stage: string | null;
}

/** What the Prometheus of a cell's target is asked; null for nothing, and in plans of older versions. */
export function telemetryOfCell(
  planned: readonly PlannedTelemetry[] | undefined,
  { target, stage }: { readonly target: string; readonly stage: string | null },
): Telemetry | null {
  const found = planned?.find((one) => one.target === target && one.stage === stage);
  // Older plans recorded what no host has asked.
  if (found === undefined || !('metrics' in found)) return null;
  const { target: _, stage: __, ...asked } = found;
  return asked;
}

/** How people call what is asked, by name. */
export function toldMetrics(asked: readonly Telemetry[]): Metrics {
  const all = asked.flatMap(({ metrics }) => metrics);
  return Object.fromEntries(
    all.map(({ name, unit, better, words }): [string, Metric] => [
      name,
      { unit, better, words, column: false, overHosts: 'mean', ofServers: true },
    ]),
  );
}

/** With fewer whole minutes or steps nothing is said of a trial. */
export const POINTS_MIN = 3;

/** What is told of several servers or disks, in the words of queries to CloudWatch. */
export const OVER: Readonly<Record<ServerMetric['over'], string>> = { sum: 'SUM', highest: 'MAX', lowest: 'MIN' };

/** Dimensions by which a copy's own metrics are found: the ids of what was made for it. */
export type ServerDimension = 'FileSystemId' | 'VolumeId' | 'InstanceId';

/** One metric that AWS keeps of the servers of a kind. */
export interface ServerMetric {
  /** What its observations are called. */
  readonly name: `server_${string}`;
  readonly namespace: 'AWS/FSx' | 'AWS/EFS' | 'AWS/EBS' | 'AWS/EC2';
  /** As CloudWatch calls it. */
  readonly metric: string;
  /** The first is that of the copy. By others it is looked for: a server or a disk each, whose names nobody knows. */
  readonly dimensions: readonly [ServerDimension, ...string[]];
  /** Of what is found by the last dimension, only what has this word in its name. */
  readonly only?: string;
  /** By which others it is kept nobody knows: it is looked for by the first, whatever others it has. */
  readonly anywhere?: true;
  /** Minutes that a point tells of, from its time on. Left out: one. */
  readonly pointMinutes?: number;
  /** Of what was seen in the time of a point. */
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
  /** It is percent of the minutes in which more was asked for than a limit gives: which one. */
  readonly exceeds?: string;
  /** Which rate of the way from a host to its volumes it is of; left out: of none. */
  readonly way?: 'bandwidth' | 'iops';
  /** It is percent of the reads that the memory of servers answered. */
  readonly fromMemory?: true;
}
