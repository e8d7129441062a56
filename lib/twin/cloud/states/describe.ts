/** Executions, Map runs and machines as the Describe actions show them. */
import type {
  DescribeExecutionCommandOutput,
  DescribeMapRunCommandOutput,
  DescribeStateMachineCommandOutput,
} from '@aws-sdk/client-sfn';
import type { MapRun } from '../../../asl/interpreter/map/map-run';
import type { FoundExecution, RegisteredMachine } from './registry';

export function describeExecution(found: FoundExecution): Omit<DescribeExecutionCommandOutput, '$metadata'> {
  const { execution, mapRun, input = JSON.stringify(execution.input) } = found;
  const { status, error, cause, stopDate } = execution;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: mapRun?.statusOf(execution) ?? status,
    startDate: new Date(execution.startDate),
    ...(stopDate === undefined ? {} : { stopDate: new Date(stopDate) }),
    input,
    inputDetails: { included: true },
    ...(status === 'SUCCEEDED'
      ? { output: JSON.stringify(execution.output ?? null), outputDetails: { included: true } }
      : {}),
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
    ...(mapRun === undefined ? {} : { mapRunArn: mapRun.arn }),
    ...redrives(execution),
    ...redriveStatus(found),
  };
}

/** Machines here are standard ones, and were made at the moment of the look; their text is not told. */
export function describeMachine(
  { name, arn: stateMachineArn, roleArn }: RegisteredMachine,
  now: number,
): Omit<DescribeStateMachineCommandOutput, '$metadata'> {
  return {
    stateMachineArn,
    name,
    status: 'ACTIVE',
    definition: '{}',
    roleArn,
    type: 'STANDARD',
    creationDate: new Date(now),
  };
}

/** How often, and when last, an execution or a Map run was redriven. */
export function redrives(of: { readonly redriveCount: number; readonly redriveDate?: number }): {
  readonly redriveCount: number;
  readonly redriveDate?: Date;
} {
  const { redriveCount, redriveDate } = of;
  return { redriveCount, ...(redriveDate === undefined ? {} : { redriveDate: new Date(redriveDate) }) };
}

/** A child of a Map run is redriven with its parent, never by itself. */
function redriveStatus({
  execution,
  mapRun,
}: FoundExecution): Pick<DescribeExecutionCommandOutput, 'redriveStatus' | 'redriveStatusReason'> {
  const redriveStatusReason = execution.redriveRefusal();
  if (redriveStatusReason !== undefined) return { redriveStatus: 'NOT_REDRIVABLE', redriveStatusReason };
  return { redriveStatus: mapRun === undefined ? 'REDRIVABLE' : 'REDRIVABLE_BY_MAP_RUN' };
}

export function describeMapRun(run: MapRun): Omit<DescribeMapRunCommandOutput, '$metadata'> {
  return {
    mapRunArn: run.arn,
    executionArn: run.executionArn,
    status: run.status,
    startDate: new Date(run.startDate),
    ...(run.stopDate === undefined ? {} : { stopDate: new Date(run.stopDate) }),
    maxConcurrency: run.limits.maxConcurrency,
    toleratedFailureCount: run.limits.toleratedFailureCount ?? 0,
    toleratedFailurePercentage: run.limits.toleratedFailurePercentage ?? 0,
    itemCounts: { ...run.itemCounts },
    executionCounts: { ...run.executionCounts },
    ...redrives(run),
  };
}
