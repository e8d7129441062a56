/** Durations of AWS operations on targets: one table for planner, rehearsal and simulation. */

export interface ExpectedTime {
  readonly seconds: number;
  /** Additional time for each TiB of storage. Default: none. */
  readonly secondsPerTiB?: number;
  /** Source of the duration, or a text that it is assumed. */
  readonly source: string;
}

export interface OperationTime extends ExpectedTime {
  /** Seconds that a plan waits in addition, for queueing or for redistribution of data that is already usable. */
  readonly settleSeconds?: number;
  readonly timeoutSeconds: number;
  readonly timeoutSecondsPerTiB?: number;
}

/** Durations of one target kind. Timeouts are long, because AWS publishes no durations. */
export interface OperationTimes {
  readonly create: OperationTime;
  /** By the property that changes in place: `storage`, `throughput`, … */
  readonly changes: Readonly<Record<string, OperationTime>>;
  readonly delete: ExpectedTime;
  /** Durations of volumes that have separate calls. */
  readonly volumes?: { readonly create: OperationTime; readonly change: OperationTime; readonly delete: ExpectedTime };
  /** Durations of mount targets that have separate calls. */
  readonly mountTargets?: { readonly create: OperationTime; readonly delete: ExpectedTime };
}
