/** Waits and bounds that all machines of an execution read in its plan. */

/** Rounds of listing and deleting in one teardown, so that its history stays under 20,000 events. */
export const TEARDOWN_ROUNDS = 150;

/** Waits and bounds, seconds. */
export interface Timing {
  /**
   * The guardian waits this long between two looks, or `guardianPollGrowth` × the time since its start where that is
   * more.
   */
  readonly guardianPollSeconds: number;
  /** A share, 0 for a constant wait. Keeps a local guardian quick at first, and its events few in a long execution. */
  readonly guardianPollGrowth: number;
  readonly settleSeconds: number;
  /** Between two of the guardian's readings of trials without a row: `settleSeconds`, doubled each time, up to this. */
  readonly readPauseMaxSeconds: number;
  readonly resultsGraceSeconds: number;
  readonly teardownAllowanceSeconds: number;
  readonly barrierLeadSeconds: number;
  /** Between two looks at a fleet, a listing or children that were stopped. */
  readonly pollSeconds: number;
  /** Hosts that do not answer after this time are missing. */
  readonly hostsOnlineSeconds: number;
  /** A command that a host has not taken after this time was not delivered. At least 30, as Systems Manager asks. */
  readonly deliverySeconds: number;
  /** The guardian waits at most this long for stopped children to end. */
  readonly stopSeconds: number;
  /**
   * Between two rounds of a teardown in the mean: a quarter of it at first, 2.5 times as much at the end, so that at
   * most `TEARDOWN_ROUNDS` of them fit into its allowance.
   */
  readonly teardownPollSeconds: number;
}
