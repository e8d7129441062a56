/** One command on one host, and what all invocations of a command make of its status. */
import type { CommandInvocationStatus, CommandStatus } from '@aws-sdk/client-ssm';
import type { CommandResult, RunningCommand } from '../../hosts/driver';

/**
 * Why an invocation is where it is. https://docs.aws.amazon.com/systems-manager/latest/userguide/monitor-commands.html
 */
export type Details =
  | 'Pending'
  | 'InProgress'
  | 'Success'
  | 'DeliveryTimedOut'
  | 'ExecutionTimedOut'
  | 'Failed'
  | 'Cancelled'
  | 'Undeliverable'
  | 'Terminated';

export interface Invocation {
  readonly instanceId: string;
  /** Order in the listing of all invocations. */
  readonly rank: number;
  details: Details;
  /** Set while the host works. */
  running?: RunningCommand;
  result?: CommandResult;
  /** Epoch milliseconds. */
  startedAt?: number;
  endedAt?: number;
}

const STATUS: Readonly<Record<Details, CommandInvocationStatus>> = {
  Pending: 'Pending',
  InProgress: 'InProgress',
  Success: 'Success',
  DeliveryTimedOut: 'TimedOut',
  ExecutionTimedOut: 'TimedOut',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
  Undeliverable: 'Failed',
  Terminated: 'Failed',
};

export function statusOf(details: Details): CommandInvocationStatus {
  return STATUS[details];
}

export function isOver(invocation: Invocation): boolean {
  return invocation.details !== 'Pending' && invocation.details !== 'InProgress';
}

/** Failures that count against MaxErrors: neither delivery time-outs nor undeliverable ones do. */
export function errorCount(invocations: readonly Invocation[]): number {
  return countOf(invocations, 'Failed') + countOf(invocations, 'ExecutionTimedOut');
}

export function countOf(invocations: readonly Invocation[], details: Details): number {
  return invocations.filter((invocation) => invocation.details === details).length;
}

/** Status of a command and why, from its invocations (`monitor-commands`, as above). */
export function commandStatus(
  invocations: readonly Invocation[],
  maxErrors: number,
  cancelled: boolean,
): { readonly status: CommandStatus; readonly details: string } {
  if (!invocations.every(isOver)) {
    if (cancelled) return { status: 'Cancelling', details: 'Cancelling' };
    const begun = invocations.some(({ details }) => details !== 'Pending');
    return begun ? { status: 'InProgress', details: 'InProgress' } : { status: 'Pending', details: 'Pending' };
  }
  if (invocations.length === 0) return { status: 'Success', details: 'NoInstancesInTag' };
  if (cancelled) return { status: 'Cancelled', details: 'Cancelled' };
  // Undeliverable ones do not speak against success: who wants all hosts must look at each.
  const counted = invocations.filter(({ details }) => details !== 'Undeliverable');
  if (counted.length === 0) return { status: 'Failed', details: 'Undeliverable' };
  if (counted.every(({ details }) => details === 'Success')) return { status: 'Success', details: 'Success' };
  const enough = Math.max(1, maxErrors);
  if (countOf(counted, 'DeliveryTimedOut') >= enough) return { status: 'TimedOut', details: 'DeliveryTimedOut' };
  if (countOf(counted, 'ExecutionTimedOut') >= enough) return { status: 'TimedOut', details: 'ExecutionTimedOut' };
  if (errorCount(counted) >= enough) return { status: 'Failed', details: 'Failed' };
  return { status: 'Failed', details: 'Incomplete' };
}
