/** Finds, names and stops executions. */
import type { ExecutionLocation } from '../report/mail/facts';
import type { ExecutionListItem } from '@aws-sdk/client-sfn';
import type { Config, Context } from './context';
import { ensure } from '../shapes/errors';
import { isOwnedBy, parseParts, makeRecoveryName } from '../shapes/execution-names';
import type { MachineName } from '../shapes/machines';
import { readPages } from './pages';

/**
 * Maximum recoveries of one execution, far above any temporary failure. A recovery that cannot delete lasts about ten
 * hours (five rounds), so 1000 last a year. If each fails at once, the janitor, which runs every 15 minutes, uses 1000
 * in ten days. After that a person must act.
 */
export const MAX_RECOVERIES = 1000;

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED' | 'PENDING_REDRIVE';

/** ARN of an execution (Step Functions guide, ARNs of executions). */
export function toExecutionArn(config: Config, machine: MachineName, name: string): string {
  return `${config.machineArns[machine].replace(':stateMachine:', ':execution:')}:${name}`;
}

export interface ExecutionState {
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** @returns null for a missing execution, e.g. when its history is deleted after 90 days */
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

/** Input of an execution's first guardian, as text; null if there was none, or its history is deleted. */
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

/** Consecutive missing numbers that end a search: names are numbered, but new executions may appear late. */
const MAX_MISSING = 2;

/**
 * Lists the first guardian, if known, and the latest ones, in a few calls whatever their number.
 * @returns guardians by the number in their names, highest last
 */
export async function listGuardians(context: Context, executionId: string): Promise<ExecutionState[]> {
  const seen = new Map<number, ExecutionState>();
  /** The first guardian with number n or more; null after {@link MAX_MISSING} missing names. */
  const from = async (n: number): Promise<number | null> => {
    for (let index = n; index < n + MAX_MISSING && index <= MAX_RECOVERIES; index += 1) {
      const one = await findExecution(context, 'guardian', makeRecoveryName(executionId, index));
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

/** Machines that create or measure, parents before children. Teardowns are not listed: they must not be stopped. */
const CHILD_MACHINES: readonly MachineName[] = [
  'rig',
  'launch',
  'target-request',
  'action',
  'trial-batch',
  'host-command',
];

/**
 * Stops the running children of an execution, parents before children, and counts them. A failed lookup or stop does
 * not end the loop: the rest is stopped first.
 * @returns `living`: 0 only if nothing was running
 * @throws the first failure, after all stops were sent
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
  // Excludes results machines that a guardian started to save results.
  living += await stopAll(() => listRunningArns(context, 'results', executionId, ([what]) => what === 'results'));
  living += await stopAll(() => listMapChildren(context, event.executionArn));
  for (const machine of CHILD_MACHINES) living += await stopAll(() => listRunningArns(context, machine, executionId));
  if (failures.length > 0) throw failures[0];
  return { living };
}

/** @returns the ARN if the execution is running */
async function filterRunning(context: Context, arn: string): Promise<string[]> {
  const found = await nullIfAbsent(context.aws.sfn.describeExecution({ executionArn: arn }));
  return found?.status === 'RUNNING' ? [arn] : [];
}

/** Missing execution, Map run or machine (Step Functions API: DescribeExecution, ListMapRuns, ListExecutions). */
const NOT_FOUND = ['ExecutionDoesNotExist', 'ResourceNotFound', 'StateMachineDoesNotExist'];

async function nullIfAbsent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (NOT_FOUND.includes((error as Error).name)) return null;
    throw error;
  }
}

/** @param arn undefined if the listing omitted it, which is an error: the execution cannot be stopped */
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
 * Running children of an execution's Map runs. Their names are generated, so only the Map run lists them. Ended Map
 * runs are included, because their children may end a little later.
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

export async function listRunningNames(context: Context, machine: MachineName): Promise<string[]> {
  const running = await fetchRunning(context, { stateMachineArn: context.config.machineArns[machine] });
  return running.flatMap(({ name }) => name ?? []);
}

/** ListExecutions cannot filter by name, but few executions run at a time. */
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

/** Account and Region of an execution, parsed from its machine's ARN. */
export function locateExecution(executionId: string, { config }: Pick<Context, 'config'>): ExecutionLocation {
  const [, , , region = ''] = config.machineArns.experiment.split(':');
  return {
    stack: config.stack,
    region,
    bucket: config.bucket,
    experimentMachineArn: config.machineArns.experiment,
    executionArn: toExecutionArn(config, 'experiment', executionId),
  };
}
