/** What limited the trials of a configuration, as far as metrics show. */
/** How close one limit was. */
export interface LimitEvidence {
  /** The limited resource, e.g. `host CPU`, `client network`, `throughput`, `metadata`. */
  readonly resource: string;
  /** The counted operation, for resources with a limit per operation: `creates`. */
  readonly counted?: string;
  /** Share of the limit; above 1.1 it was no real limit; null if it was reached, but the value is unknown. */
  readonly share: number | null;
  /** Some hosts reached it, but not the median host. */
  readonly onSome?: true;
  /** A limit of hosts: the storage may be faster. */
  readonly client?: true;
  /** Measured in one of several phases, by its rate. */
  readonly ofPhase?: true;
  /** `client network: 98 % of 25 Gbit/s on 4 of 4 hosts`. */
  readonly text: string;
}

export interface Bottleneck {
  /** One line: reached limits, closest first, else `not known: …` with what was checked and what is missing. */
  readonly text: string;
  /** Reached limits, closest first; empty if the bottleneck is unknown. */
  readonly reached: readonly LimitEvidence[];
  /** Checked limits that were not reached, closest first. */
  readonly below: readonly LimitEvidence[];
  /** Missing inputs. */
  readonly lacking: readonly string[];
}
