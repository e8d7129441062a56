/** ListExecutions and ListMapRuns; executions and machines as the Describe actions show them. */
import {
  ListExecutionsCommand,
  ListMapRunsCommand,
  type ExecutionListItem,
  type ListExecutionsCommandInput,
  type DescribeExecutionCommandOutput,
  type DescribeStateMachineCommandOutput,
} from '@aws-sdk/client-sfn';
import { page } from '../paging';
import { constraintError, type Service, ServiceError } from '../service';
import { action } from '../shape';
import type { FoundExecution, RegisteredMachine, SfnState } from './registry';

/**
 * Entries of a page where none or 0 is asked for, and at most.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListExecutions.html
 */
const PAGE = { default: 100, max: 1000 } as const;

/** @throws ServiceError ValidationException outside 0 to 1000; 0 means the default */
function pageSize(asked: number | undefined): number {
  if (asked === undefined || asked === 0) return PAGE.default;
  if (Number.isInteger(asked) && asked > 0 && asked <= PAGE.max) return asked;
  throw constraintError('maxResults', `Member must be from 0 to ${PAGE.max}`, asked);
}

function invalidToken(token = ''): () => Error {
  return () => new ServiceError('InvalidToken', `Invalid Token: '${token}'`, 400);
}

export function listActions(state: SfnState): Service {
  return {
    ListExecutions: action(
      ListExecutionsCommand,
      'stateMachineArn mapRunArn statusFilter maxResults nextToken',
      (input) => {
        const wanted = ranked(state, input)
          .filter((found) => input.statusFilter === undefined || statusOf(found) === input.statusFilter)
          // Newest first; a page token then names the oldest given.
          .sort((a, b) => b.rank - a.rank);
        const refuse = invalidToken(input.nextToken);
        const given = page(wanted, ({ rank }) => -rank, pageSize(input.maxResults), input.nextToken, refuse);
        return { executions: given.items.map(listItem), nextToken: given.next };
      },
    ),

    ListMapRuns: action(
      ListMapRunsCommand,
      'executionArn maxResults nextToken',
      ({ executionArn, maxResults, nextToken }) => {
        const { execution } = state.find(executionArn);
        const runs = [...state.mapRuns.values()]
          .map((run, rank) => ({ run, rank }))
          .filter(({ run }) => run.executionArn === executionArn);
        const given = page(runs, ({ rank }) => rank, pageSize(maxResults), nextToken, invalidToken(nextToken));
        const mapRuns = given.items.map(({ run }) => ({
          executionArn,
          mapRunArn: run.arn,
          stateMachineArn: execution.machineArn,
          startDate: new Date(run.startDate),
          stopDate: dateOf(run.stopDate),
        }));
        return { mapRuns, nextToken: given.next };
      },
    ),
  };
}

/** The executions of a machine, or of a Map run, in the order of their start. */
function ranked(state: SfnState, input: ListExecutionsCommandInput): (FoundExecution & { readonly rank: number })[] {
  const { stateMachineArn, mapRunArn } = input;
  if (mapRunArn !== undefined && stateMachineArn === undefined) {
    const mapRun = state.mapRun(mapRunArn);
    return mapRun.children.map((execution, rank) => ({ execution, mapRun, rank }));
  }
  if (stateMachineArn === undefined || mapRunArn !== undefined) {
    const message = 'Must provide either a StateMachineArn or a MapRunArn, but not both';
    throw new ServiceError('ValidationException', message, 400);
  }
  if (input.statusFilter === 'PENDING_REDRIVE') {
    const message = 'PENDING_REDRIVE is a status of the children of a Map run: mapRunArn must be given with it';
    throw new ServiceError('ValidationException', message, 400);
  }
  state.machine(stateMachineArn);
  return [...state.started.values()].filter(({ execution }) => execution.machineArn === stateMachineArn);
}

function statusOf({ execution, mapRun }: FoundExecution): NonNullable<ExecutionListItem['status']> {
  return mapRun?.statusOf(execution) ?? execution.status;
}

function listItem(found: FoundExecution): ExecutionListItem {
  const { execution, mapRun } = found;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: statusOf(found),
    startDate: new Date(execution.startDate),
    stopDate: dateOf(execution.stopDate),
    mapRunArn: mapRun?.arn,
    ...redrives(execution),
  };
}

function dateOf(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}

export function describeExecution(found: FoundExecution): Omit<DescribeExecutionCommandOutput, '$metadata'> {
  const { execution, mapRun, input = JSON.stringify(execution.input) } = found;
  const { status, error, cause, stopDate } = execution;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: mapRun?.statusOf(execution) ?? status,
    startDate: new Date(execution.startDate),
    stopDate: dateOf(stopDate),
    input,
    inputDetails: { included: true },
    ...(status === 'SUCCEEDED'
      ? { output: JSON.stringify(execution.output ?? null), outputDetails: { included: true } }
      : {}),
    error,
    cause,
    mapRunArn: mapRun?.arn,
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

/** How often, and when last, an execution was redriven. */
function redrives(of: { readonly redriveCount: number; readonly redriveDate?: number }): {
  readonly redriveCount: number;
  readonly redriveDate: Date | undefined;
} {
  const { redriveCount, redriveDate } = of;
  return { redriveCount, redriveDate: dateOf(redriveDate) };
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
