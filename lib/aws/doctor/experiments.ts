/** Finished experiments of the deployment, as evidence for checks. */
import type { ExecutionListItem } from '@aws-sdk/client-sfn';
import type { Summary } from '../../results/summary';
import { isOwnedBy } from '../../shapes/execution-names';
import { layout, getPointerKey } from '../../shapes/layout';
import type { MachineName } from '../../shapes/machines';
import type { Plan } from '../../shapes/plan';
import type { Receipt } from '../../shapes/receipt';
import { type DoctorCalls, getErrorName } from './calls';
import type { DeploymentNames } from './deployment';

export interface Experiment {
  readonly executionId: string;
  readonly executionArn: string;
  /** Prefix of the experiment's keys in the bucket, ending in `/`. */
  readonly root: string;
  readonly plan: Plan;
  /** Null if no receipt exists (yet). */
  readonly receipt: Receipt | null;
  readonly summary: Pick<Summary, 'verdicts'> | null;
  /** Lists the child executions of a machine, newest first. */
  children(machine: MachineName): Promise<readonly ExecutionListItem[]>;
}

/** Number of newest experiments to check: older ones ran older code. */
const EXPERIMENTS_MAX = 5;
/** Pages of 100 executions of a machine, in which to search for children. */
const PAGES_MAX = 10;

interface RecordSource {
  readonly calls: DoctorCalls;
  readonly place: DeploymentNames;
  readonly bucket: string;
}

/** The newest admitted experiments that have ended. @throws the SDK's errors */
export async function listExperiments(records: RecordSource): Promise<readonly Experiment[]> {
  const { calls, place } = records;
  const { executions } = await calls.sfn.listExecutions({
    stateMachineArn: place.machineArn('experiment'),
    maxResults: 100,
  });
  const found: Experiment[] = [];
  for (const { name, status } of executions ?? []) {
    if (found.length === EXPERIMENTS_MAX) break;
    if (name === undefined || status === 'RUNNING') continue;
    const one = await readExperiment(records, name);
    if (one !== null) found.push(one);
  }
  return found;
}

/** @returns null for a refused execution, which has no plan */
async function readExperiment(records: RecordSource, executionId: string): Promise<Experiment | null> {
  const pointer = await readObject<{ experiment: string }>(records, getPointerKey(executionId));
  if (pointer === null) return null;
  const keys = layout(pointer.experiment, executionId);
  const plan = await readObject<Plan>(records, keys.plan);
  if (plan === null) return null;
  const cache = new Map<MachineName, Promise<readonly ExecutionListItem[]>>();
  return {
    executionId,
    executionArn: records.place.executionArn('experiment', executionId),
    root: keys.root,
    plan,
    receipt: await readObject<Receipt>(records, keys.receipt),
    summary: await readObject<Summary>(records, keys.summary),
    children: (machine) => {
      const known = cache.get(machine) ?? listChildren(records, machine, executionId);
      cache.set(machine, known);
      return known;
    },
  };
}

async function listChildren(
  { calls, place }: RecordSource,
  machine: MachineName,
  executionId: string,
): Promise<readonly ExecutionListItem[]> {
  const found: ExecutionListItem[] = [];
  let token: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await calls.sfn.listExecutions({
      stateMachineArn: place.machineArn(machine),
      maxResults: 100,
      ...(token === undefined ? {} : { nextToken: token }),
    });
    found.push(
      ...(answer.executions ?? []).filter(
        ({ name }) => name !== undefined && name !== executionId && isOwnedBy(name, executionId),
      ),
    );
    token = answer.nextToken;
    if (token === undefined) break;
  }
  return found;
}

/** Reads an object as JSON; null if the object is missing. */
async function readObject<T>({ calls, bucket }: RecordSource, key: string): Promise<T | null> {
  try {
    return JSON.parse(await calls.s3.getText({ Bucket: bucket, Key: key })) as T;
  } catch (error) {
    if (getErrorName(error) === 'NoSuchKey') return null;
    throw error;
  }
}
