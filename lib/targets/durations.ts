/** Durations of AWS operations on targets: one table for planner, rehearsal and simulation. */

/** An expected duration with its source. */
export interface ExpectedTime {
  readonly seconds: number;
  /** Additional time for each TiB of storage. Default: none. */
  readonly secondsPerTiB?: number;
  /** Who observed or published it, or that it is assumed. */
  readonly source: string;
}

/** An expected duration with a timeout. */
export interface Duration extends ExpectedTime {
  /** Additional wait of a plan: queueing, or redistribution of data that is already usable. */
  readonly settleSeconds?: number;
  readonly timeoutSeconds: number;
  readonly timeoutSecondsPerTiB?: number;
}

/** Durations of a kind. Timeouts are generous, because AWS publishes no durations. */
export interface Durations {
  readonly create: Duration;
  /** By the property that changes in place: `storage`, `throughput`, … */
  readonly changes: Readonly<Record<string, Duration>>;
  readonly delete: ExpectedTime;
  /** Of volumes with separate calls. */
  readonly volumes?: { readonly create: Duration; readonly change: Duration; readonly delete: ExpectedTime };
  /** Of mount targets with separate calls. */
  readonly mountTargets?: { readonly create: Duration; readonly delete: ExpectedTime };
}
