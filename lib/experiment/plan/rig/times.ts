/** Estimated seconds of a rig: overhead, changes, trials, and what runs in parallel. */
import { sumAll } from '../../../shapes/collections';
import type { CopyChange, PlannedStep, Timing, TrialPlan } from '../../../shapes/plan';
import { PREPARED_AT_ONCE, type RigDraft } from './draft';

/** Overhead in seconds: until hosts have booted, for each command, for each trial, and for teardown. */
export interface Overhead {
  readonly boot: number;
  readonly command: number;
  readonly trial: number;
  readonly teardown: number;
  /** No delay by polls and barriers. */
  readonly exact?: true;
}

/**
 * Overhead on the local machine and on EC2, for estimates only. Of 5 s around a command of Systems Manager, two to
 * three are its transport to the host and back, which rehearsals lack; assumed.
 */
const LOCAL: Overhead = { boot: 1, command: 0.4, trial: 0.3, teardown: 2 };
const AWS: Overhead = { boot: 120, command: 5, trial: 3, teardown: 90 };
/** The part of EC2, without that of fsxbench. */
export const MIN_OVERHEAD: Overhead = { boot: AWS.boot, command: 0, trial: 0, teardown: 0, exact: true };

export function getOverhead(local: boolean): Overhead {
  return local ? LOCAL : AWS;
}

/** Estimated seconds of a rig, from the readiness of its storage. */
export interface RigSeconds {
  readonly starting: number;
  /** Changes before each stretch, and its trials. */
  readonly stretches: readonly { readonly changing: number; readonly trials: number }[];
  readonly hosts: number;
}

function commandSeconds(commands: readonly PlannedStep[], timing: Timing, around: Overhead): number {
  const lead = around.exact === true ? 0 : timing.barrierLeadSeconds;
  return sumAll(commands.map((one) => one.expectedSeconds + around.command + (one.barrier ? lead : 0)));
}

/** Seconds of a trial in its rig: commands, setup and overhead; of a search its fraction. */
export function wholeTrialSeconds(
  { steps, fixtures, fixturesFirst, share = 1 }: Pick<TrialPlan, 'steps' | 'fixtures' | 'fixturesFirst' | 'share'>,
  timing: Timing,
  around: Overhead,
): number {
  const first = fixturesFirst === true ? (fixtures ?? []) : [];
  return share * (commandSeconds([...first, ...steps], timing, around) + around.trial);
}

export function computeTimes({ copies, stretches }: RigDraft, timing: Timing, around: Overhead): RigSeconds {
  const starting =
    around.boot +
    wallClockSeconds(
      copies.map(({ prepare }) => commandSeconds(prepare, timing, around)),
      PREPARED_AT_ONCE,
    );
  const lengths = stretches.map(({ changes, trials }) => ({
    changing: changingSeconds(changes, around),
    trials: sumAll(trials.map((trial) => wholeTrialSeconds(trial, timing, around))),
  }));
  const measuring = sumAll(lengths.map(({ changing, trials }) => changing + trials));
  return { starting, stretches: lengths, hosts: starting + measuring + around.teardown };
}

/**
 * Target instances change in parallel, each with one request after the other, after the pauses of AWS. A poll adds half
 * its interval on average. External actions count with their full time limit.
 */
export function changingSeconds(changes: readonly CopyChange[], { exact }: Pick<Overhead, 'exact'> = {}): number {
  // A change requested by a trial has been running since.
  const ofCopy = ({ requests, actions = [], waitSeconds = 0, asked }: CopyChange): number =>
    Math.max(
      0,
      waitSeconds +
        sumAll(actions.map(({ withinSeconds }) => withinSeconds)) +
        sumAll(requests.map((one) => one.expectedSeconds + (exact === true ? 0 : one.pollSeconds / 2))) -
        (asked?.seconds ?? 0),
    );
  return Math.max(0, ...changes.map(ofCopy));
}

/** Elapsed time of jobs that each take the next free slot. */
export function wallClockSeconds(lengths: readonly number[], places: number): number {
  const starts = computeStarts(lengths, places);
  return Math.max(0, ...lengths.map((length, index) => (starts[index] ?? 0) + length));
}

/** Start of each job that takes the next free slot. */
export function computeStarts(lengths: readonly number[], places: number): readonly number[] {
  const free = Array.from({ length: Math.max(1, Math.min(places, lengths.length)) }, () => 0);
  return lengths.map((length) => {
    const soonest = Math.min(...free);
    free[free.indexOf(soonest)] = soonest + length;
    return soonest;
  });
}
