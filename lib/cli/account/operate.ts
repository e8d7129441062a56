/** Runs commands against an account: opens the deployment, and explains credentials errors. */
import { isTransient } from '../../aws/handler';
import { readExecution, openOperator, type ExecutionFacts, type Operator } from '../../aws/operator';
import { EXECUTION_NAME_PATTERN, EXECUTION_NAME_RULE } from '../../shapes/execution-names';
import { type Cli, type Options, UserError } from '../command';
import { findNoResponse, openDeployment } from '../options';
import type { ExitCode } from '../exit-code';
import { toPrintableLines } from '../../shapes/printable';

/** A command with its deployment, which tests replace. */
export type AccountCommand = (
  cli: Cli,
  operator: Operator,
  args: readonly string[],
  options: Options,
) => Promise<ExitCode>;

/** AWS error names for expired or missing credentials. */
const CREDENTIAL_ERRORS =
  /ExpiredToken|TokenRefreshRequired|CredentialsProvider|UnrecognizedClient|InvalidClientTokenId/;
/** Maximum number of reads: one hour at one read every ten seconds. */
const READ_TRIES_MAX = 360;
const DENIED_ERRORS = /AccessDenied|Forbidden|UnauthorizedOperation/;

export function withOperator(name: string, command: AccountCommand) {
  return async (cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> => {
    const operator = await openDeployment(name, options, openOperator);
    return explainErrors(name, () => command(cli, operator, args, options));
  };
}

/** @throws UserError if AWS refuses the credentials */
export async function explainErrors<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const silence = findNoResponse(command, error);
    if (silence !== undefined) throw silence;
    const { name, message } = error as Error;
    const said = toPrintableLines(message);
    if (CREDENTIAL_ERRORS.test(name))
      throw new UserError(
        'NoCredentials',
        `${command}: ${said} (${name}). Sign in again and rerun the command. Executions in the account continue`,
      );
    if (isDenied(error))
      throw new UserError(
        'NoCredentials',
        `${command}: ${said} (${name}). docs/deploy.md lists the permissions that operators need`,
      );
    throw error;
  }
}

/** Retries a read while the network or a service does not respond. */
export async function retryIfTransient<T>(
  operator: Operator,
  milliseconds: number,
  look: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await look();
    } catch (error) {
      if (!isTransient(error) || tried === READ_TRIES_MAX) throw error;
      await operator.sleep(milliseconds);
    }
  }
}

/** Whether AWS rejects the credentials as expired or invalid. */
export function areCredentialsInvalid(error: unknown): boolean {
  return error instanceof Error && CREDENTIAL_ERRORS.test(error.name);
}

/** Whether AWS denies the permission. */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && DENIED_ERRORS.test(error.name);
}

/** @throws UserError for an invalid or unknown name */
export async function findExecution(command: string, name: string, operator: Operator): Promise<ExecutionFacts> {
  if (!EXECUTION_NAME_PATTERN.test(name))
    throw new UserError(
      'BadExecutionName',
      `${command}: found '${toPrintableLines(name)}'; allowed: ${EXECUTION_NAME_RULE}`,
    );
  const found = await readExecution(name, operator);
  if (found !== null) return found;
  throw new UserError(
    'NoExecution',
    `${command}: ${operator.config.stack} has no execution '${name}'. ` +
      `List all: npx fsxbench list${operator.flags}`,
  );
}
