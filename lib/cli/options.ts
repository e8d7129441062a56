/** Parses options that several commands share. */
import { ACCEPTABLE_REASONS } from '../shapes/error-codes';
import { EXECUTION_ID_PATTERN, EXECUTION_ID_RULE } from '../shapes/execution-names';
import { formatAllowed } from '../shapes/suggest';
import { DEFAULT_STACK_NAME, isStackName, STACK_NAME_PATTERN } from '../shapes/stack-name';
import { type Options, UserError } from './command';

/** The text of an option; undefined if it was not given. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text of `--seed`, if given. @throws UserError if it is empty, most likely an unset variable of a script */
export function readSeed(value: unknown): string | undefined {
  const seed = toText(value);
  if (seed === undefined || seed.trim() !== '') return seed;
  throw new UserError(
    'BadSeed',
    '--seed: found an empty text; allowed: any other text. Omit the option for the default',
  );
}

/** The reasons of `--accept HostBusy,CpuStolen`, if given. @throws UserError for reasons that cannot be accepted */
export function readAccepted(value: unknown): readonly string[] | undefined {
  const codes = Array.isArray(value) ? value.flatMap((one) => String(one).split(',')) : toText(value)?.split(',');
  const wrong = codes?.filter((code) => !ACCEPTABLE_REASONS.includes(code)) ?? [];
  if (wrong.length === 0) return codes;
  const names = formatAllowed(wrong[0] ?? '', ACCEPTABLE_REASONS);
  throw new UserError('BadOption', `--accept: found '${wrong.join(',')}'; ${names}; separate several with commas`);
}

/**
 * The name from the user, or one from the time, e.g. `20260131-235959` (UTC).
 * @param now epoch milliseconds
 * @throws UserError if the name is invalid
 */
export function pickExecutionName(given: string | undefined, now: number): string {
  if (given === undefined) return new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  if (EXECUTION_ID_PATTERN.test(given)) return given;
  throw new UserError('BadExecutionName', `--name: found '${given}'; allowed: ${EXECUTION_ID_RULE}`);
}

/** The deployment of `--stack`. @throws UserError for an invalid name */
export function readStackName(options: Options): string {
  const name = toText(options['stack']) ?? DEFAULT_STACK_NAME;
  if (isStackName(name)) return name;
  throw new UserError('NotDeployed', `--stack: found '${name}'; allowed: ${STACK_NAME_PATTERN.allowed}`);
}

/** Codes of Node.js for connections that failed before a response. */
const NO_RESPONSE = /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|CERT|TLS|SSL/;

/**
 * The error of a call without a response, with what may be the cause; undefined if there was a response.
 * @param host that the call was for, as the error of a time-out does not name it
 */
export function findNoResponse(command: string, error: unknown, host = 'AWS'): UserError | undefined {
  const failed = listErrors(error).find(({ name, code }) => name === 'TimeoutError' || NO_RESPONSE.test(String(code)));
  if (failed === undefined) return undefined;
  const { message, code = '', hostname = host } = failed;
  const { AWS_ENDPOINT_URL: endpoint, ...env } = process.env;
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'].find((one) => env[one] !== undefined);
  const where = endpoint === undefined ? String(hostname) : `${endpoint} (AWS_ENDPOINT_URL)`;
  const ignored = proxy === undefined ? 'fsxbench uses no proxy' : `${proxy} is set, but fsxbench ignores it`;
  // Node.js gives no message if several addresses of a name fail.
  const why = `could not reach ${where}: ${message || String(code)}`;
  return new UserError('NoResponse', `${command}: ${why}. Check network, DNS and firewall; ${ignored}`);
}

type FailedConnection = Error & { readonly code?: unknown; readonly hostname?: unknown };

/** An error and those that it wraps: a provider of credentials hides that its own call had no response. */
function listErrors(error: unknown): FailedConnection[] {
  if (!(error instanceof Error)) return [];
  const { cause, errors = [] } = error as Error & { readonly errors?: readonly unknown[] };
  return [error, ...[cause, ...errors].flatMap(listErrors)];
}

/**
 * Opens the deployment of a command.
 * @param open by the names of its stack and Region. @param hint for an account without one
 * @throws UserError if the deployment does not exist, or the credentials lack permission
 */
export async function openDeployment<T>(
  command: string,
  options: Options,
  open: (stackName: string, region: string | undefined) => Promise<T>,
  hint = '',
): Promise<T> {
  const stackName = readStackName(options);
  try {
    return await open(stackName, toText(options['region']));
  } catch (error) {
    const silence = findNoResponse(command, error);
    if (silence !== undefined) throw silence;
    const { name, message } = error as Error;
    const code = name === 'NotDeployed' || name === 'ValidationError' ? 'NotDeployed' : 'NoCredentials';
    throw new UserError(code, `${command}: ${message}; \`aws sts get-caller-identity\` must succeed first${hint}`);
  }
}
