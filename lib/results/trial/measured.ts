/** What one attempt of a trial measured, and every reason against it. */
import { FsxbenchError } from '../../shapes/errors';
import type { Plan, PlannedStep, TrialPlan } from '../../shapes/plan';
import type { HostRaw, Reading, Workload } from '../../workloads/contract';
import { readHosts } from '../../workloads/read-hosts';
import type { AllLevels } from '../../shapes/observation';
import { type Attempt, besideOthers, type RawObject } from './attempt';
import { skewFoundBefore, skewReason } from './together/clock-skew';
import { evidenceReasons } from './judge-evidence';
import { fixtureReasons, type Stood } from './fixtures';
import { namesOf } from './host-facts';
import { lateStart } from './together/late-start';
import { stepReasons, missingReasons, notClosedReason, othersReasons, unreadReasons } from './outside-reasons';
import type { RigOutcome } from '../../shapes/marks';
import { type Overlap, overlapOf } from './together/overlap';
import { settledReasons } from './settled';
import type { Telemetry } from '../../shapes/telemetry';
import type { Reason, TrialRow } from '../../shapes/verdict';

/** What a trial is judged by. */
export interface TrialInput<P = unknown> {
  /** Facts of the plan: names, and the hosts of each rig. */
  readonly plan: Pick<Plan, 'experiment' | 'executionId'> & {
    readonly rigs: readonly {
      readonly rig: string;
      readonly roles: readonly { readonly role: string; readonly count: number }[];
    }[];
  };
  readonly trial: TrialPlan;
  /** Of the trial's cell, for its observations. */
  readonly levels: AllLevels;
  readonly workload: Workload<P>;
  /** Parameters of the trial's cell. */
  readonly params: P;
  /** Everything below `layout.trial(rig, trial)`; other keys are ignored. */
  readonly objects: readonly RawObject[];
  /** Null where the rig was stopped from outside, or never began. */
  readonly rigOutcome: RigOutcome | null;
  /** How the execution ended (`ABORTED`, …); null where it is not known or still goes on. */
  readonly executionEnded: string | null;
  /** Epoch milliseconds: stands for a window where not even the attempt's start is known. */
  readonly now: number;
  /** Says what the kernel has mounted in place of what was asked for; absent where nobody can say. */
  readonly mounted?: Stood['mounted'] | undefined;
  /** What the Prometheus of its target was asked; null or left out: nothing. */
  readonly telemetry?: Telemetry | null | undefined;
  /** An earlier row of the trial, where copies of its raw files are judged again. */
  readonly before?: Pick<TrialRow, 'attempt' | 'reasons'> | null;
}

/** What the files of the attempt that counts say. */
export interface Measured {
  readonly hosts: readonly HostRaw[];
  readonly reading: Reading;
  readonly overlap: Overlap | null;
  readonly reasons: readonly Reason[];
  /** Numbers of all hosts together stand only where all hosts gave one and measured at the same time. */
  readonly aggregate: boolean;
}

/**
 * The step whose files are read.
 * @throws Error where the plan marks none
 */
export function measuringStep({ trial, steps }: Pick<TrialPlan, 'trial' | 'steps'>): PlannedStep {
  const step = steps.find(({ measures }) => measures);
  if (step === undefined)
    throw new FsxbenchError('Unexpected', `the plan has no step of trial ${trial} that measures: expected one`);
  return step;
}

/**
 * Reads and judges the files of one attempt.
 * @param others what the measuring command of the trial's other attempts left
 */
export function measure<P>(
  input: TrialInput<P>,
  attempt: Attempt,
  hosts: readonly HostRaw[],
  others: readonly { readonly attempt: number; readonly hosts: readonly HostRaw[] }[],
): Measured {
  const { trial } = input;
  const expected = expectedHosts(input);
  const reading = readSafely(input, hosts, new Set(expected));
  const failures = stepReasons(attempt);
  const answered = new Set(hosts.filter(({ status }) => status !== null).map(({ host }) => host));
  const heard = new Set(reading.windows.map(({ host }) => host));
  const missing = expected.filter((host) => !answered.has(host));
  const silent = expected.filter((host) => answered.has(host) && !heard.has(host));
  const { warmUp, until } = input.workload.duration(input.params);
  const overlap = overlapOf(reading.windows, until);
  const skew = skewReason(hosts, reading.windows, overlap) ?? skewFoundBefore(input.before, attempt.attempt);
  const late = lateStart(hosts, reading.windows, warmUp);
  const invalid = reading.reasons.some(({ level }) => level === 'invalid');
  const reasons = [
    ...failures,
    ...(failures.some(({ code }) => code === 'WrongFixture')
      ? []
      : fixtureReasons({ slots: trial.slots, mounted: input.mounted }, hosts, besideOthers(attempt, hosts))),
    ...unreadReasons(attempt, measuringStep(trial).name),
    ...missingReasons({ attempt, command: measuringStep(trial).name, missing, expected: expected.length }),
    ...(overlap?.reason ? [overlap.reason] : []),
    ...(skew === null ? [] : [skew]),
    ...(late === null ? [] : [late]),
    ...othersReasons({ hosts, windows: reading.windows, others }),
    ...settledReasons(hosts),
    ...reading.reasons,
    ...evidenceReasons(hosts),
  ];
  if (silent.length > 0 && !invalid) {
    const text = `no measured window can be read from ${namesOf(silent)}`;
    reasons.push({ level: 'invalid', code: 'NoWindow', text });
  }
  if (reading.windows.length === 0 && !reasons.some(({ level }) => level === 'invalid')) {
    reasons.push({ level: 'invalid', code: 'NoWindow', text: 'no host left anything that was measured' });
  }
  const failedTools = hosts.flatMap(({ host, status }) =>
    status === null || status.rc === 0 ? [] : [`${host}: ${status.tool} ended with exit code ${status.rc}`],
  );
  if (failedTools.length > 0 && !reasons.some(({ level }) => level === 'invalid')) {
    reasons.push({ level: 'invalid', code: 'ToolFailed', text: namesOf(failedTools) });
  }
  const whole = missing.length === 0 && silent.length === 0;
  const unclosed = notClosedReason(input, attempt, whole && hosts.length > 0);
  if (unclosed !== null) reasons.unshift(unclosed);
  const together = overlap !== null && overlap.reason === null && skew?.level !== 'invalid';
  return { hosts, reading, overlap, reasons, aggregate: whole && together };
}

/** A workload never throws for bad content; should it do so all the same, the trial says so and the rest goes on. */
function readSafely<P>(
  { workload, params }: TrialInput<P>,
  hosts: readonly HostRaw[],
  measuring: ReadonlySet<string>,
): Reading {
  if (!hosts.some(({ files, status }) => files.length > 0 || status !== null)) {
    return { observations: [], windows: [], series: [], reasons: [] };
  }
  try {
    const own = hosts.filter(({ host }) => measuring.has(host));
    const reading = readHosts(workload, own, params);
    const windows = reading.windows.filter(({ from, to }) => isInstant(from) && isInstant(to));
    const observations = reading.observations.filter(({ value }) => Number.isFinite(value));
    const whole = { ...reading, windows, observations };
    return { ...whole, reasons: [...reading.reasons, ...workload.judge(whole, hosts, params)] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `the raw files cannot be read as ${workload.kind}: ${why}`;
    return { observations: [], windows: [], series: [], reasons: [{ level: 'invalid', code: 'Unreadable', text }] };
  }
}

/** Epoch seconds that a date can hold (ECMA-262, time values: at most 8.64e15 ms from the epoch). */
function isInstant(seconds: number): boolean {
  return Math.abs(seconds) <= 8.64e12;
}

/** Hosts of the roles that measure, as far as they take part in the step that does. */
function expectedHosts<P>({ plan, trial, workload, params }: TrialInput<P>): readonly string[] {
  const step = measuringStep(trial);
  const rig = plan.rigs.find(({ rig: name }) => name === trial.rig);
  const fleet = (rig?.roles ?? []).map(({ role }) => role);
  const measuring = workload.roles(params, fleet).flatMap(({ role, measures }) => (measures ? [role] : []));
  const roles = (rig?.roles ?? []).filter(({ role }) => step.roles.includes(role) && measuring.includes(role));
  return roles.flatMap(({ role, count }) => Array.from({ length: count }, (_, index) => `${role}-${index}`));
}
