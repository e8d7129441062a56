/** Reasons against a trial that workloads do not find: from what the state machines recorded about the trial. */
import { findChange } from '../../shapes/events';
import type { TrialEvent } from '../../shapes/recorded-events';
import { FIXTURE_MISMATCH } from '../../shapes/fixture';
import type { SearchDecision } from '../../shapes/guard';
import type { TrialPlan } from '../../shapes/plan';
import { ATTEMPT_LOST } from '../../shapes/reason-effects';
import type { HostRaw, Window } from '../../workloads/contract';
import { type Attempt, RAW_BYTES_MAX, hasSucceeded } from './attempt';
import { formatNames } from './host-facts';
import type { RigOutcome } from '../../shapes/outcomes';
import type { Reason } from '../../shapes/verdict';

interface RunState {
  readonly trial: TrialPlan;
  readonly rigOutcome: RigOutcome | null;
  readonly executionEnded: string | null;
  readonly decision?: SearchDecision | null;
}

/** Maximum length of reason texts that quote output of a host. */
const TEXT_MAX = 600;
const MIB = 1024 * 1024;

/** Explains why a trial without attempts was not run. */
export function explainNotRun({ trial, rigOutcome, executionEnded, decision }: RunState): Reason {
  if (decision?.code) return { level: 'not-run', code: decision.code, text: truncateText(decision.text) };
  const failed = rigOutcome?.failed?.find(({ copy }) => copy === trial.copy);
  if (failed !== undefined) {
    const { copy: target, rig } = trial;
    const text = truncateText(`target instance ${target} of rig ${rig} failed: ${failed.code}: ${failed.text}`);
    return { level: 'not-run', code: 'TargetFailed', text };
  }
  const reason = rigOutcome?.reason;
  if (reason) return { level: 'not-run', code: reason.code, text: truncateText(reason.text) };
  if (rigOutcome?.status === 'FAILED') {
    return { level: 'not-run', code: 'RigFailed', text: `rig ${trial.rig} failed before this trial` };
  }
  if (rigOutcome?.status === 'SUCCEEDED') {
    if (trial.guard !== undefined && decision === null)
      return {
        level: 'not-run',
        code: 'SearchUndecided',
        text: 'the function may-run did not decide whether to measure it',
      };
    const text = `rig ${trial.rig} ended as SUCCEEDED without results of this trial`;
    return { level: 'not-run', code: 'NeverStarted', text };
  }
  return {
    level: 'not-run',
    code: 'ExecutionStopped',
    text: `${describeStop(executionEnded)} before this trial started`,
  };
}

/** One reason per command that did not succeed. */
export function checkCommands({ ended }: Attempt): readonly Reason[] {
  return (ended?.steps ?? []).flatMap(({ name, status, failed }): readonly Reason[] => {
    if (status === 'SUCCEEDED') return [];
    const what = failed.length === 0 ? 'no host is named' : failed.join('; ');
    const differs = failed.some((line) => line.includes(FIXTURE_MISMATCH));
    const shared = failed.some((line) => line.includes('LunShared'));
    const code = shared ? 'LunShared' : status === 'FAILED' ? 'HostFailed' : differs ? 'WrongFixture' : 'HostLost';
    return [{ level: 'invalid', code, text: truncateText(`command ${name} ended as ${status}: ${what}`) }];
  });
}

/** An attempt without a recorded end: invalid, or suspect if all results exist. */
export function checkEnding({ rigOutcome, executionEnded }: RunState, attempt: Attempt, whole: boolean): Reason | null {
  if (attempt.ended !== null) return null;
  const why = rigOutcome?.reason ? `rig ended: ${rigOutcome.reason.text}` : describeStop(executionEnded);
  const begun = attempt.started === null ? '' : ` started at ${attempt.started.startedAt}`;
  const text = `attempt ${attempt.attempt}${begun} has no recorded end (${why})`;
  return whole
    ? { level: 'suspect', code: 'EndNotRecorded', text: truncateText(`${text}; all hosts have results`) }
    : { level: 'invalid', code: 'Interrupted', text: truncateText(text) };
}

/**
 * A change of the target instance during the trial must be done before the measurement ends.
 * @param windows of the hosts, epoch seconds; without any, only a failed change is reported
 */
export function checkChange(
  { events: planned }: Pick<TrialPlan, 'events'>,
  events: readonly TrialEvent[],
  windows: readonly Window[],
): readonly Reason[] {
  const change = findChange(planned);
  if (change === undefined) return [];
  const { stage } = change;
  const invalid = (text: string): Reason[] => [{ level: 'invalid', code: 'EventFailed', text }];
  const found = events.find(({ action }) => action === 'change');
  if (found === undefined) return invalid(`the change to ${stage} was not requested during this trial`);
  const { requested, ready, problem } = found;
  if (ready === null) return invalid(`the change to ${stage} failed: ${problem ?? 'its end was not recorded'}`);
  const end = Math.max(...windows.map(({ to }) => to));
  if (windows.length === 0 || ready <= end) return [];
  const took = (ready - requested).toFixed(0);
  const late = (ready - end).toFixed(0);
  const text = `the change to ${stage} took ${took} s, and was done ${late} s after the measurement ended`;
  return [{ level: 'suspect', code: 'EventLate', text }];
}

/** Files of a command that are too large to be read. These files stay in the bucket. */
export function checkOversizedFiles({ files }: Attempt, command: string): readonly Reason[] {
  const unread = files.flatMap(({ host, command: of, name, unreadBytes }) =>
    of === command && unreadBytes !== undefined
      ? [`${host}/${command}/${name} has ${(unreadBytes / MIB).toFixed(0)} MiB`]
      : [],
  );
  if (unread.length === 0) return [];
  const text = `${formatNames(unread)}; fsxbench does not read files above ${RAW_BYTES_MAX / MIB} MiB`;
  return [{ level: 'invalid', code: 'RawTooLarge', text: truncateText(text) }];
}

/** Hosts without readable results of the measuring command, unless a failed command explains it. */
export function checkMissing(found: {
  readonly attempt: Attempt;
  readonly command: string;
  readonly missing: readonly string[];
  readonly expected: number;
}): readonly Reason[] {
  const { attempt, command, missing, expected } = found;
  const outcomes = attempt.ended?.steps ?? [];
  // If an earlier command failed, the measuring command is not sent; the earlier one has its own reason.
  const sent = outcomes.every(({ name, status }) => name === command || status === 'SUCCEEDED');
  const explained = (host: string): boolean =>
    outcomes.some(({ failed }) => failed.some((line) => line.startsWith(`${host}:`)));
  const lost = sent ? missing.filter((host) => !explained(host)) : [];
  if (lost.length === 0) return [];
  const text =
    `${lost.length} of ${expected} hosts left no readable result of command ${command}: ` + formatNames(lost);
  return [{ level: 'invalid', code: 'ResultLost', text }];
}

/** Commands of other attempts that ran during this one, as reported by hosts, or by their times. */
export function checkOtherRuns(found: {
  readonly hosts: readonly HostRaw[];
  readonly windows: readonly Window[];
  readonly others: readonly { readonly attempt: number; readonly hosts: readonly HostRaw[] }[];
}): readonly Reason[] {
  const reported = found.hosts.flatMap(({ host, status }) => {
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
  const all = [...reported, ...seen];
  if (all.length === 0) return [];
  const text = `commands of another attempt ran while this one measured: ${formatNames(all)}`;
  return [{ level: 'invalid', code: 'ConcurrentCommands', text: truncateText(text) }];
}

/** Notes on attempts that do not count. */
export function describeRetries(attempts: readonly Attempt[], counts: Attempt, trial: TrialPlan): Reason | null {
  const others = attempts.filter(({ attempt }) => attempt !== counts.attempt);
  if (others.length === 0) return null;
  const list = others.map((attempt) => `${attempt.attempt} ${describeAttempt(attempt, trial)}`).join(', ');
  const text = `attempt ${counts.attempt} counts; others: ${list}`;
  return { level: 'note', code: 'Retried', text: truncateText(text) };
}

/** SSM messages for commands that were already running when SSM or fsxbench stopped them. */
const RUNNING_MESSAGES = /: (Execution ?Timed ?Out|Timed ?Out|In ?Progress|Cancell(ing|ed))/;

/** Attempts that began to measure, but did not finish in time or report. Retrying such attempts biases results. */
export function checkLostRuns(attempts: readonly Attempt[], command: string): Reason | null {
  const found = attempts.flatMap(({ attempt, ended }) => {
    const failed = ended?.steps.find(({ name, status }) => name === command && status === 'LOST')?.failed ?? [];
    const silent = failed.find((line) => RUNNING_MESSAGES.test(line));
    return silent === undefined ? [] : [`attempt ${attempt}, ${silent}`];
  });
  if (found.length === 0) return null;
  return {
    level: 'note',
    code: ATTEMPT_LOST,
    text: truncateText(`lost while measuring: ${found.join('; ')}`),
  };
}

function describeAttempt(attempt: Attempt, trial: TrialPlan): string {
  if (attempt.ended === null) return 'has no recorded end';
  if (hasSucceeded(attempt, trial)) return 'succeeded earlier';
  const bad = attempt.ended.steps.find(({ status }) => status !== 'SUCCEEDED');
  return bad === undefined ? 'is incomplete' : `ended as ${bad.status} in ${bad.name}`;
}

function describeStop(executionEnded: string | null): string {
  return executionEnded === null ? 'the execution stopped' : `the execution ended as ${executionEnded}`;
}

function truncateText(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
