/** Waits and bounds of a plan. */
import { TEARDOWN_ROUNDS, type Timing } from '../../shapes/plan';
import { MAX_HOURS } from '../spec/schema';

/** Looks of the guardian at an execution, so that its history stays under 20,000 events. */
const GUARDIAN_LOOKS = 1500;
/**
 * Growth of the guardian's wait where a constant one would be too long for a short execution or too short for a long
 * one.
 */
const LOCAL_GROWTH = 0.006;
/**
 * Of one round. The guardian makes five, so that what is only slow to remove has nearly two minutes, and what cannot be
 * removed keeps nobody waiting longer.
 */
const LOCAL_TEARDOWN_SECONDS = 20;
const AWS_TEARDOWN_SECONDS = 7200;

/** Seconds from the start until everything must be gone: the time that an execution may take, and a teardown. */
export function horizonOf(local: boolean, maxHours: number): number {
  return maxHours * 3600 + (local ? LOCAL_TEARDOWN_SECONDS : AWS_TEARDOWN_SECONDS);
}

/**
 * Waits and bounds. On one machine nothing waits longer than a second; bounds are what a machine under load may need.
 * @param mostHosts hosts of the largest rig: more of them need longer until all stand at the barrier.
 */
export function timingOf(local: boolean, maxHours: number, mostHosts: number): Timing {
  if (local) {
    return {
      guardianPollSeconds: 0.5,
      guardianPollGrowth: LOCAL_GROWTH,
      settleSeconds: 0.5,
      readPauseMaxSeconds: 0.5,
      resultsGraceSeconds: 60,
      teardownAllowanceSeconds: LOCAL_TEARDOWN_SECONDS,
      // More hosts on the same processors need longer until all stand at the barrier: about 0.2 s of CPU each.
      barrierLeadSeconds: mostHosts <= 2 ? 0.5 : 0.5 + 0.25 * mostHosts,
      pollSeconds: 0.1,
      hostsOnlineSeconds: 60,
      deliverySeconds: 30,
      stopSeconds: 30,
      teardownPollSeconds: LOCAL_TEARDOWN_SECONDS / TEARDOWN_ROUNDS,
    };
  }
  return {
    guardianPollSeconds: Math.max(60, Math.ceil(horizonOf(local, maxHours) / GUARDIAN_LOOKS)),
    guardianPollGrowth: 0,
    settleSeconds: 300,
    // Ten readings span 28 hours: somebody who took a grant away by mistake gives it back the next day.
    readPauseMaxSeconds: 6 * 3600,
    resultsGraceSeconds: 600,
    teardownAllowanceSeconds: AWS_TEARDOWN_SECONDS,
    // Commands reach hosts in seconds. A minute, whatever the fleet, was half of what small rigs were paid for.
    barrierLeadSeconds: Math.min(60, 20 + 0.2 * mostHosts),
    pollSeconds: 15,
    hostsOnlineSeconds: 900,
    deliverySeconds: 120,
    stopSeconds: 900,
    teardownPollSeconds: AWS_TEARDOWN_SECONDS / TEARDOWN_ROUNDS,
  };
}

/** The longest waits that any plan on AWS has: for a recovery that no longer knows which plan it was. */
export const LONGEST_TIMING: Timing = timingOf(false, MAX_HOURS, Number.MAX_SAFE_INTEGER);
