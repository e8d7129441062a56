/** What limited the trials of a configuration, as far as metrics show. */
/**
 * Measurements against one limit.
 * @example { resource: 'client network', share: 0.98, client: true, text: 'client network: 98% of 25 Gbit/s on 4 of 4
 *   hosts' }
 */
export interface LimitEvidence {
  /** The limited resource, e.g. `host CPU`, `client network`, `throughput`, `metadata`. */
  readonly resource: string;
  /** The counted operation, for resources with a limit per operation: `creates`. */
  readonly operation?: string;
  /**
   * Used share of the limit, where 1 is all. Above 1.1 the assumed limit is wrong. Null: reached, at an unknown value.
   */
  readonly share: number | null;
  /** Some hosts reached the limit, but the median host did not. */
  readonly onSomeHosts?: true;
  /** The hosts have this limit, not the storage, which may be faster. */
  readonly client?: true;
  /** Measured by the rate of one phase, in a workload of several phases. */
  readonly ofPhase?: true;
  /** For readers, e.g. `client network: 98% of 25 Gbit/s on 4 of 4 hosts`. */
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
  readonly missing: readonly string[];
}
