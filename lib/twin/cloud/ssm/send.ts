/** SendCommand and CancelCommand. SendCommand has no client token: sent twice, a command runs twice. */
import { CancelCommandCommand, SendCommandCommand } from '@aws-sdk/client-ssm';
import type { HostView } from '../ec2/ec2';
import { constraintError, type Service, ServiceError } from '../service';
import { action, type InputOf } from '../shape';
import { Delivery } from './delivery';
import { executionTimeout, parameterValues, type SsmDocument } from './document';
import { describeCommand } from './listings';
import type { SentCommand, SsmState } from './registry';
import { byInstanceIds, byTargets } from './selection';

/**
 * Delivery time-out: bounds and default, seconds.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
const DELIVERY_SECONDS = { min: 30, max: 2_592_000, default: 3600 } as const;
const COMMENT_CHARACTERS = 100;

type SendInput = InputOf<typeof SendCommandCommand>;

export function commandActions(state: SsmState): Service {
  return {
    SendCommand: action(
      SendCommandCommand,
      'DocumentName InstanceIds Targets Parameters TimeoutSeconds Comment MaxConcurrency MaxErrors',
      (input) => {
        const command = send(state, input);
        state.commands.set(command.id, command);
        return { Command: describeCommand(state, command) };
      },
    ),

    CancelCommand: action(CancelCommandCommand, 'CommandId InstanceIds', ({ CommandId, InstanceIds }) => {
      state.command(CommandId).delivery.cancel(InstanceIds);
      return {};
    }),
  };
}

function send(state: SsmState, input: SendInput): SentCommand {
  const { clock, ids, driver } = state.options;
  const { timeoutSeconds, comment } = bounded(input);
  const concurrency = input.MaxConcurrency ?? DEFAULT_MAX_CONCURRENCY;
  const errors = input.MaxErrors ?? DEFAULT_MAX_ERRORS;
  checkVelocity(concurrency, errors);
  const document = documentOf(state, input.DocumentName);
  const given = input.Parameters ?? {};
  const parameters = parameterValues(document, given);
  const executionTimeoutSeconds = executionTimeout(document, parameters);
  const hosts = hostsOf(state, input);

  const id = ids.uuid();
  const requestedAt = clock.now();
  const errorsBorne = maxErrors(errors, hosts.length);
  const options = {
    clock,
    driver,
    online: (instanceId: string) => state.answers(instanceId),
    command: { commandId: id, parameters, executionTimeoutSeconds },
    maxConcurrency: maxConcurrency(concurrency, hosts.length),
    maxErrors: errorsBorne,
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
    instanceIds: input.InstanceIds ?? [],
    targets: input.Targets ?? [],
    comment,
    maxConcurrency: concurrency,
    maxErrors: errors,
    errorsBorne,
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

function hostsOf(state: SsmState, input: SendInput): readonly HostView[] {
  const ids = input.InstanceIds ?? [];
  const targets = input.Targets ?? [];
  if (ids.length > 0 === targets.length > 0) {
    const message = 'Exactly one of InstanceIds and Targets must be specified';
    throw new ServiceError('ValidationException', message, 400);
  }
  if (targets.length > 0) return byTargets(targets, state.managed());
  return byInstanceIds(ids, state.managed(), state.options.place.account);
}

/**
 * Used where the request says nothing: on fleets above 50 hosts some would start late, and one error would stop the
 * rest.
 */
const DEFAULT_MAX_CONCURRENCY = '50';
const DEFAULT_MAX_ERRORS = '0';

/**
 * Patterns of the service model of SendCommand.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
const CONCURRENCY = /^([1-9][0-9]{0,6}|[1-9][0-9]?%|100%)$/;
const ERRORS = /^(0|[1-9][0-9]{0,6}|[0-9]%|[1-9][0-9]%|100%)$/;

/** How many hosts may work at once; at least one. */
export function maxConcurrency(text: string, targets: number): number {
  checked('maxConcurrency', text, CONCURRENCY);
  return Math.max(1, amount(text, targets));
}

/** How many errors are borne; one more stops the sending. */
export function maxErrors(text: string, targets: number): number {
  checked('maxErrors', text, ERRORS);
  return amount(text, targets);
}

/** Refuses a malformed value, whatever the number of targets will be. */
export function checkVelocity(concurrency: string, errors: string): void {
  maxConcurrency(concurrency, 1);
  maxErrors(errors, 1);
}

function amount(text: string, targets: number): number {
  return text.endsWith('%') ? Math.floor((targets * Number(text.slice(0, -1))) / 100) : Number(text);
}

function checked(member: string, text: string, pattern: RegExp): void {
  if (pattern.test(text)) return;
  throw constraintError(member, `Member must satisfy regular expression pattern: ${pattern.source}`, text);
}
