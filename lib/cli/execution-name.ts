/** Names of executions that are started from the command line. */
import { EXECUTION_ID_PATTERN, EXECUTION_ID_RULE } from '../shapes/execution-names';
import { UserError } from './command';

/**
 * The name that a user gave, or one from the time, e.g. `20260131-235959` (UTC).
 * @param now epoch milliseconds.
 * @throws UserError where the name cannot be one.
 */
export function executionName(given: string | undefined, now: number): string {
  if (given === undefined) return new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  if (EXECUTION_ID_PATTERN.test(given)) return given;
  throw new UserError('BadExecutionName', `--name: found '${given}'; allowed: ${EXECUTION_ID_RULE}`);
}
