/** Starting a guardian for an execution that left something, or lost its own. Needs nothing but tags and names. */
import {
  joinName,
  EXECUTION_NAME_PATTERN,
  parseExecutionId,
  findMachine,
  parseParts,
  recoveryName,
  toExecutionId,
} from '../../shapes/execution-names';
import { fenceKey, layout, TAG } from '../../shapes/layout';
import type { Timing } from '../../shapes/plan';
import { LONGEST_TIMING, buildTiming } from '../../experiment/plan/timing';
import { readText } from '../bucket';
import type { Context } from '../context';
import { type ExecutionState, toExecutionArn, readFirstGuardianInput, MAX_RECOVERIES } from '../executions';
import { closeFence } from '../fence';
import { TransientError } from '../handler';
import { makeRefusalName, notify } from '../mail/notify';
import { judgeGuardians, readProvenAt } from './guardians';
import { type Pointer, findPointer } from './pointer';

/**
 * Recoveries that the event rule may start: a failing guardian must not call itself for ever. The janitor's schedule
 * bounds itself, and must be able to come back when a long trouble is over.
 */
export const RECOVERIES_BY_RULE = 5;

/** Tries to find a name that nobody else took meanwhile. */
const TRIES_MAX = 5;

/** Who wants a guardian, and what is known. */
interface GuardianRequest {
  readonly executionId: string;
  readonly why: string;
  /** From its tags; null or absent where only a name is known. */
  readonly experiment?: string | null | undefined;
  /** The janitor has seen that something exists, that nothing was ever proven, or that nobody was told. */
  readonly left?: boolean | undefined;
  /** Epoch seconds, from tags: until then it may run, where no pointer tells better. */
  readonly until?: number | undefined;
  /** ARN of what the event rule saw end badly, and its name where that is an experiment. */
  readonly endedArn?: string | undefined;
  readonly endedName?: string | undefined;
}

/** What was started, if anything, and why or why not. */
interface GuardianStart {
  readonly executionId: string;
  readonly started: string | null;
  readonly why: string;
  /** Why nobody looks after what is left: the janitor's pass must fail, however often it comes. */
  readonly unguarded?: string;
}

/**
 * Starts a guardian in recover mode under the next free name, unless one is running, or one has succeeded and nobody
 * claims that something is left. It lets an execution that runs go on as the first one would have done. An experiment
 * that has ended badly is closed at once, and also for a guardian that runs already but cannot look at it.
 * @throws Transient where names are taken that cannot be seen yet
 */
export async function startGuardian(event: GuardianRequest, context: Context): Promise<GuardianStart> {
  const { executionId } = event;
  const left = event.left === true;
  await closeEndedFence(event, context);
  for (let looks = 0; looks <= TRIES_MAX; looks += 1) {
    const decided = pickNextName(executionId, await judgeGuardians(context, executionId), left);
    if (decided.name === null) {
      // Nobody comes again by himself: a person must look.
      const unguarded = left && decided.why === USED_UP;
      if (unguarded) await notifyUnguarded(event, context);
      return { executionId, started: null, why: decided.why, ...(unguarded ? { unguarded: decided.why } : {}) };
    }
    const input = await makeGuardianInput(event, context);
    if (input === null) {
      await notifyNotAdmitted(event, context);
      return { executionId, started: null, why: 'it was never admitted, so it created nothing' };
    }
    if (await tryStart(decided.name, input, context)) {
      if (left && decided.name === recoveryName(executionId, SILENT_RECOVERIES)) await notifyLeftovers(event, context);
      context.log.warn('guardian started in recover mode', { executionId, name: decided.name, why: event.why });
      return { executionId, started: decided.name, why: event.why };
    }
  }
  throw new TransientError(`names of guardians of ${executionId} are taken by executions that cannot be seen yet`);
}

/** @returns false where the name is taken: by a quicker caller, or by a guardian that ended and is not listed yet */
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

/** Recoveries after which a mail says that resources may be left: guardians may fail before they can send one. */
const SILENT_RECOVERIES = RECOVERIES_BY_RULE + 1;

/** `2026-11-21`: under a name with it people are told once a day. */
function formatDay(context: Context): string {
  return new Date(context.now()).toISOString().slice(0, 10);
}

/** Something is left and every recovery is used: every day, for it may cost as long as nobody acts. */
async function notifyUnguarded({ executionId, experiment }: GuardianRequest, context: Context): Promise<void> {
  context.log.error('something is left and no recovery is', { executionId });
  const ending = { why: 'unguarded', outcome: 'UNKNOWN', clean: false } as const;
  await notify(joinName(executionId, 'unguarded', formatDay(context)), { executionId, experiment, ...ending }, context);
}

/** Under the name by which guardians tell of what is left on that day: where one could, it is not told again. */
async function notifyLeftovers({ executionId, experiment }: GuardianRequest, context: Context): Promise<void> {
  // It costs nothing any more, and a guardian tells how it ended as soon as it can.
  if ((await readProvenAt(context, executionId)) > 0) return;
  const ending = { why: 'ended', outcome: 'UNKNOWN', clean: false } as const;
  await notify(joinName(executionId, 'left', formatDay(context)), { executionId, experiment, ...ending }, context);
}

/**
 * Under the name by which an experiment tells of a refusal: whoever was refused is not told again. The janitor comes
 * where that was of no use: at most once an hour.
 */
async function notifyNotAdmitted(
  { executionId, endedName, why, left }: GuardianRequest,
  context: Context,
): Promise<void> {
  const late = left === true;
  const name = late
    ? joinName(executionId, 'late', Math.floor(context.now() / 3_600_000))
    : makeRefusalName(endedName ?? executionId);
  const cause = late ? 'It ended before it was admitted; its execution says why.' : `${why}, before it was admitted.`;
  const refusal = { error: 'NotAdmitted', cause };
  const refused = { executionId: endedName ?? executionId, why: 'refused', outcome: 'REFUSED', clean: true } as const;
  await notify(name, { ...refused, ...refusal }, context);
}

/** Closes the fence of an experiment that has ended: nothing of it may create any more. */
async function closeEndedFence(event: GuardianRequest, context: Context): Promise<void> {
  const { executionId, endedArn } = event;
  if (endedArn?.startsWith(toExecutionArn(context.config, 'experiment', '')) !== true) return;
  try {
    if ((await findPointer(executionId, context)) === null) return;
    await closeFence({ executionId, by: 'start-guardian' }, context);
  } catch (error) {
    // The guardian closes it too.
    context.log.warn('the fence of an ended execution cannot be closed', { executionId, error: String(error) });
  }
}

/** Input of a guardian in recover mode; null where nobody knows the experiment. */
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
 * Where somebody lost or spoilt the pointer: what the first guardian was given, for an execution with one was admitted.
 * @param trouble why the pointer cannot be read; null where there is none
 * @returns null where nobody was ever admitted
 */
async function recoverInput(executionId: string, trouble: Error | null, context: Context): Promise<unknown> {
  const text = await readFirstGuardianInput(context, executionId);
  if (text === null && trouble !== null) throw trouble;
  return text === null ? null : (JSON.parse(text) as unknown);
}

/** Somebody waits at the terminal: where no trial was ever planned, there are no results to wait for. */
async function getLocalTiming(
  { executionId }: GuardianRequest,
  pointer: Pointer | null,
  experiment: string,
  context: Context,
): Promise<Timing> {
  const timing = pointer?.timing ?? buildTiming(true, 1, 1);
  const planned = (await readText(context, layout(experiment, executionId).trials)) !== null;
  return planned ? timing : { ...timing, resultsGraceSeconds: 1 };
}

/** What the pointer says, if it can be read. Without it tags are enough, or what the first guardian was given. */
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

const USED_UP = 'all recoveries are used up';

/**
 * The next free name, or why there is none.
 * @param found the first guardian and the latest ones, where there are any
 */
export function pickNextName(
  executionId: string,
  found: readonly ExecutionState[],
  left: boolean,
): { name: string | null; why: string } {
  const running = found.find((one) => one.status === 'RUNNING');
  if (running !== undefined) return { name: null, why: `${running.name} is running` };
  if (!left && found.some((one) => one.status === 'SUCCEEDED'))
    return { name: null, why: 'a guardian has proven it clean' };
  // The first name belongs to the experiment machine.
  const next = 1 + Math.max(0, ...found.map(({ name }) => Number(parseParts(name)[1] ?? 0)));
  if (next > MAX_RECOVERIES) return { name: null, why: USED_UP };
  if (!left && next > RECOVERIES_BY_RULE)
    return { name: null, why: 'the event rule has used up its recoveries; the janitor comes by its schedule' };
  return { name: recoveryName(executionId, next), why: 'free' };
}

/** Of an EventBridge event, `Step Functions Execution Status Change`. */
interface StatusChange {
  readonly name: string;
  readonly status: string;
  readonly executionArn: string;
}

/**
 * A guardian for an experiment or a guardian that ended badly, a teardown for a rig: its experiment may go on for hours
 * with all others, and whoever stopped it has also stopped its own teardown.
 */
export async function onFailure(event: StatusChange, context: Context): Promise<GuardianStart> {
  const { name, status, executionArn: endedArn } = event;
  const why = `${name} ended ${status}`;
  const isRig = findMachine(name) === 'rig' && endedArn === toExecutionArn(context.config, 'rig', name);
  if (isRig) return tearDownRig(name, why, context);
  if (endedArn !== toExecutionArn(context.config, 'experiment', name))
    return startGuardian({ executionId: parseExecutionId(name), why, endedArn }, context);
  const executionId = toExecutionId(name);
  if (!EXECUTION_NAME_PATTERN.test(name) || (await isOtherExecution(name, executionId, context)))
    return { executionId, started: null, why: `${name} was refused, and is no execution of that id` };
  return startGuardian({ executionId, why, endedArn, endedName: name }, context);
}

/** Whether the id of a refused name is that of another execution, which may be healthy; unknown counts as no. */
async function isOtherExecution(name: string, executionId: string, context: Context): Promise<boolean> {
  const pointer = await findPointer(executionId, context).catch(() => null);
  return pointer !== null && (pointer.name ?? executionId) !== name;
}

/** What the janitor has found: a guardian for an execution, a teardown for a rig that ended. */
export async function onOrphan(event: GuardianRequest, context: Context): Promise<GuardianStart> {
  const { executionId: name, why } = event;
  if (findMachine(name) !== 'rig') return startGuardian(event, context);
  // The first is the event rule's. Each pass of the janitor has a name of its own, for longer than names are kept.
  const pass = 1 + (Math.floor(context.now() / PASS_MS) % PASSES);
  return tearDownRig(name, why, context, pass);
}

/** Of the janitor's schedule (`lib/stacks/safety-stack.ts`), and so many passes as are longer than two years. */
const PASS_MS = 900_000;
const PASSES = 100_000;

/**
 * @param name of the rig's execution, which is its tag, too
 * @param nth of such teardowns
 */
async function tearDownRig(name: string, why: string, context: Context, nth = 0): Promise<GuardianStart> {
  const executionId = parseExecutionId(name);
  const none = (because: string): GuardianStart => ({ executionId, started: null, why: because });
  const pointer = await findPointer(executionId, context);
  if (pointer === null) return none('it was never admitted, so it created nothing');
  if ((await readText(context, fenceKey(executionId))) !== null)
    return none('its execution is closed: the guardian tears everything down');
  const { teardownPollSeconds: pollSeconds, teardownAllowanceSeconds: seconds } = pointer.timing;
  const input = { tagKey: TAG.rig, tagValue: name, pollSeconds, seconds };
  const started = joinName(name, 'teardown', 'ended', nth);
  const stateMachineArn = context.config.machineArns.teardown;
  try {
    await context.aws.sfn.startExecution({ stateMachineArn, name: started, input: JSON.stringify(input) });
  } catch (error) {
    // The same event, or call of the janitor, delivered twice.
    if ((error as Error).name === 'ExecutionAlreadyExists') return none(`${started} was started before`);
    throw error;
  }
  context.log.warn('teardown of a rig started', { executionId, name: started, why });
  return { executionId, started, why };
}
