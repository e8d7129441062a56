/** The examined deployment, found by its stack names. */
import type { Stack, StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { ensure } from '../../shapes/errors';
import { type FunctionName, type MachineName, type StackPart, toPascal } from '../../shapes/machines';
import { readNextPages } from '../pages';
import type { DoctorCalls } from './calls';

/** Names and ARNs of a deployment, which may not be deployed. */
export class DeploymentNames {
  /** @param stackName the setting `stackName`: prefix of all names */
  constructor(
    readonly account: string,
    readonly region: string,
    readonly stackName: string,
  ) {}

  /** `FsxbenchSafety`. */
  stack(part: StackPart): string {
    return toPascal(`${this.stackName}-${part}`);
  }

  /** `fsxbench-<what>`. */
  name(what: string): string {
    return `${this.stackName}-${what}`;
  }

  arn(service: string, resource: string): string {
    return ['arn:aws', service, this.region, this.account, resource].join(':');
  }

  machineArn(machine: MachineName): string {
    return this.arn('states', `stateMachine:${this.name(machine)}`);
  }

  executionArn(machine: MachineName, name: string): string {
    return this.arn('states', `execution:${this.name(machine)}:${name}`);
  }

  functionArn(name: FunctionName): string {
    return this.arn('lambda', `function:${this.name(name)}`);
  }
}

export interface DeployedStack {
  readonly stack: Stack;
  readonly resources: readonly StackResourceSummary[];
}

/** The deployed stacks. */
export interface Deployment {
  readonly safety: DeployedStack | null;
  readonly bench: DeployedStack | null;
  /** Name of the results bucket; null if the safety stack has no such output. */
  readonly bucket: string | null;
}

/** Finds both stacks. @throws the SDK's errors; a missing stack is no error */
export async function findDeployment(calls: DoctorCalls, place: DeploymentNames): Promise<Deployment> {
  const [safety, bench] = [await findStack(calls, place.stack('safety')), await findStack(calls, place.stack('bench'))];
  const output = safety?.stack.Outputs?.find(({ OutputKey }) => OutputKey === 'ResultsBucket');
  return { safety, bench, bucket: output?.OutputValue ?? null };
}

async function findStack(calls: DoctorCalls, name: string): Promise<DeployedStack | null> {
  let stack: Stack | undefined;
  try {
    [stack] = (await calls.cloudformation.describeStacks({ StackName: name })).Stacks ?? [];
  } catch (error) {
    // CloudFormation reports a missing stack only by this message (API reference, DescribeStacks).
    if (error instanceof Error && /does not exist/.test(error.message)) return null;
    throw error;
  }
  if (stack === undefined) return null;
  const pages = await readNextPages((next) => calls.cloudformation.listStackResources({ StackName: name, ...next }));
  return { stack, resources: pages.flatMap(({ StackResourceSummaries }) => StackResourceSummaries ?? []) };
}

/** Physical id of a type's only resource, or of the resource whose logical id begins with `begins`. */
export function getPhysicalId(stack: DeployedStack, type: string, begins = ''): string {
  const found = stack.resources.find(
    ({ ResourceType, LogicalResourceId }) => ResourceType === type && LogicalResourceId?.startsWith(begins) === true,
  );
  return ensure(found?.PhysicalResourceId, `a resource ${type} ${begins} in ${stack.stack.StackName ?? 'the stack'}`);
}
