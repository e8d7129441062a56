/** Commands of a user for a deployment: list, start and stop executions, and pause starts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormation, waitUntilStackDeleteComplete } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { STS } from '@aws-sdk/client-sts';
import { ensure, FsxbenchError } from '../shapes/errors';
import { toExecutionId } from '../shapes/execution-names';
import { PAUSED_KEY, getPointerKey, getProofKey } from '../shapes/layout';
import { ALL_MACHINES, type MachineName, toPascal } from '../shapes/machines';
import { DEFAULT_STACK_NAME } from '../shapes/stack-name';
import type { PauseRecord } from './admission/start-register';
import { tryReadJson, readText, writeText } from './bucket';
import type { Config, Context } from './context';
import { toExecutionArn, type ExecutionStatus } from './executions';
import { readPages, mapInBatches } from './pages';
import { makeRealCalls } from './production';
import { findName, findPointer } from './recovery/pointer';

/** Maximum duration of a stack's delete: network interfaces of functions may block it. */
const DELETE_SECONDS = 3600;

/** Executions whose objects are read in parallel. */
const CONCURRENCY = 8;

/** A deployment, with the user's credentials. */
export interface Operator extends Context {
  /** Reads an object as bytes; results need not be text. */
  readonly download: (key: string) => Promise<Uint8Array>;
  /** Options that select this deployment, e.g. ` --stack b --region eu-west-1`; empty for the default. */
  readonly flags: string;
  /** Disables a stack's termination protection, deletes it, and waits until it is gone. */
  readonly removeStack: (stackName: string) => Promise<void>;
}

/** An execution: data from Step Functions and the results bucket. */
export interface ExecutionFacts {
  readonly executionId: string;
  /** Null for an execution that was never admitted. */
  readonly experiment: string | null;
  readonly status: ExecutionStatus;
  /** Epoch milliseconds. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly error: string | null;
  readonly cause: string | null;
  /** Output as JSON; null while the execution runs, and in lists. */
  readonly output: string | null;
  /** True if a receipt proves that no resource is left. */
  readonly isProven: boolean;
}

/** Finds the deployment. @throws FsxbenchError `NotDeployed` if its safety stack has no bucket; the SDK's errors */
export async function openOperator(stackName: string, region: string | undefined): Promise<Operator> {
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  const s3 = new S3(config);
  const client = new CloudFormation(config);
  const bucket = await findResultsBucket(client, stackName);
  const { Arn = '', Account = '' } = await new STS(config).getCallerIdentity({});
  const [, partition = 'aws'] = Arn.split(':');
  const place = `arn:${partition}:states:${await s3.config.region()}:${Account}:stateMachine:${stackName}`;
  return {
    ...makeContext(config, makeConfig(stackName, bucket, place)),
    flags: toFlags(stackName, region),
    download: async (Key) => {
      const { Body } = await s3.getObject({ Bucket: bucket, Key });
      return ensure(Body, `the body of ${Key}`).transformToByteArray();
    },
    removeStack: async (name) => {
      if (!(await hasStack(client, name))) return;
      await client.updateTerminationProtection({ StackName: name, EnableTerminationProtection: false });
      await client.deleteStack({ StackName: name });
      await waitUntilStackDeleteComplete({ client, maxWaitTime: DELETE_SECONDS }, { StackName: name });
    },
  };
}

/** @throws FsxbenchError `NotDeployed` if the safety stack has no such output; the SDK's errors */
export async function findResultsBucket(client: CloudFormation, stackName: string): Promise<string> {
  const StackName = toPascal(`${stackName}-safety`);
  const { Stacks = [] } = await client.describeStacks({ StackName });
  const bucket = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ResultsBucket')?.OutputValue;
  if (bucket === undefined) throw new FsxbenchError('NotDeployed', `stack ${StackName} has no output ResultsBucket`);
  return bucket;
}

/** Reads the objects of a bucket with the user's credentials. @param region default: of the environment or profile */
export function openBucket(bucket: string, region: string | undefined): Context {
  return makeContext(region === undefined ? {} : { region }, makeConfig('', bucket, ''));
}

/** Options that select a deployment; empty for the default. */
export function toFlags(stackName: string, region: string | undefined): string {
  const stack = stackName === DEFAULT_STACK_NAME ? '' : ` --stack ${stackName}`;
  return region === undefined ? stack : `${stack} --region ${region}`;
}

/** A context with the user's credentials. @param client Region, endpoint and credentials of all calls */
export function makeContext(client: { readonly region?: string }, config: Config): Context {
  return {
    aws: makeRealCalls(client),
    config,
    now: () => Date.now(),
    sleep,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
}

async function hasStack(client: CloudFormation, StackName: string): Promise<boolean> {
  try {
    return (await client.describeStacks({ StackName })).Stacks?.length === 1;
  } catch (error) {
    // A missing stack is a validation error (API reference, DescribeStacks).
    if ((error as Error).name === 'ValidationError') return false;
    throw error;
  }
}

/** @param place ARN of a state machine up to the stack name */
export function makeConfig(stack: string, bucket: string, place: string): Config {
  const arns = ALL_MACHINES.map((name): [MachineName, string] => [name, `${place}-${name}`]);
  return {
    stack,
    bucket,
    document: `${stack}-run-script`,
    machineArns: Object.fromEntries(arns) as Record<MachineName, string>,
    network: {},
    local: false,
    simulated: false,
  };
}

/** @param name or id of the execution @returns null if unknown, or without history (kept for 90 days) and objects */
export async function readExecution(name: string, context: Context): Promise<ExecutionFacts | null> {
  try {
    const found = await context.aws.sfn.describeExecution({
      executionArn: toExecutionArn(context.config, 'experiment', await findName(name, context)),
    });
    return await addBucketFacts({ ...found, name }, context);
  } catch (error) {
    if ((error as Error).name !== 'ExecutionDoesNotExist') throw error;
    const known = await addBucketFacts({ name, status: 'FAILED' }, context);
    return known.experiment === null ? null : known;
  }
}

/** The newest executions, newest first. @param most 1 to 1000, the page size of Step Functions */
export async function listExecutions(most: number, context: Context): Promise<readonly ExecutionFacts[]> {
  const stateMachineArn = context.config.machineArns.experiment;
  const { executions = [] } = await emptyIfDeleted(
    context.aws.sfn.listExecutions({ stateMachineArn, maxResults: most }),
  );
  return mapInBatches(executions, CONCURRENCY, (one) =>
    addBucketFacts({ ...one, name: ensure(one.name, 'the name of an execution') }, context),
  );
}

type ExecutionPage = Awaited<ReturnType<Context['aws']['sfn']['listExecutions']>>;

/** Empty if the bench stack is deleted: its machines and their executions are deleted with it. */
async function emptyIfDeleted(page: Promise<ExecutionPage>): Promise<Partial<ExecutionPage>> {
  try {
    return await page;
  } catch (error) {
    if ((error as Error).name === 'StateMachineDoesNotExist') return {};
    throw error;
  }
}

/** Names of all running executions of a machine; empty if the machine is deleted. */
export async function listRunning(machine: MachineName, context: Context): Promise<readonly string[]> {
  const { aws, config } = context;
  const pages = await readPages((nextToken) =>
    emptyIfDeleted(
      aws.sfn.listExecutions({
        stateMachineArn: config.machineArns[machine],
        statusFilter: 'RUNNING',
        ...(nextToken === undefined ? {} : { nextToken }),
      }),
    ),
  );
  return pages.flatMap(({ executions = [] }) => executions.flatMap(({ name }) => name ?? []));
}

async function addBucketFacts(
  found: {
    readonly name: string;
    readonly status?: ExecutionStatus | undefined;
    readonly startDate?: Date | undefined;
    readonly stopDate?: Date | undefined;
    readonly error?: string | undefined;
    readonly cause?: string | undefined;
    readonly output?: string | undefined;
  },
  context: Context,
): Promise<ExecutionFacts> {
  const { name, status = 'RUNNING', startDate, stopDate, error = null, cause = null, output = null } = found;
  const executionId = toExecutionId(name);
  const text = await readText(context, getPointerKey(executionId));
  // A corrupt pointer still proves admission; the path of the execution's folder names the experiment.
  const pointer = text === null ? null : await findPointer(executionId, context);
  return {
    executionId,
    experiment: pointer?.experiment ?? null,
    status,
    startedAt: startDate === undefined ? null : new Date(startDate).getTime(),
    endedAt: stopDate === undefined ? null : new Date(stopDate).getTime(),
    error,
    cause,
    output,
    isProven: pointer !== null && (await readText(context, getProofKey(executionId))) !== null,
  };
}

/** An execution that started earlier than this is another start. AWS rejects calls from clocks that differ by more. */
const SAME_START_MS = 300_000;

/** Starts an execution. @returns false if another execution has the name */
export async function startExecution(name: string, input: object, { aws, config, now }: Context): Promise<boolean> {
  try {
    const stateMachineArn = config.machineArns.experiment;
    const { startDate } = await aws.sfn.startExecution({ stateMachineArn, name, input: JSON.stringify(input) });
    // For the same name and input, Step Functions returns the execution if it still runs.
    return now() - (startDate?.getTime() ?? now()) < SAME_START_MS;
  } catch (error) {
    if ((error as Error).name === 'ExecutionAlreadyExists') return false;
    throw error;
  }
}

/** Stops an execution; its guardian saves results and tears down. */
export async function stopExecution(name: string, cause: string, context: Context): Promise<void> {
  const arn = toExecutionArn(context.config, 'experiment', await findName(name, context));
  await context.aws.sfn.stopExecution({ executionArn: arn, error: 'Stopped', cause });
}

export async function writePaused(paused: boolean, reason: string | undefined, context: Context): Promise<void> {
  const at = new Date(context.now()).toISOString();
  const written: PauseRecord = { version: 1, paused, at, ...(reason === undefined ? {} : { reason }) };
  await writeText(context, PAUSED_KEY, JSON.stringify(written));
}

/** @returns null if starts are not paused */
export async function readPaused(context: Context): Promise<PauseRecord | null> {
  const found = await tryReadJson<PauseRecord>(context, PAUSED_KEY);
  return found?.paused === true ? found : null;
}
