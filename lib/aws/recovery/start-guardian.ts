/** Starts a guardian for an execution that left resources or lost its guardian. Needs only tags and names. */
import {
  joinName,
  EXECUTION_NAME_PATTERN,
  parseExecutionId,
  findMachine,
  parseParts,
  makeRecoveryName,
  toExecutionId,
} from '../../shapes/execution-names';
import { getFenceKey, layout } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import type { Timing } from '../../shapes/plan';
import { LONGEST_TIMING, buildTiming } from '../../experiment/plan/timing';
import { readText } from '../bucket';
import type { Context } from '../context';
import { type ExecutionState, toExecutionArn, readFirstGuardianInput, MAX_RECOVERIES } from '../executions';
import { closeFence } from '../fence';
import { TransientError } from '../handler';
import { makeRefusalName, notify } from '../mail/notify';
import { judgeGuardians, readProvenAt, wakeGuardian } from './guardians';
import { type Pointer, findPointer } from './pointer';

/**
 * Maximum recoveries by the event rule: a failing guardian must not restart itself for ever. The janitor has a separate
 * limit, so that it can continue after a long outage.
 */
export const RECOVERIES_BY_RULE = 5;

/** Attempts to find an unused name. */
const TRIES_MAX = 5;

/** Known data of an execution that needs a guardian. */
interface GuardianRequest {
  readonly executionId: string;
  readonly why: string;
  /** From tags of resources; null or absent if only a name is known. */
  readonly experiment?: string | null | undefined;
  /** Reason of the janitor: resources exist, or the proof or the mail is missing. */
  readonly left?: boolean | undefined;
  /** Deadline, epoch seconds, from tags; the pointer's deadline has priority. */
  readonly until?: number | undefined;
  /** ARN of the failed execution in the event; its name, if it is an experiment. */
  readonly endedArn?: string | undefined;
  readonly endedName?: string | undefined;
}

interface GuardianStart {
  readonly executionId: string;
  readonly started: string | null;
  readonly why: string;
  /** Why resources remain without a guardian: every pass of the janitor fails with this reason. */
  readonly unguarded?: string;
}

/**
 * Starts a guardian in recover mode under the next free name, unless one is running, or one succeeded and nothing is
 * reported left. The guardian lets a running execution continue, as the first guardian does. A failed experiment is
 * closed at once, because a running guardian may be unable to observe the failure.
 * @throws Transient if taken names belong to executions that are not visible yet
 */
export async function startGuardian(event: GuardianRequest, context: Context): Promise<GuardianStart> {
  const { executionId } = event;
  const left = event.left === true;
  await closeEndedFence(event, context);
  for (let looks = 0; looks <= TRIES_MAX; looks += 1) {
    const decided = pickNextName(executionId, await judgeGuardians(context, executionId), left);
    if (decided.name === null) {
      // No further recovery follows: a person must act.
      const unguarded = left && decided.why === USED_UP;
      if (unguarded) await notifyUnguarded(event, context);
      return { executionId, started: null, why: decided.why, ...(unguarded ? { unguarded: decided.why } : {}) };
    }
    const input = await makeGuardianInput(event, context);
    if (input === null) {
      await notifyNotAdmitted(event, context);
      return { executionId, started: null, why: NO_RECORD };
    }
    if (await tryStart(decided.name, input, context)) {
      if (left && decided.name === makeRecoveryName(executionId, SILENT_RECOVERIES))
        await notifyLeftovers(event, context);
      context.log.warn('guardian started in recover mode', { executionId, name: decided.name, why: event.why });
      return { executionId, started: decided.name, why: event.why };
    }
  }
  throw new TransientError(`the next guardian names of ${executionId} are taken by executions that are not listed yet`);
}

/** @returns false if the name is taken: by a faster caller, or by an ended guardian that is not listed yet */
async function tryStart(name: string, input: unknown, context: Context): Promise<boolean> {
  try {
    const stateMachineArn = context.config.machineArns.guardian;
    await context.aws.sfn.startExecution({ stateMachineArn, name, input: JSON.stringify(input) });
    return true;
  } catch (error) {
    if ((error as Error).name === 'ExecutionAlreadyExists') return false;
    throw error;
  }
}

/** Recoveries after which a mail reports that resources may be left: failing guardians may send none. */
const SILENT_RECOVERIES = RECOVERIES_BY_RULE + 1;

/** `2026-11-21`: names with a date send one mail a day. */
function formatDay(context: Context): string {
  return new Date(context.now()).toISOString().slice(0, 10);
}

/** Sends a mail every day if resources are left and all recoveries are used: the resources may cost money. */
async function notifyUnguarded({ executionId, experiment }: GuardianRequest, context: Context): Promise<void> {
  context.log.error('resources are left, but no recovery', { executionId });
  const ending = { why: 'unguarded', outcome: 'UNKNOWN', clean: false } as const;
  await notify(joinName(executionId, 'unguarded', formatDay(context)), { executionId, experiment, ...ending }, context);
}

/** Uses the name of a guardian's daily mail about leftovers, so that only one of the two is sent. */
async function notifyLeftovers({ executionId, experiment }: GuardianRequest, context: Context): Promise<void> {
  // No resource costs money any more, and a guardian soon sends a mail with the result.
  if ((await readProvenAt(context, executionId)) > 0) return;
  const ending = { why: 'ended', outcome: 'UNKNOWN', clean: false } as const;
  await notify(joinName(executionId, 'left', formatDay(context)), { executionId, experiment, ...ending }, context);
}

/** Uses the name of the experiment's refusal mail, so only one is sent. The janitor retries at most hourly. */
async function notifyNotAdmitted(
  { executionId, endedName, why, left }: GuardianRequest,
  context: Context,
): Promise<void> {
  const late = left === true;
  const name = late
    ? joinName(executionId, 'late', Math.floor(context.now() / 3_600_000))
    : makeRefusalName(endedName ?? executionId);
  const cause = late ? 'It ended before admission; see its execution for the cause.' : `${why}, before admission.`;
  const refusal = { error: 'NotAdmitted', cause };
  const refused = { executionId: endedName ?? executionId, why: 'refused', outcome: 'REFUSED', clean: true } as const;
  await notify(name, { ...refused, ...refusal }, context);
}

/** Closes the fence of an ended experiment, so that no call of it can create resources. */
async function closeEndedFence(event: GuardianRequest, context: Context): Promise<void> {
  const { executionId, endedArn } = event;
  if (endedArn?.startsWith(toExecutionArn(context.config, 'experiment', '')) !== true) return;
  try {
    if ((await findPointer(executionId, context)) === null) return;
    await closeFence({ executionId, by: 'start-guardian' }, context);
  } catch (error) {
    // The guardian closes the fence, too.
    context.log.warn('the fence of an ended execution cannot be closed', { executionId, error: String(error) });
  }
}

/** Input of a guardian in recover mode; null if the experiment is unknown. */
async function makeGuardianInput(event: GuardianRequest, context: Context): Promise<unknown> {
  const { executionId } = event;
  const { pointer, trouble } = await tryReadPointer(event, context);
  const experiment = pointer?.experiment ?? event.experiment ?? null;
  if (experiment === null) return recoverInput(executionId, trouble, context);
  return {
    executionId,
    experiment,
    executionArn: toExecutionArn(context.config, 'experiment', pointer?.name ?? executionId),
    until: pointer?.guardianUntil ?? event.until ?? 0,
    timing: context.config.local
      ? await getLocalTiming(event, pointer, experiment, context)
      : (pointer?.timing ?? LONGEST_TIMING),
  };
}

/**
 * Uses the first guardian's input in place of a missing or corrupt pointer: only admitted executions have one.
 * @param trouble why the pointer cannot be read; null if it is missing
 * @returns null for an execution that was never admitted
 */
async function recoverInput(executionId: string, trouble: Error | null, context: Context): Promise<unknown> {
  const text = await readFirstGuardianInput(context, executionId);
  if (text === null && trouble !== null) throw trouble;
  return text === null ? null : (JSON.parse(text) as unknown);
}

/** In local runs a user waits at the terminal: without planned trials there are no results to wait for. */
async function getLocalTiming(
  { executionId }: GuardianRequest,
  pointer: Pointer | null,
  experiment: string,
  context: Context,
): Promise<Timing> {
  const timing = pointer?.timing ?? buildTiming(true, 1);
  const planned = (await readText(context, layout(experiment, executionId).trials)) !== null;
  return planned ? timing : { ...timing, resultsGraceSeconds: 1 };
}

/** Reads the pointer; null if it is unreadable. Tags or the first guardian's input can replace it. */
async function tryReadPointer(
  event: GuardianRequest,
  context: Context,
): Promise<{ readonly pointer: Pointer | null; readonly trouble: Error | null }> {
  try {
    return { pointer: await findPointer(event.executionId, context), trouble: null };
  } catch (error) {
    context.log.warn('the pointer cannot be read', { executionId: event.executionId, error: String(error) });
    return { pointer: null, trouble: error as Error };
  }
}

/** Missing objects prove nothing about resources, so no text concludes that none was created. */
const NO_RECORD = 'no record of its admission was found';
const USED_UP = 'all recoveries are used up';

/** The next free name, or why there is none. @param found the first guardian and the latest ones */
export function pickNextName(
  executionId: string,
  found: readonly ExecutionState[],
  left: boolean,
): { name: string | null; why: string } {
  const running = found.find((one) => one.status === 'RUNNING');
  if (running !== undefined) return { name: null, why: `${running.name} is running` };
  if (!left && found.some((one) => one.status === 'SUCCEEDED'))
    return { name: null, why: 'a guardian has proven its cleanup' };
  // The experiment machine uses the first name.
  const next = 1 + Math.max(0, ...found.map(({ name }) => Number(parseParts(name)[1] ?? 0)));
  if (next > MAX_RECOVERIES) return { name: null, why: USED_UP };
  if (!left && next > RECOVERIES_BY_RULE)
    return { name: null, why: 'the event rule has used its recoveries; the janitor continues' };
  return { name: makeRecoveryName(executionId, next), why: 'free' };
}

/** Detail of an EventBridge event `Step Functions Execution Status Change`. */
interface StatusChange {
  readonly name: string;
  readonly status: string;
  readonly executionArn: string;
}

/**
 * Wakes the guardian of an ended experiment. Starts a guardian for a failed experiment or guardian, and a teardown for
 * a failed rig: a stopped rig cannot tear itself down, and its experiment may continue for hours with other rigs.
 */
export async function onEnd(event: StatusChange, context: Context): Promise<GuardianStart> {
  const { name, status, executionArn: endedArn } = event;
  const why = `${name} ended ${status}`;
  const isRig = findMachine(name) === 'rig' && endedArn === toExecutionArn(context.config, 'rig', name);
  if (isRig) return tearDownRig(name, why, context);
  if (endedArn !== toExecutionArn(context.config, 'experiment', name))
    return startGuardian({ executionId: parseExecutionId(name), why, endedArn }, context);
  const executionId = toExecutionId(name);
  if (!EXECUTION_NAME_PATTERN.test(name) || (await isOtherExecution(name, executionId, context)))
    return { executionId, started: null, why: `${name} was refused, so it is not the execution ${executionId}` };
  const started =
    status === 'SUCCEEDED'
      ? { executionId, started: null, why }
      : await startGuardian({ executionId, why, endedArn, endedName: name }, context);
  await wakeGuardian(executionId, context);
  return started;
}

/** Whether another execution, which may be healthy, has the id of a refused name; unknown counts as no. */
async function isOtherExecution(name: string, executionId: string, context: Context): Promise<boolean> {
  const pointer = await findPointer(executionId, context).catch(() => null);
  return pointer !== null && (pointer.name ?? executionId) !== name;
}

/** For findings of the janitor: a guardian for an execution, a teardown for an ended rig. */
export async function onOrphan(event: GuardianRequest, context: Context): Promise<GuardianStart> {
  const { executionId: name, why } = event;
  if (findMachine(name) !== 'rig') return startGuardian(event, context);
  // Number 0 belongs to the event rule. Each janitor pass has another, for longer than names are kept.
  const pass = 1 + (Math.floor(context.now() / PASS_MS) % PASSES);
  return tearDownRig(name, why, context, pass);
}

/** Interval of the janitor, milliseconds (`lib/stacks/safety-stack.ts`); all passes take more than two years. */
const PASS_MS = 900_000;
const PASSES = 100_000;

/** @param name of the rig's execution, which is also its tag. @param nth number of this teardown */
async function tearDownRig(name: string, why: string, context: Context, nth = 0): Promise<GuardianStart> {
  const executionId = parseExecutionId(name);
  const none = (because: string): GuardianStart => ({ executionId, started: null, why: because });
  const pointer = await findPointer(executionId, context);
  if (pointer === null) return none(NO_RECORD);
  if ((await readText(context, getFenceKey(executionId))) !== null)
    return none('its execution is closed: the guardian deletes all its resources');
  const { teardownPollSeconds: pollSeconds, teardownAllowanceSeconds: seconds } = pointer.timing;
  const input = { tagKey: TAG_KEYS.rig, tagValue: name, pollSeconds, seconds };
  const started = joinName(name, 'teardown', 'ended', nth);
  const stateMachineArn = context.config.machineArns.teardown;
  try {
    await context.aws.sfn.startExecution({ stateMachineArn, name: started, input: JSON.stringify(input) });
  } catch (error) {
    // The same event, or call of the janitor, was delivered twice.
    if ((error as Error).name === 'ExecutionAlreadyExists') return none(`${started} was started before`);
    throw error;
  }
  context.log.warn('teardown of a rig started', { executionId, name: started, why });
  return { executionId, started, why };
}
