/** Executions and their names: which guardian may start, and what must be stopped. */
import type { MailPlace } from '../report/mail/facts';
import type { ExecutionListItem } from '@aws-sdk/client-sfn';
import type { Config, Context } from './context';
import { ensure } from '../shapes/errors';
import { isOwnedBy, parseParts, recoveryName } from '../shapes/execution-names';
import type { MachineName } from '../shapes/machines';
import { readPages } from './pages';

/**
 * Recoveries of one execution at most: a bound that no trouble which passes reaches. One that cannot delete lasts about
 * ten hours (five rounds), so they last a year; those that end at once, ten days of a janitor that looks every 15
 * minutes. What is left longer than that needs a person.
 */
export const MAX_RECOVERIES = 1000;

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED' | 'PENDING_REDRIVE';

/** ARN of an execution from its machine's ARN (Step Functions guide, ARNs of executions). */
export function toExecutionArn(config: Config, machine: MachineName, name: string): string {
  return `${config.machineArns[machine].replace(':stateMachine:', ':execution:')}:${name}`;
}

export interface ExecutionState {
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** @returns null where no such execution exists, or its history is gone after 90 days. */
export async function findExecution(
  context: Context,
  machine: MachineName,
  name: string,
): Promise<ExecutionState | null> {
  try {
    const found = await context.aws.sfn.describeExecution({
      executionArn: toExecutionArn(context.config, machine, name),
    });
    return {
      name,
      status: found.status ?? 'RUNNING',
      startedAt: found.startDate === undefined ? null : new Date(found.startDate).getTime(),
      endedAt: found.stopDate === undefined ? null : new Date(found.stopDate).getTime(),
    };
  } catch (error) {
    if ((error as Error).name === 'ExecutionDoesNotExist') return null;
    throw error;
  }
}

/** What the first guardian of an execution was given, as text; null where there was none, or its history is gone. */
export async function readFirstGuardianInput(context: Context, executionId: string): Promise<string | null> {
  try {
    const found = await context.aws.sfn.describeExecution({
      executionArn: toExecutionArn(context.config, 'guardian', executionId),
    });
    return found.input ?? null;
  } catch (error) {
    if ((error as Error).name === 'ExecutionDoesNotExist') return null;
    throw error;
  }
}

/** Names missing in a row after which nobody looks further: names are taken in their order, but may be seen late. */
const MAX_MISSING = 2;

/**
 * The first guardian, where it is known, and the latest ones: found in a few looks, however many there were.
 * @returns in the order of their names, the one with the highest number last
 */
export async function listGuardians(context: Context, executionId: string): Promise<ExecutionState[]> {
  const seen = new Map<number, ExecutionState>();
  /** The next one from n on; null where so many are missing that there is none. */
  const from = async (n: number): Promise<number | null> => {
    for (let index = n; index < n + MAX_MISSING && index <= MAX_RECOVERIES; index += 1) {
      const one = await findExecution(context, 'guardian', recoveryName(executionId, index));
      if (one === null) continue;
      seen.set(index, one);
      return index;
    }
    return null;
  };
  const first = await findExecution(context, 'guardian', executionId);
  let known = 0;
  let missing = 1;
  for (let next = await from(missing); next !== null; next = await from(missing)) {
    known = next;
    missing = Math.max(known + 1, Math.min(2 * known, MAX_RECOVERIES));
    if (missing > MAX_RECOVERIES) break;
  }
  while (missing - known > 1) {
    const middle = Math.floor((known + missing) / 2);
    const next = await from(middle);
    if (next === null || next >= missing) missing = middle;
    else known = next;
  }
  const recoveries = [...seen].sort(([a], [b]) => a - b).map(([, one]) => one);
  return first === null ? recoveries : [first, ...recoveries];
}

/**
 * Machines whose executions create or measure, parents before children. The teardowns of rigs are not among them: they
 * help.
 */
const CHILD_MACHINES: readonly MachineName[] = [
  'rig',
  'launch',
  'target-request',
  'action',
  'trial-batch',
  'host-command',
];

/**
 * Stops what still runs of an execution, parents before children, and counts what it found running.
 * What cannot be looked at or stopped does not keep the rest alive: everything else is stopped first.
 * @returns `living`: 0 only where nothing ran any more when it looked
 * @throws the first failure, after all that could be stopped was told to
 */
export async function stopChildren(
  event: { executionId: string; executionArn: string },
  context: Context,
): Promise<{ living: number }> {
  const { executionId } = event;
  const failures: unknown[] = [];
  const stopAll = async (look: () => Promise<(string | undefined)[]>): Promise<number> => {
    let found: (string | undefined)[] = [];
    try {
      found = await look();
    } catch (error) {
      failures.push(error);
    }
    for (const arn of found) await stopByArn(context, arn).catch((error: unknown) => failures.push(error));
    return found.length;
  };
  let living = await stopAll(() => filterRunning(context, event.executionArn));
  // Not those that a guardian saves: they help.
  living += await stopAll(() => listRunningArns(context, 'results', executionId, ([what]) => what === 'results'));
  living += await stopAll(() => listMapChildren(context, event.executionArn));
  for (const machine of CHILD_MACHINES) living += await stopAll(() => listRunningArns(context, machine, executionId));
  if (failures.length > 0) throw failures[0];
  return { living };
}

/** The ARN where it runs. */
async function filterRunning(context: Context, arn: string): Promise<string[]> {
  const found = await nullIfAbsent(context.aws.sfn.describeExecution({ executionArn: arn }));
  return found?.status === 'RUNNING' ? [arn] : [];
}

/**
 * Names of the API for what is not there: an execution, a Map run, or a machine whose stack was deleted
 * (Step Functions API reference, errors of DescribeExecution, ListMapRuns and ListExecutions).
 */
const NOT_FOUND = ['ExecutionDoesNotExist', 'ResourceNotFound', 'StateMachineDoesNotExist'];

/** Null where what was asked for does not exist. */
async function nullIfAbsent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (NOT_FOUND.includes((error as Error).name)) return null;
    throw error;
  }
}

/** @param arn undefined where the list left it out: that one cannot be stopped, and must be told of */
async function stopByArn(context: Context, arn: string | undefined): Promise<void> {
  await nullIfAbsent(
    context.aws.sfn.stopExecution({
      executionArn: ensure(arn, 'the ARN of a running execution'),
      error: 'Closed',
      cause: 'The guardian closed this execution.',
    }),
  );
}

/**
 * Running children of the Map runs of an execution: they have names of their own, so they are found through their run.
 * Also of a run that is over: its children may end a little later.
 */
async function listMapChildren(context: Context, arn: string): Promise<(string | undefined)[]> {
  const pages = await nullIfAbsent(
    readPages((token) =>
      context.aws.sfn.listMapRuns({ executionArn: arn, ...(token === undefined ? {} : { nextToken: token }) }),
    ),
  );
  const running: (string | undefined)[] = [];
  for (const { mapRunArn } of (pages ?? []).flatMap((page) => page.mapRuns ?? [])) {
    running.push(...(await fetchRunning(context, { mapRunArn })).map(({ executionArn: child }) => child));
  }
  return running;
}

/** Names of all executions of a machine that run. */
export async function listRunningNames(context: Context, machine: MachineName): Promise<string[]> {
  const running = await fetchRunning(context, { stateMachineArn: context.config.machineArns[machine] });
  return running.flatMap(({ name }) => name ?? []);
}

/** ListExecutions cannot filter by name, but what runs at one moment is short. */
async function listRunningArns(
  context: Context,
  machine: MachineName,
  executionId: string,
  which: (parts: readonly string[]) => boolean = () => true,
): Promise<(string | undefined)[]> {
  const running = await fetchRunning(context, { stateMachineArn: context.config.machineArns[machine] });
  return running
    .filter(({ name = '' }) => name !== executionId && isOwnedBy(name, executionId) && which(parseParts(name)))
    .map((execution) => execution.executionArn);
}

async function fetchRunning(
  context: Context,
  parent: { mapRunArn: string | undefined } | { stateMachineArn: string },
): Promise<ExecutionListItem[]> {
  const pages = await nullIfAbsent(
    readPages((token) =>
      context.aws.sfn.listExecutions({
        ...parent,
        statusFilter: 'RUNNING',
        ...(token === undefined ? {} : { nextToken: token }),
      }),
    ),
  );
  return (pages ?? []).flatMap((page) => page.executions ?? []);
}

/** Where an execution ran. The Region stands in every ARN. */
export function locateExecution(executionId: string, { config }: Pick<Context, 'config'>): MailPlace {
  const [, , , region = ''] = config.machineArns.experiment.split(':');
  return {
    stack: config.stack,
    region,
    bucket: config.bucket,
    experimentMachineArn: config.machineArns.experiment,
    executionArn: toExecutionArn(config, 'experiment', executionId),
  };
}
