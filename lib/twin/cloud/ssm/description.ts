/** Commands and their invocations as the listings show them. */
import type { Command, CommandInvocation, GetCommandInvocationCommandOutput } from '@aws-sdk/client-ssm';
import { commandStatus, countOf, errorCount, type Invocation, isOver, statusOf } from './invocation';
import type { SentCommand, SsmState } from './registry';

/**
 * Characters of output that are kept.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetCommandInvocation.html
 */
const STDOUT_CHARACTERS = 24_000;
const STDERR_CHARACTERS = 8_000;

/** A command as SendCommand and ListCommands show it. Targets given by tag are counted only a moment later. */
export function describeCommand(state: SsmState, command: SentCommand): Command {
  const { delivery, instanceIds } = command;
  const listed = instanceIds.length > 0 || state.isListed(command);
  const invocations = listed ? delivery.invocations : [];
  const pending = { status: 'Pending', details: 'Pending' } as const;
  const { status, details } = listed ? commandStatus(invocations, command.errorsBorne, delivery.cancelled) : pending;
  return {
    CommandId: command.id,
    DocumentName: command.documentName,
    DocumentVersion: '$DEFAULT',
    Comment: command.comment,
    ExpiresAfter: new Date(command.expiresAt),
    Parameters: { ...command.parameters },
    InstanceIds: [...instanceIds],
    Targets: [...command.targets],
    RequestedDateTime: new Date(command.requestedAt),
    Status: status,
    StatusDetails: details,
    MaxConcurrency: command.maxConcurrency,
    MaxErrors: command.maxErrors,
    TargetCount: invocations.length,
    CompletedCount: invocations.filter(isOver).length,
    ErrorCount: errorCount(invocations),
    DeliveryTimedOutCount: countOf(invocations, 'DeliveryTimedOut'),
    TimeoutSeconds: command.timeoutSeconds,
  };
}

export function describeInvocation(command: SentCommand, invocation: Invocation): CommandInvocation {
  return {
    CommandId: command.id,
    InstanceId: invocation.instanceId,
    InstanceName: '',
    Comment: command.comment,
    DocumentName: command.documentName,
    DocumentVersion: '$DEFAULT',
    RequestedDateTime: new Date(command.requestedAt),
    Status: statusOf(invocation.details),
    StatusDetails: invocation.details,
    StandardOutputUrl: '',
    StandardErrorUrl: '',
    CommandPlugins: [],
  };
}

/** What GetCommandInvocation tells of one host. */
export function outputOf(
  command: SentCommand,
  invocation: Invocation,
): Omit<GetCommandInvocationCommandOutput, '$metadata'> {
  const { startedAt, endedAt, result } = invocation;
  const time = (milliseconds: number | undefined): string =>
    milliseconds === undefined ? '' : new Date(milliseconds).toISOString();
  const elapsed = startedAt === undefined || endedAt === undefined ? '' : `PT${(endedAt - startedAt) / 1000}S`;
  return {
    CommandId: command.id,
    InstanceId: invocation.instanceId,
    Comment: command.comment,
    DocumentName: command.documentName,
    DocumentVersion: '$DEFAULT',
    PluginName: 'runScript',
    // -1: the step has not ended on the host, or nothing is known of it.
    ResponseCode: result?.exitCode ?? -1,
    ExecutionStartDateTime: time(startedAt),
    ExecutionElapsedTime: elapsed,
    ExecutionEndDateTime: startedAt === undefined ? '' : time(endedAt),
    Status: statusOf(invocation.details),
    StatusDetails: invocation.details,
    StandardOutputContent: (result?.stdout ?? '').slice(0, STDOUT_CHARACTERS),
    StandardOutputUrl: '',
    StandardErrorContent: (result?.stderr ?? '').slice(0, STDERR_CHARACTERS),
    StandardErrorUrl: '',
  };
}
