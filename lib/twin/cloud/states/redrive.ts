/**
 * RedriveExecution. No machine and no function calls it: persons do, from the console, and whoever tries out what
 * becomes of an execution then.
 */
import { RedriveExecutionCommand } from '@aws-sdk/client-sfn';
import { constraintError, type Service, ServiceError } from '../service';
import { action } from '../shape';
import type { SfnState } from './registry';

/**
 * Client tokens that are remembered for each execution, for how long (milliseconds), and their longest.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_RedriveExecution.html
 */
const TOKENS = 10;
const TOKEN_MS = 15 * 60_000;
const TOKEN_CHARACTERS = 64;

interface Used {
  readonly token: string;
  readonly redriveDate: Date;
}

export function redriveActions(state: SfnState): Service {
  const used = new Map<string, Used[]>();
  return {
    RedriveExecution: action(
      RedriveExecutionCommand,
      'executionArn clientToken',
      ({ executionArn, clientToken: token }) => {
        if (token !== undefined && (token === '' || token.length > TOKEN_CHARACTERS)) {
          throw constraintError('clientToken', `Member must have 1 to ${TOKEN_CHARACTERS} characters`, token);
        }
        const found = state.find(executionArn);
        const now = state.options.clock.now();
        const tokens = (used.get(executionArn) ?? []).filter(({ redriveDate }) => now - +redriveDate < TOKEN_MS);
        const before = tokens.find((one) => one.token === token);
        if (before !== undefined) return { redriveDate: before.redriveDate };
        if (found.mapRun !== undefined) throw notRedrivable('It is a child of a Map run, redriven with its parent');
        const refusal = found.execution.redriveRefusal();
        if (refusal !== undefined) throw notRedrivable(refusal);
        state.redrive(found);
        const redriveDate = new Date(now);
        if (token !== undefined) used.set(executionArn, [...tokens, { token, redriveDate }].slice(-TOKENS));
        return { redriveDate };
      },
    ),
  };
}

/** The name is the service's, the wording ours. */
function notRedrivable(why: string): ServiceError {
  return new ServiceError('ExecutionNotRedrivable', why, 400);
}
