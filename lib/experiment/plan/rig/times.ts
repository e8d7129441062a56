/** Estimated seconds of a rig: overhead, changes, trials, and elapsed time of parallel work. */
import { sumAll } from '../../../shapes/collections';
import type { CopyChange, PlannedStep, Timing, TrialPlan } from '../../../shapes/plan';
import { estimateTransportSeconds } from '../../../shapes/timing';
import { PARALLEL_PREPARATIONS, type RigDraft } from './draft';

/** Overhead in seconds: until hosts have booted, for each command, for each trial, and for teardown. */
export interface Overhead {
  readonly boot: number;
  readonly command: number;
  readonly trial: number;
  /** Instead of command and trial, if hosts had the trial before they were free: its start and end on them. */
  readonly ahead: number;
  readonly teardown: number;
  /** Whether to exclude delays of polls and barriers. */
  readonly exact?: true;
}

/**
 * Overhead on the local machine and on EC2, for estimates only. Of 5 s around a command of Systems Manager, two to
 * three are its transport to the host and back, which rehearsals lack; assumed. So are 3 s for uploads of one trial and
 * the start of the next on a host that has it already. EC2 bills hosts until their termination is requested,
 * which rehearsals do within a second of the last trial, and disks until the host is gone. The delete of storage is
 * requested 12 to 45 s after the last trial.
 */
const LOCAL_OVERHEAD: Overhead = { boot: 1, command: 0.4, trial: 0.3, ahead: 0.5, teardown: 2 };
const AWS_OVERHEAD: Overhead = { boot: 120, command: 5, trial: 3, ahead: 3, teardown: 45 };
/** Only the overhead of EC2, without that of fsxbench. */
export const MIN_OVERHEAD: Overhead = {
  boot: AWS_OVERHEAD.boot,
  command: 0,
  trial: 0,
  ahead: 0,
  teardown: 0,
  exact: true,
};

export function getOverhead(local: boolean): Overhead {
  return local ? LOCAL_OVERHEAD : AWS_OVERHEAD;
}

/** Estimated seconds of a rig, from the readiness of its storage. */
export interface RigSeconds {
  readonly starting: number;
  /** Changes before each stretch, and its trials. */
  readonly stretches: readonly { readonly changing: number; readonly trials: number }[];
  readonly hosts: number;
}

function computeCommandSeconds(
  commands: readonly PlannedStep[],
  timing: Timing,
  around: Overhead,
  isLater = false,
): number {
  const leadOf = ({ barrier, hosts }: PlannedStep): number =>
    !barrier || around.exact === true ? 0 : isLater ? estimateLaterLead(hosts, timing) : timing.barrierLeadSeconds;
  return sumAll(commands.map((one) => one.expectedSeconds + around.command + leadOf(one)));
}

/** Lead time after the first round, which the state machine `trial-batch` derives from what hosts needed. */
function estimateLaterLead(hosts: number, { barrierLeadSeconds, barrierMargin }: Timing): number {
  const { factor, seconds } = barrierMargin;
  return Math.min(barrierLeadSeconds, factor * estimateTransportSeconds(hosts) + seconds);
}

/**
 * Seconds of a trial in its rig: setup, commands and overhead. A searched value counts with its share of trials.
 * @param isLater after the first round of its batch, hosts start together sooner @param before the preceding trial
 */
export function computeTrialSeconds(
  trial: Pick<TrialPlan, 'steps' | 'fixtures' | 'fixturesFirst' | 'share' | 'guard' | 'events'>,
  timing: Timing,
  around: Overhead,
  isLater = false,
  before?: TrialPlan,
): number {
  const { steps, fixtures, fixturesFirst, share = 1 } = trial;
  if (before !== undefined && isSentAhead(trial, before, isLater)) {
    const [step] = steps;
    const lead = step?.barrier === true ? estimateLaterLead(step.hosts, timing) : around.ahead;
    return (step?.expectedSeconds ?? 0) + (around.exact === true ? 0 : lead);
  }
  const first = fixturesFirst === true ? (fixtures ?? []) : [];
  // The first trial of a search always runs, so its setup counts whole.
  const setup = computeCommandSeconds(first, timing, around);
  return setup + share * (computeCommandSeconds(steps, timing, around, isLater) + around.trial);
}

/** Maximum time limit of a command sent ahead. Systems Manager ends commands after 172,800 s, with their waits. */
const MAX_AHEAD_SECONDS = 86_000;

/**
 * Whether hosts may get a trial while the one before it runs, and another one while it runs: it is one command on hosts
 * that the rig launched, needed whatever others have measured, and nothing else happens meanwhile.
 */
export function canRunAhead({
  steps,
  guard,
  events = [],
  fixturesFirst,
}: Pick<TrialPlan, 'steps' | 'guard' | 'events' | 'fixturesFirst'>): boolean {
  const [step] = steps;
  if (step === undefined || steps.length > 1 || guard !== undefined || events.length > 0) return false;
  // A start that hosts agree on needs a known end.
  if (step.barrier && step.fixedWork === true) return false;
  return fixturesFirst !== true && step.wrapperKey === undefined && step.timeoutSeconds <= MAX_AHEAD_SECONDS;
}

/**
 * Estimate of what the machine `trial-batch` does, which also sends trials of the first round ahead, with a full lead,
 * and none across batches. Its checks of time and budget count trials one after the other.
 */
function isSentAhead(trial: Parameters<typeof canRunAhead>[0], before: TrialPlan, isLater: boolean): boolean {
  const [[step], [last]] = [trial.steps, before.steps];
  if (!canRunAhead(trial) || !canRunAhead(before) || step?.roles.join(' ') !== last?.roles.join(' ')) return false;
  return step?.barrier !== true || isLater;
}

export function computeRigSeconds({ copies, stretches }: RigDraft, timing: Timing, around: Overhead): RigSeconds {
  const starting =
    around.boot +
    computeElapsedSeconds(
      copies.map(({ prepare }) => computeCommandSeconds(prepare, timing, around)),
      PARALLEL_PREPARATIONS,
    );
  const lengths = stretches.map(({ changes, trials }) => ({
    changing: computeChangeSeconds(changes, around),
    trials: sumAll(
      trials.map((trial, nth) =>
        computeTrialSeconds(trial, timing, around, trial.round > (trials[0]?.round ?? 0), trials[nth - 1]),
      ),
    ),
  }));
  const measuring = sumAll(lengths.map(({ changing, trials }) => changing + trials));
  return { starting, stretches: lengths, hosts: starting + measuring + around.teardown };
}

/**
 * Target instances change in parallel. Each sends its requests in sequence, after the pauses that AWS requires. Polls
 * add half an interval on average. External actions count with their full time limit.
 */
export function computeChangeSeconds(changes: readonly CopyChange[], { exact }: Pick<Overhead, 'exact'> = {}): number {
  // A change that a trial requested has been running since then.
  const ofCopy = ({ requests, actions = [], waitSeconds = 0, requestedBy: asked }: CopyChange): number =>
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
export function computeElapsedSeconds(lengths: readonly number[], places: number): number {
  const starts = computeStartTimes(lengths, places);
  return Math.max(0, ...lengths.map((length, index) => (starts[index] ?? 0) + length));
}

/** Start of each job that takes the next free slot. */
export function computeStartTimes(lengths: readonly number[], places: number): readonly number[] {
  const free = Array.from({ length: Math.max(1, Math.min(places, lengths.length)) }, () => 0);
  return lengths.map((length) => {
    const soonest = Math.min(...free);
    free[free.indexOf(soonest)] = soonest + length;
    return soonest;
  });
}
