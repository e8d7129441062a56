/** Reasons that do not come from a workload: what the machines left, or did not leave, about a trial. */
import { FIXTURE_MISMATCH } from '../../shapes/fixture';
import type { TrialPlan } from '../../shapes/plan';
import { LOST_AT_WORK } from '../../shapes/reason-effects';
import type { HostRaw, Window } from '../../workloads/contract';
import { type Attempt, RAW_BYTES_MAX, hasSucceeded } from './attempt';
import { formatNames } from './host-facts';
import type { RigOutcome } from '../../shapes/outcomes';
import type { Reason } from '../../shapes/verdict';

interface RunState {
  readonly trial: TrialPlan;
  readonly rigOutcome: RigOutcome | null;
  readonly executionEnded: string | null;
}

/** Longest text of a reason that quotes what a host printed. */
const TEXT_MAX = 600;
const MIB = 1024 * 1024;

/** Why a trial without any attempt was not run. */
export function explainNotRun({ trial, rigOutcome, executionEnded }: RunState): Reason {
  const failed = rigOutcome?.failed?.find(({ copy }) => copy === trial.copy);
  if (failed !== undefined) {
    const text = cutText(`${trial.copy} of rig ${trial.rig} was given up: ${failed.code}: ${failed.text}`);
    return { level: 'not-run', code: 'TargetFailed', text };
  }
  const reason = rigOutcome?.reason;
  if (reason) return { level: 'not-run', code: reason.code, text: cutText(reason.text) };
  if (rigOutcome?.status === 'FAILED') {
    return { level: 'not-run', code: 'RigFailed', text: `rig ${trial.rig} failed before this trial` };
  }
  if (rigOutcome?.status === 'SUCCEEDED') {
    const text = `rig ${trial.rig} ended as SUCCEEDED, but left nothing of this trial`;
    return { level: 'not-run', code: 'NeverStarted', text };
  }
  return {
    level: 'not-run',
    code: 'ExecutionStopped',
    text: `${describeStop(executionEnded)} before this trial started`,
  };
}

/** Commands that did not succeed, one reason each. */
export function checkSteps({ ended }: Attempt): readonly Reason[] {
  return (ended?.steps ?? []).flatMap(({ name, status, failed }): readonly Reason[] => {
    if (status === 'SUCCEEDED') return [];
    const what = failed.length === 0 ? 'no host is named' : failed.join('; ');
    const differs = failed.some((line) => line.includes(FIXTURE_MISMATCH));
    const shared = failed.some((line) => line.includes('LunShared'));
    const code = shared ? 'LunShared' : status === 'FAILED' ? 'HostFailed' : differs ? 'WrongFixture' : 'HostLost';
    return [{ level: 'invalid', code, text: cutText(`command ${name} ended as ${status}: ${what}`) }];
  });
}

/** An attempt that was never closed: invalid, or suspect where all results are there all the same. */
export function checkClosed({ rigOutcome, executionEnded }: RunState, attempt: Attempt, whole: boolean): Reason | null {
  if (attempt.ended !== null) return null;
  const why = rigOutcome?.reason ? `rig ended: ${rigOutcome.reason.text}` : describeStop(executionEnded);
  const begun = attempt.started === null ? '' : ` begun at ${attempt.started.startedAt}`;
  const text = `attempt ${attempt.attempt}${begun} was never closed (${why})`;
  return whole
    ? { level: 'suspect', code: 'EndNotRecorded', text: cutText(`${text}; all hosts left results`) }
    : { level: 'invalid', code: 'Interrupted', text: cutText(text) };
}

/** Files of a command that are too large to be read; they stay where they are. */
export function checkUnread({ files }: Attempt, command: string): readonly Reason[] {
  const unread = files.flatMap(({ host, command: of, name, unreadBytes }) =>
    of === command && unreadBytes !== undefined
      ? [`${host}/${command}/${name} has ${(unreadBytes / MIB).toFixed(0)} MiB`]
      : [],
  );
  if (unread.length === 0) return [];
  const text = `${formatNames(unread)}; files above ${RAW_BYTES_MAX / MIB} MiB are not read`;
  return [{ level: 'invalid', code: 'RawTooLarge', text: cutText(text) }];
}

/** Hosts that left no readable results of the measuring command, where no failed command says why. */
export function checkMissing(found: {
  readonly attempt: Attempt;
  readonly command: string;
  readonly missing: readonly string[];
  readonly expected: number;
}): readonly Reason[] {
  const { attempt, command, missing, expected } = found;
  const outcomes = attempt.ended?.steps ?? [];
  // Where an earlier command failed, the measuring one was never sent: that reason stands already.
  const sent = outcomes.every(({ name, status }) => name === command || status === 'SUCCEEDED');
  const explained = (host: string): boolean =>
    outcomes.some(({ failed }) => failed.some((line) => line.startsWith(`${host}:`)));
  const lost = sent ? missing.filter((host) => !explained(host)) : [];
  if (lost.length === 0) return [];
  const text =
    `${lost.length} of ${expected} hosts left no readable result of command ${command}: ` + formatNames(lost);
  return [{ level: 'invalid', code: 'ResultLost', text }];
}

/**
 * Commands of other attempts that ran while this one measured: those that a host could not end and wrote down, and
 * those of this trial whose own times say it.
 */
export function checkOtherRuns(found: {
  readonly hosts: readonly HostRaw[];
  readonly windows: readonly Window[];
  readonly others: readonly { readonly attempt: number; readonly hosts: readonly HostRaw[] }[];
}): readonly Reason[] {
  const told = found.hosts.flatMap(({ host, status }) => {
    const running = status?.facts['others'] ?? '';
    return running === '' ? [] : [`${host}: ${running}`];
  });
  const from = Math.min(...found.windows.map((window) => window.from));
  const to = Math.max(...found.windows.map((window) => window.to));
  const seen = found.others.flatMap(({ attempt, hosts }) =>
    hosts.flatMap(({ host, status }) =>
      status !== null && status.started < to && status.ended > from ? [`${host}: attempt ${attempt}`] : [],
    ),
  );
  const all = [...told, ...seen];
  if (all.length === 0) return [];
  const text = `commands of another attempt ran while this one measured: ${formatNames(all)}`;
  return [{ level: 'invalid', code: 'ConcurrentCommands', text: cutText(text) }];
}

/** That there were attempts which do not count. */
export function describeRetries(attempts: readonly Attempt[], counts: Attempt, trial: TrialPlan): Reason | null {
  const others = attempts.filter(({ attempt }) => attempt !== counts.attempt);
  if (others.length === 0) return null;
  const list = others.map((attempt) => `${attempt.attempt} ${describeAttempt(attempt, trial)}`).join(', ');
  const text = `attempt ${counts.attempt} counts; others: ${list}`;
  return { level: 'note', code: 'Retried', text: cutText(text) };
}

/** What SSM says of commands that were at work when they were given up: that they were sent is no word of that. */
const AT_WORK = /: (Execution ?Timed ?Out|Timed ?Out|In ?Progress|Cancell(ing|ed))/;

/**
 * That attempts had begun to measure and were not done in time, or never told: those that were tried again are no
 * choice of chance. A host that went away counts, too: nobody can say what it would have told.
 */
export function checkLostRuns(attempts: readonly Attempt[], command: string): Reason | null {
  const found = attempts.flatMap(({ attempt, ended }) => {
    const failed = ended?.steps.find(({ name, status }) => name === command && status === 'LOST')?.failed ?? [];
    const silent = failed.find((line) => AT_WORK.test(line));
    return silent === undefined ? [] : [`attempt ${attempt}, ${silent}`];
  });
  if (found.length === 0) return null;
  return {
    level: 'note',
    code: LOST_AT_WORK,
    text: cutText(`lost after it had begun to measure: ${found.join('; ')}`),
  };
}

function describeAttempt(attempt: Attempt, trial: TrialPlan): string {
  if (attempt.ended === null) return 'was never closed';
  if (hasSucceeded(attempt, trial)) return 'succeeded earlier';
  const bad = attempt.ended.steps.find(({ status }) => status !== 'SUCCEEDED');
  return bad === undefined ? 'is incomplete' : `ended as ${bad.status} in ${bad.name}`;
}

function describeStop(executionEnded: string | null): string {
  return executionEnded === null ? 'the execution stopped' : `the execution ended as ${executionEnded}`;
}

function cutText(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
