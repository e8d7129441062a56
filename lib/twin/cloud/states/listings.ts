/** ListExecutions, ListMapRuns, DescribeMapRun. */
import {
  DescribeMapRunCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  type ExecutionListItem,
  type ListExecutionsCommandInput,
} from '@aws-sdk/client-sfn';
import { constraintError } from '../constraint';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import { describeMapRun, redrives } from './describe';
import type { FoundExecution, SfnState } from './registry';

/**
 * Entries of a page where none or 0 is asked for, and at most.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListExecutions.html
 */
const PAGE = { default: 100, max: 1000 } as const;

/** @throws ServiceError ValidationException outside 0 to 1000; 0 means the default */
export function pageSize(asked: number | undefined): number {
  if (asked === undefined || asked === 0) return PAGE.default;
  if (Number.isInteger(asked) && asked > 0 && asked <= PAGE.max) return asked;
  throw constraintError('maxResults', `Member must be from 0 to ${PAGE.max}`, asked);
}

export function invalidToken(token = ''): () => Error {
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
        return { executions: given.items.map(listItem), ...next(given.next) };
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
          ...(run.stopDate === undefined ? {} : { stopDate: new Date(run.stopDate) }),
        }));
        return { mapRuns, ...next(given.next) };
      },
    ),

    DescribeMapRun: action(DescribeMapRunCommand, 'mapRunArn', ({ mapRunArn }) =>
      describeMapRun(state.mapRun(mapRunArn)),
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
    ...(execution.stopDate === undefined ? {} : { stopDate: new Date(execution.stopDate) }),
    ...(mapRun === undefined ? {} : { mapRunArn: mapRun.arn }),
    ...redrives(execution),
  };
}

function next(token: string | undefined): { readonly nextToken?: string } {
  return token === undefined ? {} : { nextToken: token };
}
