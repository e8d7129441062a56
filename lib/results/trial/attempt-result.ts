/** Measurements of one attempt of a trial, and all reasons against it. */
import { FsxbenchError } from '../../shapes/errors';
import type { SearchDecision } from '../../shapes/guard';
import type { Plan, PlannedStep, TrialPlan } from '../../shapes/plan';
import type { KillEvent } from '../../shapes/recorded-events';
import type { HostRaw, Reading, Workload, Window } from '../../workloads/contract';
import type { WorkloadRole } from '../../workloads/role';
import { judgeReading, nameVariant } from '../../workloads/judge-reading';
import { readHosts } from '../../workloads/read-hosts';
import type { AllLevels } from '../../shapes/observation';
import { type Attempt, listOtherHosts, type RawObject } from './attempt';
import { findEarlierSkew, checkSkew } from './together/clock-skew';
import { judgeEvidence } from './judge-evidence';
import { checkFixtures, type ExpectedFixtures } from './fixtures';
import { formatNames } from './host-facts';
import {
  checkChange,
  checkCommands,
  checkMissing,
  checkEnding,
  checkOtherRuns,
  checkOversizedFiles,
} from './attempt-reasons';
import type { RigOutcome } from '../../shapes/outcomes';
import { judgeSurroundings } from './surroundings';
import { type Overlap, computeOverlap } from './together/overlap';
import type { Telemetry } from '../../shapes/telemetry';
import type { Reason, TrialRow } from '../../shapes/verdict';
import { formatBytes } from '../../shapes/quantity';

export interface TrialInput<P = unknown> {
  /** Part of the plan: names, and the hosts of each rig. */
  readonly plan: Pick<Plan, 'experiment' | 'executionId'> & {
    readonly rigs: readonly {
      readonly rig: string;
      readonly roles: readonly { readonly role: string; readonly count: number; readonly instanceType?: string }[];
    }[];
  };
  readonly trial: TrialPlan;
  /** Levels of the trial's cell, for its observations. */
  readonly levels: AllLevels;
  readonly workload: Workload<P>;
  readonly params: P;
  /** Objects below `layout.trial(rig, trial)`; the code ignores other keys. */
  readonly objects: readonly RawObject[];
  /** Null if the rig was stopped from outside, or never started. */
  readonly rigOutcome: RigOutcome | null;
  /** How the execution ended (`ABORTED`, …); null if unknown or still running. */
  readonly executionEnded: string | null;
  /** Whether a trial of a search runs; null if nothing was decided. */
  readonly decision?: SearchDecision | null;
  /** Epoch milliseconds; used if the start of the attempt is unknown. */
  readonly now: number;
  /** Describes a mount that differs from the requested one; absent if no check is possible. */
  readonly mounted?: ExpectedFixtures['mounted'] | undefined;
  /** Prometheus queries for the target; null or absent: none. */
  readonly telemetry?: Telemetry | null | undefined;
  /** Earlier row of the trial, if its raw files are copies that are judged again. */
  readonly before?: Pick<TrialRow, 'attempt' | 'reasons'> | null;
}

export interface AttemptResult {
  readonly hosts: readonly HostRaw[];
  readonly reading: AttemptReading;
  readonly overlap: Overlap | null;
  readonly reasons: readonly Reason[];
  /** Whether totals over hosts are valid: all hosts reported, and all measured at the same time. */
  readonly aggregate: boolean;
}

/** Parsed results, with the events that hosts recorded. */
interface AttemptReading extends Reading {
  readonly events?: readonly KillEvent[];
}

/** The step that measures, whose files are read. @throws FsxbenchError if the plan has none */
export function getMeasuringStep({ trial, steps }: Pick<TrialPlan, 'trial' | 'steps'>): PlannedStep {
  const step = steps.find(({ measures }) => measures);
  if (step === undefined)
    throw new FsxbenchError('Unexpected', `the plan has no step of trial ${trial} that measures; expected one`);
  return step;
}

/** Reads and judges the files of one attempt. @param others results of the measuring command in other attempts */
export function judgeAttempt<P>(
  input: TrialInput<P>,
  attempt: Attempt,
  hosts: readonly HostRaw[],
  others: readonly { readonly attempt: number; readonly hosts: readonly HostRaw[] }[],
): AttemptResult {
  const { trial } = input;
  const expected = listExpectedHosts(input);
  const reading = parseSafely(input, hosts, new Set(expected), attempt.events);
  const failures = checkCommands(attempt);
  const answered = new Set(hosts.filter(({ status }) => status !== null).map(({ host }) => host));
  const heard = new Set(reading.windows.map(({ host }) => host));
  const missing = expected.filter((host) => !answered.has(host));
  const silent = expected.filter((host) => answered.has(host) && !heard.has(host));
  const { warmUp, until } = input.workload.duration(input.params);
  const overlap = computeOverlap(reading.windows, until);
  const skew = checkSkew(hosts, overlap) ?? findEarlierSkew(input.before, attempt.attempt);
  const late = checkLateStart(hosts, reading.windows, warmUp);
  const invalid = reading.reasons.some(({ level }) => level === 'invalid');
  const reasons = [
    ...failures,
    ...(failures.some(({ code }) => code === 'WrongFixture')
      ? []
      : checkFixtures({ slots: trial.slots, mounted: input.mounted }, hosts, listOtherHosts(attempt, hosts))),
    ...checkOversizedFiles(attempt, getMeasuringStep(trial).name),
    ...checkMissing({ attempt, command: getMeasuringStep(trial).name, missing, expected: expected.length }),
    ...(overlap?.reason ? [overlap.reason] : []),
    ...(skew === null ? [] : [skew]),
    ...(late === null ? [] : [late]),
    ...checkChange(trial, attempt.events, reading.windows),
    ...checkOtherRuns({ hosts, windows: reading.windows, others }),
    ...checkWriteback(hosts),
    ...reading.reasons,
    ...judgeEvidence(hosts, listServerHosts(input, hosts)),
    ...judgeSurroundings(hosts, nameVariant(input.workload, input.params), input.params, reading.observations),
  ];
  if (silent.length > 0 && !invalid) {
    const text = `no measured window is readable from ${formatNames(silent)}`;
    reasons.push({ level: 'invalid', code: 'NoWindow', text });
  }
  if (reading.windows.length === 0 && !reasons.some(({ level }) => level === 'invalid')) {
    reasons.push({ level: 'invalid', code: 'NoWindow', text: 'no host left measurements' });
  }
  const failedTools = hosts.flatMap(({ host, status }) =>
    status === null || status.rc === 0 ? [] : [`${host}: ${status.tool} ended with exit code ${status.rc}`],
  );
  if (failedTools.length > 0 && !reasons.some(({ level }) => level === 'invalid')) {
    reasons.push({ level: 'invalid', code: 'ToolFailed', text: formatNames(failedTools) });
  }
  const whole = missing.length === 0 && silent.length === 0;
  const unclosed = checkEnding(input, attempt, whole && hosts.length > 0);
  if (unclosed !== null) reasons.unshift(unclosed);
  const together = overlap !== null && overlap.reason === null && skew?.level !== 'invalid';
  return { hosts, reading, overlap, reasons, aggregate: whole && together };
}

/** Workloads do not throw on bad content. If one does throw, only this trial fails. */
function parseSafely<P>(
  { workload, params, trial }: TrialInput<P>,
  hosts: readonly HostRaw[],
  measuring: ReadonlySet<string>,
  changes: Attempt['events'],
): AttemptReading {
  if (!hosts.some(({ files, status }) => files.length > 0 || status !== null)) {
    return { observations: [], windows: [], series: [], reasons: [] };
  }
  try {
    const own = hosts.filter(({ host }) => measuring.has(host));
    const reading = readHosts(workload, own, params);
    const windows = reading.windows.filter(({ from, to }) => isValidTime(from) && isValidTime(to));
    const fleet = workload.readFleet?.(reading, hosts, params);
    const all = [...reading.observations, ...(fleet?.observations ?? [])];
    const observations = all.filter(({ value }) => Number.isFinite(value));
    const kills = fleet?.events ?? [];
    const whole = { ...reading, windows, observations, happened: [...changes, ...kills] };
    const reasons = judgeReading(workload, whole, hosts, params, { copy: trial.copy, events: trial.events ?? [] });
    return { ...whole, events: kills, reasons: [...reading.reasons, ...reasons] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `the raw files cannot be read as ${workload.kind}: ${why}`;
    return { observations: [], windows: [], series: [], reasons: [{ level: 'invalid', code: 'Unreadable', text }] };
  }
}

/** Whether JavaScript dates can represent these epoch seconds (ECMA-262, time values: at most 8.64e15 ms). */
function isValidTime(seconds: number): boolean {
  return Math.abs(seconds) <= 8.64e12;
}

/** Hosts with a measuring role in the measuring step. */
function listExpectedHosts<P>(input: TrialInput<P>): readonly string[] {
  const step = getMeasuringStep(input.trial);
  return listHosts(input, ({ role, measures }) => measures && step.roles.includes(role));
}

/** Hosts of roles whose services are part of the workload. */
function listServerHosts<P>(input: TrialInput<P>, hosts: readonly HostRaw[]): ReadonlySet<string> {
  const serving = new Set(listHosts(input, ({ services = [], measures }) => services.length > 0 && !measures));
  return new Set(hosts.flatMap(({ host }) => (serving.has(host) ? [host] : [])));
}

function listHosts<P>(
  { plan, trial, workload, params }: TrialInput<P>,
  isListed: (role: WorkloadRole) => boolean,
): readonly string[] {
  const own = plan.rigs.find(({ rig }) => rig === trial.rig)?.roles ?? [];
  const known = workload.roles(
    params,
    own.map(({ role }) => role),
  );
  const listed = new Set(known.flatMap((one) => (isListed(one) ? [one.role] : [])));
  return own
    .filter(({ role }) => listed.has(role))
    .flatMap(({ role, count }) => Array.from({ length: count }, (_, index) => `${role}-${index}`));
}

/** A start is late if the delay exceeds these seconds and this share of the window. Waking up takes milliseconds. */
const LATE_SECONDS = 1;
const LATE_SHARE = 0.05;

/** All hosts late together have equal windows, but events hit another phase. @param warmUp seconds before the window */
export function checkLateStart(hosts: readonly HostRaw[], windows: readonly Window[], warmUp: number): Reason | null {
  const froms = new Map(windows.map(({ host, from }) => [host, from]));
  const late = hosts.flatMap(({ host, status }) => {
    const from = froms.get(host);
    const agreed = status?.startAt ?? null;
    return from === undefined || agreed === null ? [] : [from - warmUp - agreed];
  });
  const least = Math.min(...late);
  const longest = Math.max(...windows.map(({ from, to }) => to - from));
  if (late.length === 0 || least <= Math.max(LATE_SECONDS, LATE_SHARE * longest)) return null;
  const who = late.length === 1 ? 'the host began' : `all ${late.length} hosts began`;
  const text = `${who} ${least.toFixed(1)} s or more after the agreed time`;
  return { level: 'suspect', code: 'StartedLate', text };
}

/** Up to this many bytes, an idle system has pending writes: logs, access times. */
const LEAST_BYTES = 1024 ** 2;

/** Reason SUSPECT `WritebackPending` if hosts could not flush pending writes in time: `workloads/shell/settle.sh`. */
function checkWriteback(hosts: readonly HostRaw[]): readonly Reason[] {
  const found = hosts.flatMap(({ host, status }) => {
    const synced = status?.facts['synced'];
    if (status === null || status.rc !== 0 || synced === undefined || synced === 'yes') return [];
    const left = Number(status.facts['stillToWriteBytes'] ?? Number.NaN);
    if (left < LEAST_BYTES) return [];
    return [`${host}: ${synced}${Number.isNaN(left) ? '' : `, ${formatBytes(left)} were pending`}`];
  });
  if (found.length === 0) return [];
  const text = `earlier writes were not all on the storage when the trial started: ${formatNames(found)}`;
  return [{ level: 'suspect', code: 'WritebackPending', text }];
}
