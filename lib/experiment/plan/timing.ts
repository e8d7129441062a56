/** Waits and limits of a plan. */
import { FsxbenchError } from '../../shapes/errors';
import { TEARDOWN_ROUNDS, type Timing } from '../../shapes/timing';
import { MAX_HOURS } from '../../shapes/spec-schema';

/** Maximum polls of the guardian in an execution, so that its history stays under 20,000 events. */
const GUARDIAN_LOOKS = 1500;
/**
 * Growth of the guardian's wait, because a constant wait is too long for short executions, or too short for long ones.
 */
const LOCAL_GROWTH = 0.006;
/**
 * Of one pass. The guardian makes five, so slow deletions have nearly two minutes, and impossible ones delay the end no
 * longer, apart from the time for files.
 */
const LOCAL_TEARDOWN_SECONDS = 20;
/**
 * Minimum files deleted in a second, in one pass: half of the measured rate on a busy machine (342,000 files of
 * tree-copy on ext4 in 40 s, 2026-11-22).
 */
const LOCAL_REMOVED_FILES = 4000;
/** On AWS, unless a target needs more. */
const AWS_TEARDOWN_SECONDS = 7200;
/** The most that a target may request. */
export const MAX_TEARDOWN_SECONDS = 3 * 3600;

export interface TeardownWork {
  /** Upper bound of files that trials and preparations create: on a local machine each must be deleted. */
  readonly files?: number;
  /** `teardownAllowanceSeconds` of the targets that set it. */
  readonly asked?: readonly number[];
}

/** @throws FsxbenchError `Unexpected` if a target requests more than {@link MAX_TEARDOWN_SECONDS} */
function teardownSeconds(local: boolean, { files = 0, asked = [] }: TeardownWork): number {
  if (local) return LOCAL_TEARDOWN_SECONDS + Math.ceil(files / LOCAL_REMOVED_FILES);
  const seconds = Math.max(AWS_TEARDOWN_SECONDS, ...asked);
  if (seconds > MAX_TEARDOWN_SECONDS)
    throw new FsxbenchError(
      'Unexpected',
      `a target requests ${seconds} s of teardown; allowed: at most ${MAX_TEARDOWN_SECONDS}`,
    );
  return seconds;
}

/** Seconds from the start until everything must be deleted: maximum execution time and teardown. */
export function computeHorizon(local: boolean, maxHours: number, toRemove: TeardownWork = {}): number {
  return maxHours * 3600 + teardownSeconds(local, toRemove);
}

/**
 * Waits and limits. On a local machine no wait exceeds a second; limits allow for a loaded machine.
 * @param mostHosts hosts of the largest rig: more hosts take longer to reach the barrier
 */
export function buildTiming(local: boolean, maxHours: number, mostHosts: number, toRemove: TeardownWork = {}): Timing {
  const teardownAllowanceSeconds = teardownSeconds(local, toRemove);
  if (local) {
    return {
      guardianPollSeconds: 0.5,
      guardianPollGrowth: LOCAL_GROWTH,
      settleSeconds: 0.5,
      readPauseMaxSeconds: 0.5,
      resultsGraceSeconds: 60,
      teardownAllowanceSeconds,
      // More hosts on the same processors take longer to reach the barrier: about 0.2 s of CPU each.
      barrierLeadSeconds: mostHosts <= 2 ? 0.5 : 0.5 + 0.25 * mostHosts,
      pollSeconds: 0.1,
      hostsOnlineSeconds: 60,
      deliverySeconds: 30,
      stopSeconds: 30,
      teardownPollSeconds: teardownAllowanceSeconds / TEARDOWN_ROUNDS,
    };
  }
  return {
    guardianPollSeconds: Math.max(60, Math.ceil(computeHorizon(local, maxHours, toRemove) / GUARDIAN_LOOKS)),
    guardianPollGrowth: 0,
    settleSeconds: 300,
    // Ten attempts span 28 hours: a grant removed by mistake can be restored the next day.
    readPauseMaxSeconds: 6 * 3600,
    resultsGraceSeconds: 600,
    teardownAllowanceSeconds,
    // Commands reach hosts in seconds. A fixed minute was half of the billed time of small rigs.
    barrierLeadSeconds: Math.min(60, 15 + 0.1 * mostHosts),
    pollSeconds: 15,
    hostsOnlineSeconds: 900,
    deliverySeconds: 120,
    stopSeconds: 900,
    teardownPollSeconds: teardownAllowanceSeconds / TEARDOWN_ROUNDS,
  };
}

/** The longest waits of any plan on AWS: for a recovery without its plan. */
export const LONGEST_TIMING: Timing = buildTiming(false, MAX_HOURS, Number.MAX_SAFE_INTEGER, {
  asked: [MAX_TEARDOWN_SECONDS],
});
