/** The calls of SSM that the machines use: hosts that answer, commands, and their results. */
import { makeConstraintError, type Service, ServiceError } from '../service';
import { filterHosts, selectTargetHosts, type SentCommand, type SsmOptions, SsmState } from './registry';
import {
  CancelCommandCommand,
  type Command,
  type CommandFilter,
  type CommandInvocation,
  DescribeInstanceInformationCommand,
  type InstanceInformation,
  ListCommandInvocationsCommand,
  ListCommandsCommand,
  SendCommandCommand,
} from '@aws-sdk/client-ssm';
import { makeAction, ArgumentError, type CommandInput } from '../sdk-shape';
import {
  toCommandStatus,
  countStatusDetails,
  CommandDelivery,
  countErrors,
  type Invocation,
  hasEnded,
  toStatus,
} from './delivery';
import { readTimeoutSeconds, fillParameters, type SsmDocument } from './document';
import type { HostView } from '../ec2/ec2';
import { getPage, type PageRules } from '../paging';

export type { SsmOptions } from './registry';

export function makeSsm(options: SsmOptions): Service {
  const state = new SsmState(options);
  return { ...makeCommandActions(state), ...makeListingActions(state) };
}

// SendCommand and CancelCommand. SendCommand has no client token: sent twice, a command runs twice.

/** Seconds. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html */
const DELIVERY_TIMEOUT_SECONDS = { min: 30, max: 2_592_000, default: 3600 } as const;
const MAX_COMMENT_CHARACTERS = 100;
/** All hosts at once, whatever errors occur. */
const ALL_HOSTS = '100%';

type SendCommandInput = CommandInput<typeof SendCommandCommand>;

function makeCommandActions(state: SsmState): Service {
  return {
    SendCommand: makeAction(SendCommandCommand, (input) => {
      const command = sendCommand(state, input);
      state.commands.set(command.id, command);
      return { Command: describeCommand(state, command) };
    }),

    CancelCommand: makeAction(CancelCommandCommand, ({ CommandId, InstanceIds }) => {
      state.command(CommandId).delivery.cancel(InstanceIds);
      return {};
    }),
  };
}

function sendCommand(state: SsmState, input: SendCommandInput): SentCommand {
  const { clock, ids, driver } = state.options;
  const { timeoutSeconds, comment } = requireCommandLimits(input);
  // By default only 50 hosts run at once, so that further hosts miss the start, and one error stops the rest.
  if (input.MaxConcurrency !== ALL_HOSTS || input.MaxErrors !== ALL_HOSTS)
    throw new ArgumentError('ssm:SendCommand', [
      `MaxConcurrency and MaxErrors other than ${ALL_HOSTS} are not simulated`,
    ]);
  const document = getDocument(state, input.DocumentName);
  const given = input.Parameters ?? {};
  const parameters = fillParameters(document, given);
  const executionTimeoutSeconds = readTimeoutSeconds(document, parameters);
  const targets = input.Targets ?? [];
  const hosts = selectTargetHosts(targets, state.managed());

  const id = ids.uuid();
  const requestedAt = clock.now();
  const options = {
    clock,
    driver,
    online: (instanceId: string) => state.answers(instanceId),
    command: { commandId: id, parameters, executionTimeoutSeconds },
    deliverySeconds: timeoutSeconds,
  };
  const invocations = hosts.map(({ instanceId }) => ({
    instanceId,
    rank: state.nextRank(),
    details: 'Pending' as const,
  }));
  return {
    id,
    rank: state.nextRank(),
    documentName: input.DocumentName,
    parameters: given,
    targets,
    comment,
    timeoutSeconds,
    requestedAt,
    // Documented: delivery and execution time-out together limit the life of a command.
    expiresAt: requestedAt + (timeoutSeconds + executionTimeoutSeconds) * 1000,
    delivery: new CommandDelivery(options, invocations),
  };
}

function requireCommandLimits(input: SendCommandInput): { readonly timeoutSeconds: number; readonly comment: string } {
  const { TimeoutSeconds: timeoutSeconds = DELIVERY_TIMEOUT_SECONDS.default, Comment: comment = '' } = input;
  if (timeoutSeconds < DELIVERY_TIMEOUT_SECONDS.min || timeoutSeconds > DELIVERY_TIMEOUT_SECONDS.max) {
    const rule = `Member must be from ${DELIVERY_TIMEOUT_SECONDS.min} to ${DELIVERY_TIMEOUT_SECONDS.max}`;
    throw makeConstraintError('timeoutSeconds', rule, timeoutSeconds);
  }
  if (comment.length > MAX_COMMENT_CHARACTERS) {
    throw makeConstraintError('comment', `Member must have length less than or equal to ${MAX_COMMENT_CHARACTERS}`);
  }
  return { timeoutSeconds, comment };
}

function getDocument(state: SsmState, name: string): SsmDocument {
  const { documents } = state.options;
  const found = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (found !== undefined) return found;
  throw new ServiceError('InvalidDocument', `Document ${name} does not exist in your account`);
}

// Listings of SSM: hosts whose agent answers, commands, and their invocations.

/** Any version: the simulation does not use it. */
const AGENT_VERSION = '3.3.0.0';

export function makeListingActions(state: SsmState): Service {
  return {
    DescribeInstanceInformation: makeAction(
      DescribeInstanceInformationCommand,
      ({ Filters, MaxResults, NextToken }) => {
        const hosts = filterHosts(Filters ?? [], state.listed());
        const given = getPage(hosts, MaxResults, NextToken, makePageRules(5));
        const InstanceInformationList = given.items.map((host) => describeHost(host, state));
        return { InstanceInformationList, NextToken: given.next };
      },
    ),

    ListCommands: makeAction(ListCommandsCommand, ({ CommandId, Filters, MaxResults, NextToken }) => {
      const known = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
      const after = readInvokedAfter(Filters);
      const all = known.filter(({ requestedAt }) => requestedAt > after);
      const given = getPage(all, MaxResults, NextToken, makePageRules(1));
      return { Commands: given.items.map((command) => describeCommand(state, command)), NextToken: given.next };
    }),

    ListCommandInvocations: makeAction(
      ListCommandInvocationsCommand,
      ({ CommandId, InstanceId, MaxResults, NextToken, Details }) => {
        if (Details === true) {
          // Details hold output of every host: too long for a state, and not the place for results.
          throw new ArgumentError('ssm:ListCommandInvocations', ['Details: true is not simulated']);
        }
        const commands = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
        const all = commands
          .filter((command) => state.isListed(command))
          .flatMap((command) =>
            command.delivery.invocations.map((invocation) => ({ command, invocation, rank: invocation.rank })),
          )
          .filter(({ invocation }) => InstanceId === undefined || invocation.instanceId === InstanceId);
        const given = getPage(all, MaxResults, NextToken, makePageRules(1));
        const CommandInvocations = given.items.map(({ command, invocation }) =>
          describeInvocation(command, invocation),
        );
        return { CommandInvocations, NextToken: given.next };
      },
    ),
  };
}

/** Whole seconds of ISO 8601. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_CommandFilter.html */
const FILTER_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** @returns epoch milliseconds; 0 without a filter */
function readInvokedAfter(filters: readonly CommandFilter[] = []): number {
  const other = filters.filter(({ key, value = '' }) => key !== 'InvokedAfter' || !FILTER_TIME.test(value));
  if (other.length > 0) throw new ArgumentError('ssm:ListCommands', [`Filters: ${JSON.stringify(other)}`]);
  return Math.max(0, ...filters.map(({ value = '' }) => Date.parse(value)));
}

/** Maximum entries of a page. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ListCommands.html */
const MAX_PAGE_ENTRIES = 50;

/** @param least minimum of MaxResults in the action */
function makePageRules(least: number): PageRules {
  const rule = `Member must be from ${least} to ${MAX_PAGE_ENTRIES}`;
  return {
    least,
    most: MAX_PAGE_ENTRIES,
    refuseSize: (size) => makeConstraintError('maxResults', rule, size),
    refuseToken: () => new ServiceError('InvalidNextToken', 'The specified token is not valid'),
  };
}

function describeHost(host: HostView, state: SsmState): InstanceInformation {
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

/** A command as in SendCommand and ListCommands. Targets by tag are counted only a moment later. */
function describeCommand(state: SsmState, command: SentCommand): Command {
  const { delivery } = command;
  const listed = state.isListed(command);
  const invocations = listed ? delivery.invocations : [];
  const pending = { status: 'Pending', details: 'Pending' } as const;
  const { status, details } = listed ? toCommandStatus(invocations, delivery.cancelled) : pending;
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
    CompletedCount: invocations.filter(hasEnded).length,
    ErrorCount: countErrors(invocations),
    DeliveryTimedOutCount: countStatusDetails(invocations, 'DeliveryTimedOut'),
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
    Status: toStatus(invocation.details),
    StatusDetails: invocation.details,
    StandardOutputUrl: '',
    StandardErrorUrl: '',
    CommandPlugins: [],
  };
}
