/** Executions and Map runs as the Describe actions show them. */
import type { DescribeExecutionCommandOutput, DescribeMapRunCommandOutput } from '@aws-sdk/client-sfn';
import type { MapRun } from '../../../asl/interpreter/map/map-run';
import type { FoundExecution } from './registry';

export function describeExecution(found: FoundExecution): Omit<DescribeExecutionCommandOutput, '$metadata'> {
  const { execution, mapRun, input = JSON.stringify(execution.input) } = found;
  const { status, error, cause, stopDate } = execution;
  const redrivable = status === 'FAILED' || status === 'ABORTED' || status === 'TIMED_OUT';
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status,
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
    redriveCount: 0,
    ...(redrivable
      ? { redriveStatus: 'REDRIVABLE' }
      : {
          redriveStatus: 'NOT_REDRIVABLE',
          redriveStatusReason: `Execution is ${status} and cannot be redriven`,
        }),
  };
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
    redriveCount: 0,
  };
}
