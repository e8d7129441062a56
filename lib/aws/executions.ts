/** Executions and their names: which guardian may start, and what must be stopped. */
import type { Config, Context, MachineName } from './context';
import { allPages } from './pages';

/** Recoveries of one execution at most, so that a failing guardian cannot call itself for ever. */
export const RECOVERIES_MAX = 5;

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED' | 'PENDING_REDRIVE';

/** ARN of an execution from its machine's ARN (Step Functions guide, ARNs of executions). */
export function executionArn(config: Config, machine: MachineName, name: string): string {
  return `${config.machineArns[machine].replace(':stateMachine:', ':execution:')}:${name}`;
}

export interface Described {
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** @returns null where no such execution exists, or its history is gone after 90 days. */
export async function describe(context: Context, machine: MachineName, name: string): Promise<Described | null> {
  try {
    const found = await context.aws.sfn.describeExecution({
      executionArn: executionArn(context.config, machine, name),
    });
    return {
      name,
      status: (found.status ?? 'RUNNING') as ExecutionStatus,
      startedAt: found.startDate === undefined ? null : new Date(found.startDate).getTime(),
      endedAt: found.stopDate === undefined ? null : new Date(found.stopDate).getTime(),
    };
  } catch (error) {
    if ((error as Error).name === 'ExecutionDoesNotExist') return null;
    throw error;
  }
}

/** Names that the guardians of an execution may have, in the order of their start. */
export function guardianNames(executionId: string): string[] {
  return [executionId, ...Array.from({ length: RECOVERIES_MAX }, (_, index) => `${executionId}.recover.${index + 1}`)];
}

/** The guardians that ever were, in order. */
export async function guardians(context: Context, executionId: string): Promise<Described[]> {
  const found: Described[] = [];
  for (const name of guardianNames(executionId)) {
    const one = await describe(context, 'guardian', name);
    if (one !== null) found.push(one);
  }
  return found;
}

/** Machines whose executions create or measure, parents before children. The teardowns of rigs are not among them: they help. */
const STOPPED: readonly MachineName[] = ['rig', 'trial-batch', 'host-command'];

/**
 * Stops what still runs of an execution, parents before children, and counts what it found running.
 * @returns `living`: 0 only where nothing ran any more when it looked
 */
export async function stopChildren(
  event: { executionId: string; executionArn: string },
  context: Context,
): Promise<{ living: number }> {
  const { executionId } = event;
  let living = await stopExperiment(context, event.executionArn);
  const results = await describe(context, 'results', `${executionId}.results`);
  if (results?.status === 'RUNNING')
    living += await stop(context, executionArn(context.config, 'results', results.name));
  living += await stopMapRuns(context, event.executionArn);
  for (const machine of STOPPED) {
    const arns = await runningOf(context, machine, `${executionId}.`);
    for (const arn of arns) living += await stop(context, arn);
  }
  return { living };
}

async function stopExperiment(context: Context, arn: string): Promise<number> {
  try {
    const found = await context.aws.sfn.describeExecution({ executionArn: arn });
    return found.status === 'RUNNING' ? await stop(context, arn) : 0;
  } catch (error) {
    if ((error as Error).name === 'ExecutionDoesNotExist') return 0;
    throw error;
  }
}

async function stop(context: Context, arn: string): Promise<number> {
  try {
    await context.aws.sfn.stopExecution({
      executionArn: arn,
      error: 'Closed',
      cause: 'The guardian closed this execution.',
    });
  } catch (error) {
    if ((error as Error).name !== 'ExecutionDoesNotExist') throw error;
  }
  return 1;
}

/** Children of the Map runs of an execution: they have names of their own, so they are found through their run. */
async function stopMapRuns(context: Context, arn: string): Promise<number> {
  let living = 0;
  try {
    const pages = await allPages((token) =>
      context.aws.sfn.listMapRuns({ executionArn: arn, ...(token === undefined ? {} : { nextToken: token }) }),
    );
    for (const run of pages.flatMap((page) => page.mapRuns ?? [])) {
      if (run.stopDate !== undefined) continue;
      const children = await allPages((token) =>
        context.aws.sfn.listExecutions({
          mapRunArn: run.mapRunArn,
          statusFilter: 'RUNNING',
          ...(token === undefined ? {} : { nextToken: token }),
        }),
      );
      for (const child of children.flatMap((page) => page.executions ?? []))
        living += await stop(context, child.executionArn ?? '');
    }
  } catch (error) {
    if ((error as Error).name !== 'ExecutionDoesNotExist') throw error;
  }
  return living;
}

/** ListExecutions cannot filter by name, but what runs at one moment is short. */
async function runningOf(context: Context, machine: MachineName, prefix: string): Promise<string[]> {
  const pages = await allPages((token) =>
    context.aws.sfn.listExecutions({
      stateMachineArn: context.config.machineArns[machine],
      statusFilter: 'RUNNING',
      ...(token === undefined ? {} : { nextToken: token }),
    }),
  );
  return pages
    .flatMap((page) => page.executions ?? [])
    .filter((execution) => execution.name?.startsWith(prefix) === true)
    .map((execution) => execution.executionArn ?? '');
}
