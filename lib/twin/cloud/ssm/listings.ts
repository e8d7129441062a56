/** What SSM shows: the hosts whose agent answers, commands, and their invocations. */
import {
  type Command,
  type CommandInvocation,
  DescribeInstanceInformationCommand,
  type InstanceInformation,
  ListCommandInvocationsCommand,
  ListCommandsCommand,
} from '@aws-sdk/client-ssm';
import type { HostView } from '../ec2/ec2';
import { pageOf, type PageRules } from '../paging';
import { constraintError, type Service, ServiceError } from '../service';
import { ArgumentError, action } from '../shape';
import { commandStatus, countOf, errorCount, type Invocation, isOver, statusOf } from './delivery';
import { byFilters, type SentCommand, type SsmState } from './registry';

/** Any agent version; nothing in the twin depends on it. */
const AGENT_VERSION = '3.3.0.0';

export function listingActions(state: SsmState): Service {
  return {
    DescribeInstanceInformation: action(DescribeInstanceInformationCommand, ({ Filters, MaxResults, NextToken }) => {
      const hosts = byFilters(Filters ?? [], state.listed());
      const given = pageOf(hosts, MaxResults, NextToken, rules(5));
      const InstanceInformationList = given.items.map((host) => information(host, state));
      return { InstanceInformationList, NextToken: given.next };
    }),

    ListCommands: action(ListCommandsCommand, ({ CommandId, MaxResults, NextToken }) => {
      const all = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
      const given = pageOf(all, MaxResults, NextToken, rules(1));
      return { Commands: given.items.map((command) => describeCommand(state, command)), NextToken: given.next };
    }),

    ListCommandInvocations: action(
      ListCommandInvocationsCommand,
      ({ CommandId, InstanceId, MaxResults, NextToken, Details }) => {
        if (Details === true) {
          // Its answers hold output of every host: too long for a state, and no place for results.
          throw new ArgumentError('ssm:ListCommandInvocations', ['Details: true is not modelled']);
        }
        const commands = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
        const all = commands
          .filter((command) => state.isListed(command))
          .flatMap((command) =>
            command.delivery.invocations.map((invocation) => ({ command, invocation, rank: invocation.rank })),
          )
          .filter(({ invocation }) => InstanceId === undefined || invocation.instanceId === InstanceId);
        const given = pageOf(all, MaxResults, NextToken, rules(1));
        const CommandInvocations = given.items.map(({ command, invocation }) =>
          describeInvocation(command, invocation),
        );
        return { CommandInvocations, NextToken: given.next };
      },
    ),
  };
}

/** Entries of a page at most. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ListCommands.html */
const PAGE_ENTRIES = 50;

/** @param least smallest MaxResults that the action takes */
function rules(least: number): PageRules {
  const rule = `Member must be from ${least} to ${PAGE_ENTRIES}`;
  return {
    least,
    most: PAGE_ENTRIES,
    refuseSize: (size) => constraintError('maxResults', rule, size),
    refuseToken: () => new ServiceError('InvalidNextToken', 'The specified token is not valid', 400),
  };
}

function information(host: HostView, state: SsmState): InstanceInformation {
  return {
    InstanceId: host.instanceId,
    PingStatus: host.online ? 'Online' : 'ConnectionLost',
    LastPingDateTime: new Date(state.options.clock.now()),
    AgentVersion: AGENT_VERSION,
    IsLatestVersion: true,
    PlatformType: 'Linux',
    PlatformName: 'Amazon Linux',
    PlatformVersion: '2023',
    ResourceType: host.instanceId.startsWith('mi-') ? 'ManagedInstance' : 'EC2Instance',
    IPAddress: host.privateIp,
    ComputerName: `ip-${host.privateIp.replaceAll('.', '-')}.ec2.internal`,
  };
}

/** A command as SendCommand and ListCommands show it. Targets given by tag are counted only a moment later. */
export function describeCommand(state: SsmState, command: SentCommand): Command {
  const { delivery } = command;
  const listed = state.isListed(command);
  const invocations = listed ? delivery.invocations : [];
  const pending = { status: 'Pending', details: 'Pending' } as const;
  const { status, details } = listed ? commandStatus(invocations, delivery.cancelled) : pending;
  return {
    CommandId: command.id,
    DocumentName: command.documentName,
    DocumentVersion: '$DEFAULT',
    Comment: command.comment,
    ExpiresAfter: new Date(command.expiresAt),
    Parameters: { ...command.parameters },
    InstanceIds: [],
    Targets: [...command.targets],
    RequestedDateTime: new Date(command.requestedAt),
    Status: status,
    StatusDetails: details,
    MaxConcurrency: '100%',
    MaxErrors: '100%',
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
