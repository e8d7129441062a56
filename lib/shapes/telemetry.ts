/** Metrics that the servers of a target tell of themselves, as a plan records them. */

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
