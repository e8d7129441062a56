/** Modelled seconds of a rig: what stands around commands, how long changes and trials take, what goes on at once. */
import { sumAll } from '../../../shapes/collections';
import type { CopyChange, PlannedStep, Timing, TrialPlan } from '../../../shapes/plan';
import { PREPARED_AT_ONCE, type RigDraft } from './draft';

/** Seconds that are taken around what is done: until hosts have booted, by each command, each trial, and at the end. */
export interface Overhead {
  readonly boot: number;
  readonly command: number;
  readonly trial: number;
  readonly teardown: number;
  /** Nothing is late by half a look, and no host waits for another. */
  readonly exact?: true;
}

/**
 * Around commands on a machine of our own, and on hosts of EC2: modelled, for estimates only. Of 5 s around a command
 * of Systems Manager two to three are its way to the host and back, which rehearsals do not have; assumed.
 */
const LOCAL: Overhead = { boot: 1, command: 0.4, trial: 0.3, teardown: 2 };
const AWS: Overhead = { boot: 120, command: 5, trial: 3, teardown: 90 };
/** What EC2 takes of that, and nothing of ours. */
export const MIN_OVERHEAD: Overhead = { boot: AWS.boot, command: 0, trial: 0, teardown: 0, exact: true };

export function getOverhead(local: boolean): Overhead {
  return local ? LOCAL : AWS;
}

/** Modelled seconds of a rig, from when its storage can be used. */
export interface RigSeconds {
  /** Until the first trial. */
  readonly starting: number;
  /** Of the changes before each stretch, and of its trials. */
  readonly stretches: readonly { readonly changing: number; readonly trials: number }[];
  /** In which its hosts are paid for. */
  readonly hosts: number;
}

/** Seconds of some commands, one after the other, with what stands around each. */
function commandSeconds(commands: readonly PlannedStep[], timing: Timing, around: Overhead): number {
  const lead = around.exact === true ? 0 : timing.barrierLeadSeconds;
  return sumAll(commands.map((one) => one.expectedSeconds + around.command + (one.barrier ? lead : 0)));
}

/** Seconds that a trial takes of its rig: commands, what is put up before, and around; of a search its share. */
export function wholeTrialSeconds(
  { steps, fixtures, fixturesFirst, share = 1 }: Pick<TrialPlan, 'steps' | 'fixtures' | 'fixturesFirst' | 'share'>,
  timing: Timing,
  around: Overhead,
): number {
  const first = fixturesFirst === true ? (fixtures ?? []) : [];
  return share * (commandSeconds([...first, ...steps], timing, around) + around.trial);
}

/** Of a rig from when its storage can be used. */
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
 * Copies are changed at once, each one request after the other, when AWS's pause is over; a look is late on average by
 * half a poll. What others do counts with all the time that it is waited for.
 */
export function changingSeconds(changes: readonly CopyChange[], { exact }: Pick<Overhead, 'exact'> = {}): number {
  // What a trial has asked for has gone on since.
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

/** Time until all are done, where each takes the next place that is free. */
export function wallClockSeconds(lengths: readonly number[], places: number): number {
  const starts = computeStarts(lengths, places);
  return Math.max(0, ...lengths.map((length, index) => (starts[index] ?? 0) + length));
}

/** When each begins that takes the next place that is free. */
export function computeStarts(lengths: readonly number[], places: number): readonly number[] {
  const free = Array.from({ length: Math.max(1, Math.min(places, lengths.length)) }, () => 0);
  return lengths.map((length) => {
    const soonest = Math.min(...free);
    free[free.indexOf(soonest)] = soonest + length;
    return soonest;
  });
}
