/** What limited the trials of a cell, as far as anybody can tell. */

/** How near one limit was. */
export interface LimitEvidence {
  /** What is limited, e.g. `host CPU`, `client network`, `throughput`, `metadata`. */
  readonly resource: string;
  /** What is counted, where a resource has a limit for each: `creates`. */
  readonly counted?: string;
  /**
   * Of the limit, 1 at it; more than 1.1 of one that was exceeded, and so was none; null where only that is known that
   * it was reached.
   */
  readonly share: number | null;
  /** Some hosts were at it where the middle one was not. */
  readonly onSome?: true;
  /** It is a limit of hosts, and not of the storage, which may give more. */
  readonly client?: true;
  /** Of one phase where several take turns, by its rate. */
  readonly ofPhase?: true;
  /** `client network: 98 % of 25 Gbit/s on 4 of 4 hosts`. */
  readonly text: string;
}

export interface Bottleneck {
  /** What was reached, nearest first, else `not known: …` with what was looked at and what lacks: one line. */
  readonly text: string;
  /** Limits that were reached, the nearest first; none where it is not known what limited. */
  readonly reached: readonly LimitEvidence[];
  /** Limits that were looked at and not reached, the nearest first. */
  readonly below: readonly LimitEvidence[];
  /** What would tell more. */
  readonly lacking: readonly string[];
}
