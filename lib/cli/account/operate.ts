/** The frame of commands against an account: opens the deployment, and says what keeps a person from using it. */
import { isTransient } from '../../aws/handler';
import { readExecution, openOperator, type ExecutionFacts, type Operator } from '../../aws/operator';
import { EXECUTION_NAME_PATTERN, EXECUTION_NAME_RULE } from '../../shapes/execution-names';
import { type Cli, type Options, UserError } from '../command';
import { openDeployment } from '../options';
import type { ExitCode } from '../outcome';
import { toPrintableLines } from '../../shapes/printable';

/** A command with its deployment: tests give another one. */
export type AccountCommand = (
  cli: Cli,
  operator: Operator,
  args: readonly string[],
  options: Options,
) => Promise<ExitCode>;

/** Names by which AWS says that credentials are over, or are none. */
const CREDENTIALS = /ExpiredToken|TokenRefreshRequired|CredentialsProvider|UnrecognizedClient|InvalidClientTokenId/;
/** An hour of looks every ten seconds: a laptop may sleep for longer, and then starts anew. */
const TRIES_MAX = 360;
const DENIED = /AccessDenied|Forbidden|UnauthorizedOperation/;

/** A command as the table of commands has it. */
export function withOperator(name: string, command: AccountCommand) {
  return async (cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> => {
    const operator = await openDeployment(name, options, openOperator);
    return explainErrors(name, () => command(cli, operator, args, options));
  };
}

/** @throws UserError where AWS refuses a person */
export async function explainErrors<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    const said = toPrintableLines(message);
    if (CREDENTIALS.test(name))
      throw new UserError(
        'NoCredentials',
        `${command}: ${said} (${name}). Sign in again, and call it once more: what runs in the account goes on`,
      );
    if (isDenied(error))
      throw new UserError(
        'NoCredentials',
        `${command}: ${said} (${name}). docs/deploy.md says what a person who operates needs`,
      );
    throw error;
  }
}

/** Looks, and looks again while the network or a service does not answer: who watches for hours meets that. */
export async function retryIfTransient<T>(
  operator: Operator,
  milliseconds: number,
  look: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await look();
    } catch (error) {
      if (!isTransient(error) || tried === TRIES_MAX) throw error;
      await operator.sleep(milliseconds);
    }
  }
}

/** Whether AWS takes the credentials of a person no longer. */
export function areCredentialsOver(error: unknown): boolean {
  return error instanceof Error && CREDENTIALS.test(error.name);
}

/** Whether AWS does not let a person do it. */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && DENIED.test(error.name);
}

/** @throws UserError for a name that no execution can have, or none has */
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
    `${command}: there is no execution '${name}' in ${operator.config.stack}. ` +
      `npx fsxbench list${operator.flags} shows those that there are`,
  );
}
