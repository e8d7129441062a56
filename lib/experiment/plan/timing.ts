/** Poll intervals and time limits of a plan. */
import { FsxbenchError } from '../../shapes/errors';
import { TEARDOWN_ROUNDS, type Timing } from '../../shapes/timing';

/** Growth of the guardian's poll interval: a constant one suits either short or long executions, not both. */
const LOCAL_POLL_GROWTH = 0.006;
/** In AWS an event wakes the guardian, and polls are only for lost events. */
const AWS_POLL_GROWTH = 0.1;
/**
 * Time limit of one teardown pass, without the time for files. The guardian makes five passes, so slow deletions get
 * nearly two minutes, and impossible deletions delay the end no longer than that.
 */
const LOCAL_TEARDOWN_SECONDS = 20;
/**
 * Minimum files deleted in a second, in one pass: half of the measured rate on a busy machine (342,000 files of
 * tree-copy on ext4 in 40 s, 2026-11-22).
 */
const LOCAL_DELETES_PER_SECOND = 4000;
/** Time limit of a teardown on AWS, unless a target requests more. */
const AWS_TEARDOWN_SECONDS = 7200;
/** Maximum teardown time that a target may request. */
export const MAX_TEARDOWN_SECONDS = 3 * 3600;

export interface TeardownWork {
  /** Upper bound of files that trials and preparations create: on a local machine each must be deleted. */
  readonly files?: number;
  /** `teardownAllowanceSeconds` of the targets that set it. */
  readonly asked?: readonly number[];
}

/** @throws FsxbenchError `Unexpected` if a target requests more than {@link MAX_TEARDOWN_SECONDS} */
function computeTeardownSeconds(local: boolean, { files = 0, asked = [] }: TeardownWork): number {
  if (local) return LOCAL_TEARDOWN_SECONDS + Math.ceil(files / LOCAL_DELETES_PER_SECOND);
  const seconds = Math.max(AWS_TEARDOWN_SECONDS, ...asked);
  if (seconds > MAX_TEARDOWN_SECONDS)
    throw new FsxbenchError(
      'Unexpected',
      `a target requests ${seconds} s of teardown; allowed: at most ${MAX_TEARDOWN_SECONDS}`,
    );
  return seconds;
}

/** Seconds from the start until everything must be deleted: maximum execution time and teardown. */
export function computeHorizonSeconds(local: boolean, maxHours: number, toRemove: TeardownWork = {}): number {
  return maxHours * 3600 + computeTeardownSeconds(local, toRemove);
}

/**
 * Waits and limits. On a local machine, no wait exceeds a second, and limits leave time for a loaded machine.
 * @param mostHosts hosts of the largest rig: more hosts take longer to reach the barrier
 */
export function buildTiming(local: boolean, mostHosts: number, toRemove: TeardownWork = {}): Timing {
  const teardownAllowanceSeconds = computeTeardownSeconds(local, toRemove);
  if (local) {
    return {
      guardianPollSeconds: 0.5,
      guardianPollGrowth: LOCAL_POLL_GROWTH,
      settleSeconds: 0.5,
      readPauseMaxSeconds: 0.5,
      resultsGraceSeconds: 60,
      teardownAllowanceSeconds,
      // More hosts on the same processors take longer to reach the barrier: about 0.2 s of CPU each.
      barrierLeadSeconds: mostHosts <= 2 ? 0.5 : 0.5 + 0.25 * mostHosts,
      barrierMargin: { factor: 1.5, seconds: 0.5 },
      pollSeconds: 0.1,
      hostsOnlineSeconds: 60,
      deliverySeconds: 30,
      stopSeconds: 30,
      teardownPollSeconds: teardownAllowanceSeconds / TEARDOWN_ROUNDS,
    };
  }
  return {
    guardianPollSeconds: 60,
    guardianPollGrowth: AWS_POLL_GROWTH,
    settleSeconds: 300,
    // Ten attempts span 28 hours: a grant removed by mistake can be restored the next day.
    readPauseMaxSeconds: 6 * 3600,
    resultsGraceSeconds: 600,
    teardownAllowanceSeconds,
    // Commands reach hosts in seconds. A fixed minute was half of the billed time of small rigs.
    barrierLeadSeconds: Math.min(60, 15 + 0.1 * mostHosts),
    // Tools take seconds to start; hosts are ready at different times from trial to trial.
    barrierMargin: { factor: 1.25, seconds: 4 },
    pollSeconds: 15,
    hostsOnlineSeconds: 900,
    deliverySeconds: 120,
    stopSeconds: 900,
    teardownPollSeconds: teardownAllowanceSeconds / TEARDOWN_ROUNDS,
  };
}

/** The longest waits of any plan on AWS, for a recovery without the plan. */
export const LONGEST_TIMING: Timing = buildTiming(false, Number.MAX_SAFE_INTEGER, {
  asked: [MAX_TEARDOWN_SECONDS],
});
