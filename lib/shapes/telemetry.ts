/** Metrics that the servers of storage that others own tell of themselves, by queries to a Prometheus. */
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
export function findTelemetry(
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
export function toMetrics(asked: readonly Telemetry[]): Metrics {
  const all = asked.flatMap(({ metrics }) => metrics);
  return Object.fromEntries(
    all.map(({ name, unit, better, words }): [string, Metric] => [
      name,
      { unit, better, words, column: false, overHosts: 'mean', ofServers: true },
    ]),
  );
}

/** With fewer whole minutes or steps nothing is said of a trial. */
export const MIN_POINTS = 3;
