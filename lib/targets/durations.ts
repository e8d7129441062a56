/** How long AWS takes for what is asked of a target: what planner, rehearsal and twin read from one table. */

/** A length that is expected, and where it comes from. */
export interface ExpectedTime {
  readonly seconds: number;
  /** More for each TiB of storage. Left out: the same for every size. */
  readonly secondsPerTiB?: number;
  /** Who saw or published it, or that it is assumed. */
  readonly source: string;
}

/** One that is waited for, and given up at last. */
export interface Duration extends ExpectedTime {
  /** What a plan waits for beside it: a turn in the line, data that are spread while all can be used already. */
  readonly settleSeconds?: number;
  readonly timeoutSeconds: number;
  readonly timeoutSecondsPerTiB?: number;
}

/** All of a kind. Time-outs are generous: AWS publishes no lengths. */
export interface Durations {
  readonly create: Duration;
  /** By what is changed in place: `storage`, `throughput`, … */
  readonly changes: Readonly<Record<string, Duration>>;
  readonly delete: ExpectedTime;
  /** Of the volumes on it, where they are made by calls of their own. */
  readonly volumes?: { readonly create: Duration; readonly change: Duration; readonly delete: ExpectedTime };
  /** Of what hosts reach it by, where that is made by calls of its own. */
  readonly mountTargets?: { readonly create: Duration; readonly delete: ExpectedTime };
}
