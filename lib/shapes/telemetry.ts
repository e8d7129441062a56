/** Server-side metrics of external storage, from queries to a Prometheus. */
import type { Metric, Metrics } from './metric';
import type { Unit } from './observation';

/** A metric and its Prometheus query. */
export interface QueriedMetric {
  /** Metric name of its observations. */
  readonly name: `server_${string}`;
  /** PromQL expression that returns one series. */
  readonly query: string;
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  readonly words: string;
  /** Maximum value of the metric, in its unit; absent if unknown. */
  readonly limit?: number;
  /** Range of the query in seconds, e.g. 60 for `[1m]`. */
  readonly reachSeconds: number;
}

/** Queries to the Prometheus server of one target. */
export interface Telemetry {
  /** Address without trailing `/`. */
  readonly prometheus: string;
  /** ARN of the secret with the access token; absent without authentication. */
  readonly secret?: string;
  /** Interval of points. */
  readonly stepSeconds: number;
  readonly metrics: readonly QueriedMetric[];
}

/** Queries for one target in one stage of a plan. */
export interface PlannedTelemetry extends Telemetry {
  readonly target: string;
  readonly stage: string | null;
}

/** Finds the queries for the target of a configuration; null if there are none, and in plans of older versions. */
export function findTelemetry(
  planned: readonly PlannedTelemetry[] | undefined,
  { target, stage }: { readonly target: string; readonly stage: string | null },
): Telemetry | null {
  const found = planned?.find((one) => one.target === target && one.stage === stage);
  // Plans of older versions contain queries that hosts never sent: ignore them.
  if (found === undefined || !('metrics' in found)) return null;
  const { target: _, stage: __, ...queries } = found;
  return queries;
}

export function toMetrics(queries: readonly Telemetry[]): Metrics {
  const all = queries.flatMap(({ metrics }) => metrics);
  return Object.fromEntries(
    all.map(({ name, unit, better, words }): [string, Metric] => [
      name,
      { unit, better, words, column: false, overHosts: 'mean', ofServers: true },
    ]),
  );
}

/** Minimum number of whole data points (minutes or steps) in a trial. */
export const MIN_POINTS = 3;
