/** ListCommands, ListCommandInvocations, GetCommandInvocation, DescribeInstanceInformation. */
import type {
  Command,
  CommandInvocation,
  DescribeInstanceInformationCommandInput,
  DescribeInstanceInformationCommandOutput,
  GetCommandInvocationCommandInput,
  GetCommandInvocationCommandOutput,
  InstanceInformation,
  ListCommandInvocationsCommandInput,
  ListCommandInvocationsCommandOutput,
  ListCommandsCommandInput,
  ListCommandsCommandOutput,
} from '@aws-sdk/client-ssm';
import type { HostView } from '../ec2/ec2';
import type { Page, Rank } from '../paging';
import { page } from '../paging';
import type { Service } from '../service';
import { ServiceError } from '../service';
import { action } from '../shape';
import type { Invocation } from './invocation';
import { commandStatus, countOf, errorCount, isOver, statusOf } from './invocation';
import type { SentCommand, SsmState } from './registry';
import { byFilters } from './selection';

/** Most entries of a page, and characters of output kept. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetCommandInvocation.html */
const PAGE_ENTRIES = 50;
const STDOUT_CHARACTERS = 24_000;
const STDERR_CHARACTERS = 8_000;
/** Any agent version; nothing in the twin depends on it. */
const AGENT_VERSION = '3.3.0.0';

export function listingActions(state: SsmState): Service {
  return {
    DescribeInstanceInformation: action<
      DescribeInstanceInformationCommandInput,
      never,
      Omit<DescribeInstanceInformationCommandOutput, '$metadata'>
    >({
      name: 'ssm:DescribeInstanceInformation',
      members: { Filters: [{ Key: 'text', Values: ['text'] }], MaxResults: 'number', NextToken: 'text' },
      required: [],
      run: ({ Filters, MaxResults, NextToken }) => {
        const hosts = byFilters(Filters ?? [], state.online());
        const given = entries(hosts, ({ rank }) => rank, { MaxResults, NextToken }, 5);
        const InstanceInformationList = given.items.map((host) => information(host, state));
        return { InstanceInformationList, ...nextToken(given) };
      },
    }),

    ListCommands: action<ListCommandsCommandInput, never, Omit<ListCommandsCommandOutput, '$metadata'>>({
      name: 'ssm:ListCommands',
      members: { CommandId: 'text', MaxResults: 'number', NextToken: 'text' },
      required: [],
      run: ({ CommandId, MaxResults, NextToken }) => {
        const all = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
        const given = entries(all, ({ rank }) => rank, { MaxResults, NextToken }, 1);
        return { Commands: given.items.map((command) => describeCommand(state, command)), ...nextToken(given) };
      },
    }),

    ListCommandInvocations: action<
      ListCommandInvocationsCommandInput,
      never,
      Omit<ListCommandInvocationsCommandOutput, '$metadata'>
    >({
      name: 'ssm:ListCommandInvocations',
      members: { CommandId: 'text', InstanceId: 'text', MaxResults: 'number', NextToken: 'text', Details: 'flag' },
      required: [],
      run: ({ CommandId, InstanceId, MaxResults, NextToken, Details }) => {
        if (Details === true) {
          // Its answers hold output of every host: too long for a state, and no place for results.
          throw new ServiceError('ValidationException', 'The twin lists invocations without Details only', 400);
        }
        const commands = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
        const all = commands
          .filter((command) => state.isListed(command))
          .flatMap((command) => command.delivery.invocations.map((invocation) => ({ command, invocation })))
          .filter(({ invocation }) => InstanceId === undefined || invocation.instanceId === InstanceId);
        const given = entries(all, ({ invocation }) => invocation.rank, { MaxResults, NextToken }, 1);
        const CommandInvocations = given.items.map(({ command, invocation }) =>
          describeInvocation(command, invocation),
        );
        return { CommandInvocations, ...nextToken(given) };
      },
    }),

    GetCommandInvocation: action<
      GetCommandInvocationCommandInput,
      'CommandId' | 'InstanceId',
      Omit<GetCommandInvocationCommandOutput, '$metadata'>
    >({
      name: 'ssm:GetCommandInvocation',
      members: { CommandId: 'text', InstanceId: 'text' },
      required: ['CommandId', 'InstanceId'],
      run: ({ CommandId, InstanceId }) => {
        const command = state.command(CommandId);
        const invocation = command.delivery.invocations.find(({ instanceId }) => instanceId === InstanceId);
        if (invocation === undefined || !state.isListed(command)) {
          throw new ServiceError('InvocationDoesNotExist', 'InvocationDoesNotExist', 400);
        }
        return outputOf(command, invocation);
      },
    }),
  };
}

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

function describeInvocation(command: SentCommand, invocation: Invocation): CommandInvocation {
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

function outputOf(command: SentCommand, invocation: Invocation): Omit<GetCommandInvocationCommandOutput, '$metadata'> {
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

function information(host: HostView, state: SsmState): InstanceInformation {
  return {
    InstanceId: host.instanceId,
    PingStatus: 'Online',
    LastPingDateTime: new Date(state.options.clock.now()),
    AgentVersion: AGENT_VERSION,
    IsLatestVersion: true,
    PlatformType: 'Linux',
    PlatformName: 'Amazon Linux',
    PlatformVersion: '2023',
    ResourceType: 'EC2Instance',
    IPAddress: host.privateIp,
    ComputerName: `ip-${host.privateIp.replaceAll('.', '-')}.ec2.internal`,
  };
}

interface PageRequest {
  readonly MaxResults: number | undefined;
  readonly NextToken: string | undefined;
}

function entries<T>(items: readonly T[], rank: (item: T) => Rank, request: PageRequest, least: number): Page<T> {
  const { MaxResults = PAGE_ENTRIES, NextToken } = request;
  if (MaxResults < least || MaxResults > PAGE_ENTRIES) {
    const range = `${least} to ${PAGE_ENTRIES}`;
    const message = `Value '${MaxResults}' at 'maxResults' failed to satisfy constraint: ${range}`;
    throw new ServiceError('ValidationException', message, 400);
  }
  const refuse = (): Error => new ServiceError('InvalidNextToken', 'The specified token is not valid', 400);
  return page(items, rank, MaxResults, NextToken, refuse);
}

function nextToken(given: Page<unknown>): { readonly NextToken?: string } {
  return given.next === undefined ? {} : { NextToken: given.next };
}
