/** ListExecutions and ListMapRuns; executions and machines as in the Describe actions. */
import {
  ListExecutionsCommand,
  ListMapRunsCommand,
  type ExecutionListItem,
  type ListExecutionsCommandInput,
  type DescribeExecutionCommandOutput,
  type DescribeStateMachineCommandOutput,
} from '@aws-sdk/client-sfn';
import { type Page, getPage } from '../paging';
import { makeConstraintError, type Service, ServiceError } from '../service';
import { makeAction } from '../sdk-shape';
import type { ExecutionWithMapRun, RegisteredMachine, SfnState } from './registry';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListExecutions.html (0: the default) */
const PAGE_SIZE = { least: 1, most: 1000, usual: 100 };

/** @throws ServiceError ValidationException outside 0 to 1000, InvalidToken */
function getStatesPage<T extends { readonly rank: number }>(
  items: readonly T[],
  { maxResults, nextToken }: { readonly maxResults?: number | undefined; readonly nextToken?: string | undefined },
): Page<T> {
  return getPage(items, maxResults === 0 ? undefined : maxResults, nextToken, {
    ...PAGE_SIZE,
    refuseSize: (size) => makeConstraintError('maxResults', `Member must be from 0 to ${PAGE_SIZE.most}`, size),
    refuseToken: () => new ServiceError('InvalidToken', `Invalid Token: '${nextToken ?? ''}'`),
  });
}

export function makeListActions(state: SfnState): Service {
  return {
    ListExecutions: makeAction(ListExecutionsCommand, (input) => {
      const wanted = listExecutions(state, input)
        .filter((found) => input.statusFilter === undefined || getStatus(found) === input.statusFilter)
        // Newest first; the page token names the oldest returned.
        .map((found) => ({ ...found, rank: -found.rank }))
        .sort((a, b) => a.rank - b.rank);
      const { items, next } = getStatesPage(wanted, input);
      return { executions: items.map(toListItem), nextToken: next };
    }),

    ListMapRuns: makeAction(ListMapRunsCommand, ({ executionArn, ...input }) => {
      const { execution } = state.find(executionArn);
      const runs = [...state.mapRuns.values()]
        .map((run, rank) => ({ run, rank }))
        .filter(({ run }) => run.executionArn === executionArn);
      const { items, next } = getStatesPage(runs, input);
      const mapRuns = items.map(({ run }) => ({
        executionArn,
        mapRunArn: run.arn,
        stateMachineArn: execution.machineArn,
        startDate: new Date(run.startDate),
        stopDate: toDate(run.stopDate),
      }));
      return { mapRuns, nextToken: next };
    }),
  };
}

/** The executions of a machine, or of a Map run, in the order of their start. */
function listExecutions(
  state: SfnState,
  input: ListExecutionsCommandInput,
): (ExecutionWithMapRun & { readonly rank: number })[] {
  const { stateMachineArn, mapRunArn } = input;
  if (mapRunArn !== undefined && stateMachineArn === undefined) {
    const mapRun = state.mapRun(mapRunArn);
    return mapRun.children.map((execution, rank) => ({ execution, mapRun, rank }));
  }
  if (stateMachineArn === undefined || mapRunArn !== undefined) {
    const message = 'Must provide either a StateMachineArn or a MapRunArn, but not both';
    throw new ServiceError('ValidationException', message);
  }
  if (input.statusFilter === 'PENDING_REDRIVE') {
    const message = 'PENDING_REDRIVE is a status of the children of a Map run: mapRunArn must be given with it';
    throw new ServiceError('ValidationException', message);
  }
  state.machine(stateMachineArn);
  return [...state.started.values()].filter(({ execution }) => execution.machineArn === stateMachineArn);
}

function getStatus({ execution, mapRun }: ExecutionWithMapRun): NonNullable<ExecutionListItem['status']> {
  return mapRun?.getStatus(execution) ?? execution.status;
}

function toListItem(found: ExecutionWithMapRun): ExecutionListItem {
  const { execution, mapRun } = found;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: getStatus(found),
    startDate: new Date(execution.startDate),
    stopDate: toDate(execution.stopDate),
    mapRunArn: mapRun?.arn,
    ...describeRedrives(execution),
  };
}

function toDate(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}

export function describeExecution(found: ExecutionWithMapRun): Omit<DescribeExecutionCommandOutput, '$metadata'> {
  const { execution, mapRun, input = JSON.stringify(execution.input) } = found;
  const { status, error, cause, stopDate } = execution;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: mapRun?.getStatus(execution) ?? status,
    startDate: new Date(execution.startDate),
    stopDate: toDate(stopDate),
    input,
    inputDetails: { included: true },
    ...(status === 'SUCCEEDED'
      ? { output: JSON.stringify(execution.output ?? null), outputDetails: { included: true } }
      : {}),
    error,
    cause,
    mapRunArn: mapRun?.arn,
    ...describeRedrives(execution),
    ...getRedriveStatus(found),
  };
}

/** All machines are of type STANDARD; creation date is the time of the call, and the definition is left out. */
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

function describeRedrives(of: { readonly redriveCount: number; readonly redriveDate?: number }): {
  readonly redriveCount: number;
  readonly redriveDate: Date | undefined;
} {
  const { redriveCount, redriveDate } = of;
  return { redriveCount, redriveDate: toDate(redriveDate) };
}

/** A child of a Map run is redriven only with its parent. */
function getRedriveStatus({
  execution,
  mapRun,
}: ExecutionWithMapRun): Pick<DescribeExecutionCommandOutput, 'redriveStatus' | 'redriveStatusReason'> {
  const redriveStatusReason = execution.getRedriveRefusal();
  if (redriveStatusReason !== undefined) return { redriveStatus: 'NOT_REDRIVABLE', redriveStatusReason };
  return { redriveStatus: mapRun === undefined ? 'REDRIVABLE' : 'REDRIVABLE_BY_MAP_RUN' };
}
