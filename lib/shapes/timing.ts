/** Waits and time limits of all state machines of an execution. */
import bounds from './machine-bounds.json';

/** Maximum rounds of listing and deleting per teardown, to keep its history under 20,000 events. */
export const TEARDOWN_ROUNDS = 150;

/** Maximum teardown passes of a guardian. */
export const TEARDOWN_PASSES = bounds.guardianPasses;

/** Maximum poll interval of the guardian (`guardian.asl.yaml`): that of the janitor. */
export const MAX_GUARDIAN_POLL_SECONDS = 900;

/** Seconds until a command of Systems Manager has reached all of so many hosts: assumed. */
export function estimateTransportSeconds(hosts: number): number {
  return 2 + 0.02 * hosts;
}

/** Seconds. */
export interface Timing {
  /**
   * Poll interval of the guardian, at least `guardianPollGrowth` × the time since its start, and at most
   * {@link MAX_GUARDIAN_POLL_SECONDS}. Below 1: no event wakes it.
   */
  readonly guardianPollSeconds: number;
  /**
   * Share of the elapsed time, 0 for a constant interval. A local guardian polls fast at first, and rarely in long
   * executions.
   */
  readonly guardianPollGrowth: number;
  readonly settleSeconds: number;
  /** Maximum pause between retries to read trials; the pause starts at `settleSeconds` and doubles. */
  readonly readPauseMaxSeconds: number;
  readonly resultsGraceSeconds: number;
  readonly teardownAllowanceSeconds: number;
  /** From sending a command until its hosts start together, at most. */
  readonly barrierLeadSeconds: number;
  /** After the first round the lead time is what hosts needed so far, times `factor`, plus `seconds`. */
  readonly barrierMargin: { readonly factor: number; readonly seconds: number };
  /** Poll interval for fleets, listings and stopped children. */
  readonly pollSeconds: number;
  /** Time limit for hosts to come online. */
  readonly hostsOnlineSeconds: number;
  /** Delivery timeout of commands; at least 30, the minimum of Systems Manager. */
  readonly deliverySeconds: number;
  /** How long the guardian waits for stopped child executions to end. */
  readonly stopSeconds: number;
  /**
   * Mean interval of teardown rounds. Intervals grow from a quarter to 2.5 times the mean, so that at most
   * `TEARDOWN_ROUNDS` fit into the time limit.
   */
  readonly teardownPollSeconds: number;
}
