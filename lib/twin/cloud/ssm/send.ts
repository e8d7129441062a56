/** SendCommand and CancelCommand. SendCommand has no client token: sent twice, a command runs twice. */
import { CancelCommandCommand, SendCommandCommand } from '@aws-sdk/client-ssm';
import { constraintError, type Service, ServiceError } from '../service';
import { action, ArgumentError, type InputOf } from '../shape';
import { Delivery } from './delivery';
import { executionTimeout, parameterValues, type SsmDocument } from './document';
import { describeCommand } from './listings';
import { byTargets, type SentCommand, type SsmState } from './registry';

/**
 * Delivery time-out: bounds and default, seconds.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
const DELIVERY_SECONDS = { min: 30, max: 2_592_000, default: 3600 } as const;
const COMMENT_CHARACTERS = 100;
/** All hosts at once, all errors borne. */
const ALL = '100%';

type SendInput = InputOf<typeof SendCommandCommand>;

export function commandActions(state: SsmState): Service {
  return {
    SendCommand: action(SendCommandCommand, (input) => {
      const command = send(state, input);
      state.commands.set(command.id, command);
      return { Command: describeCommand(state, command) };
    }),

    CancelCommand: action(CancelCommandCommand, ({ CommandId, InstanceIds }) => {
      state.command(CommandId).delivery.cancel(InstanceIds);
      return {};
    }),
  };
}

function send(state: SsmState, input: SendInput): SentCommand {
  const { clock, ids, driver } = state.options;
  const { timeoutSeconds, comment } = bounded(input);
  // Where nothing is said 50 hosts work at once, so that others miss the start, and one error stops the rest.
  if (input.MaxConcurrency !== ALL || input.MaxErrors !== ALL)
    throw new ArgumentError('ssm:SendCommand', [`MaxConcurrency and MaxErrors other than ${ALL} are not modelled`]);
  const document = documentOf(state, input.DocumentName);
  const given = input.Parameters ?? {};
  const parameters = parameterValues(document, given);
  const executionTimeoutSeconds = executionTimeout(document, parameters);
  const targets = input.Targets ?? [];
  const hosts = byTargets(targets, state.managed());

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
    // Documented: delivery and execution time-out together bound the life of a command.
    expiresAt: requestedAt + (timeoutSeconds + executionTimeoutSeconds) * 1000,
    delivery: new Delivery(options, invocations),
  };
}

function bounded(input: SendInput): { readonly timeoutSeconds: number; readonly comment: string } {
  const { TimeoutSeconds: timeoutSeconds = DELIVERY_SECONDS.default, Comment: comment = '' } = input;
  if (timeoutSeconds < DELIVERY_SECONDS.min || timeoutSeconds > DELIVERY_SECONDS.max) {
    const rule = `Member must be from ${DELIVERY_SECONDS.min} to ${DELIVERY_SECONDS.max}`;
    throw constraintError('timeoutSeconds', rule, timeoutSeconds);
  }
  if (comment.length > COMMENT_CHARACTERS) {
    throw constraintError('comment', `Member must have length less than or equal to ${COMMENT_CHARACTERS}`);
  }
  return { timeoutSeconds, comment };
}

function documentOf(state: SsmState, name: string): SsmDocument {
  const { documents } = state.options;
  const found = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (found !== undefined) return found;
  throw new ServiceError('InvalidDocument', `Document ${name} does not exist in your account`, 400);
}
