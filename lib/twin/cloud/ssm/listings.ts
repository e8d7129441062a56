/** ListCommands, ListCommandInvocations, GetCommandInvocation. */
import { GetCommandInvocationCommand, ListCommandInvocationsCommand, ListCommandsCommand } from '@aws-sdk/client-ssm';
import { type Service, ServiceError } from '../service';
import { ArgumentError, action } from '../shape';
import { describeCommand, describeInvocation, outputOf } from './description';
import { entries, nextToken } from './pages';
import type { SsmState } from './registry';

export function listingActions(state: SsmState): Service {
  return {
    ListCommands: action(
      ListCommandsCommand,
      'CommandId MaxResults NextToken',
      ({ CommandId, MaxResults, NextToken }) => {
        const all = CommandId === undefined ? [...state.commands.values()] : [state.command(CommandId)];
        const given = entries(all, ({ rank }) => rank, { MaxResults, NextToken }, 1);
        return { Commands: given.items.map((command) => describeCommand(state, command)), ...nextToken(given) };
      },
    ),

    ListCommandInvocations: action(
      ListCommandInvocationsCommand,
      'CommandId InstanceId MaxResults NextToken Details',
      ({ CommandId, InstanceId, MaxResults, NextToken, Details }) => {
        if (Details === true) {
          // Its answers hold output of every host: too long for a state, and no place for results.
          throw new ArgumentError('ssm:ListCommandInvocations', ['Details: true is not modelled']);
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
    ),

    GetCommandInvocation: action(GetCommandInvocationCommand, 'CommandId InstanceId', ({ CommandId, InstanceId }) => {
      const command = state.command(CommandId);
      const invocation = command.delivery.invocations.find(({ instanceId }) => instanceId === InstanceId);
      if (invocation === undefined || !state.isListed(command)) {
        throw new ServiceError('InvocationDoesNotExist', 'InvocationDoesNotExist', 400);
      }
      return outputOf(command, invocation);
    }),
  };
}
