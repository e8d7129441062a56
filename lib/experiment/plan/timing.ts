/** Waits and bounds of a plan. */
import { FsxbenchError } from '../../shapes/errors';
import { TEARDOWN_ROUNDS, type Timing } from '../../shapes/timing';
import { MAX_HOURS } from '../../shapes/spec-schema';

/** Looks of the guardian at an execution, so that its history stays under 20,000 events. */
const GUARDIAN_LOOKS = 1500;
/**
 * Growth of the guardian's wait where a constant one would be too long for a short execution or too short for a long
 * one.
 */
const LOCAL_GROWTH = 0.006;
/**
 * Of one round. The guardian makes five, so that what is only slow to remove has nearly two minutes, and what cannot be
 * removed keeps nobody waiting longer, but for the files that there are.
 */
const LOCAL_TEARDOWN_SECONDS = 20;
/**
 * Files that are removed in a second at least, in one round: half of what was seen on a busy machine (342,000 files of
 * tree-copy on ext4 in 40 s, 2026-11-22).
 */
const LOCAL_REMOVED_FILES = 4000;
/** On AWS, where no target asks for more. */
const AWS_TEARDOWN_SECONDS = 7200;
/** The most that any target may ask for. */
export const MAX_TEARDOWN_SECONDS = 3 * 3600;

/** What a teardown has to remove. */
export interface TeardownWork {
  /** That all trials and preparations lay on the storage, at most: on one machine each has to be removed. */
  readonly files?: number;
  /** What the targets ask for, by `teardownAllowanceSeconds` of each; those that say nothing left out. */
  readonly asked?: readonly number[];
}

/** @throws FsxbenchError `Unexpected` where a target asks for more than whoever knows no plan waits for */
function teardownSeconds(local: boolean, { files = 0, asked = [] }: TeardownWork): number {
  if (local) return LOCAL_TEARDOWN_SECONDS + Math.ceil(files / LOCAL_REMOVED_FILES);
  const seconds = Math.max(AWS_TEARDOWN_SECONDS, ...asked);
  if (seconds > MAX_TEARDOWN_SECONDS)
    throw new FsxbenchError('Unexpected', `a target asks for ${seconds} s of teardown, more than any may`);
  return seconds;
}

/**
 * Seconds from the start until everything must be gone: the time that an execution may take, and a teardown.
 */
export function computeHorizon(local: boolean, maxHours: number, toRemove: TeardownWork = {}): number {
  return maxHours * 3600 + teardownSeconds(local, toRemove);
}

/**
 * Waits and bounds. On one machine nothing waits longer than a second; bounds are what a machine under load may need.
 * @param mostHosts hosts of the largest rig: more of them need longer until all stand at the barrier.
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
      // More hosts on the same processors need longer until all stand at the barrier: about 0.2 s of CPU each.
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
    // Ten readings span 28 hours: somebody who took a grant away by mistake gives it back the next day.
    readPauseMaxSeconds: 6 * 3600,
    resultsGraceSeconds: 600,
    teardownAllowanceSeconds,
    // Commands reach hosts in seconds. A minute, whatever the fleet, was half of what small rigs were paid for.
    barrierLeadSeconds: Math.min(60, 15 + 0.1 * mostHosts),
    pollSeconds: 15,
    hostsOnlineSeconds: 900,
    deliverySeconds: 120,
    stopSeconds: 900,
    teardownPollSeconds: teardownAllowanceSeconds / TEARDOWN_ROUNDS,
  };
}

/** The longest waits that any plan on AWS has: for a recovery that no longer knows which plan it was. */
export const LONGEST_TIMING: Timing = buildTiming(false, MAX_HOURS, Number.MAX_SAFE_INTEGER, {
  asked: [MAX_TEARDOWN_SECONDS],
});
