/** Waits and time limits of all state machines of an execution. */

/** Maximum rounds of listing and deleting per teardown, to keep its history under 20,000 events. */
export const TEARDOWN_ROUNDS = 150;

/** Seconds. */
export interface Timing {
  /** Poll interval of the guardian, at least `guardianPollGrowth` × the time since its start. */
  readonly guardianPollSeconds: number;
  /** A share, 0 for a constant wait. Keeps a local guardian fast at first, with few events in long executions. */
  readonly guardianPollGrowth: number;
  readonly settleSeconds: number;
  /** Maximum pause between retries of reading trials; the pause starts at `settleSeconds` and doubles. */
  readonly readPauseMaxSeconds: number;
  readonly resultsGraceSeconds: number;
  readonly teardownAllowanceSeconds: number;
  readonly barrierLeadSeconds: number;
  /** Poll interval for fleets, listings and stopped children. */
  readonly pollSeconds: number;
  /** Time limit for hosts to come online. */
  readonly hostsOnlineSeconds: number;
  /** Delivery timeout of commands; at least 30, the minimum of Systems Manager. */
  readonly deliverySeconds: number;
  /** Time limit of the guardian for the end of stopped children. */
  readonly stopSeconds: number;
  /**
   * Mean interval of teardown rounds: a quarter of it at first, 2.5 times at the end, so that at most `TEARDOWN_ROUNDS`
   * fit into the allowance.
   */
  readonly teardownPollSeconds: number;
}
