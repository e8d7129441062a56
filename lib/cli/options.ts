/** Values of options that several commands take. */
import { ACCEPTABLE } from '../shapes/error-codes';
import { EXECUTION_ID_PATTERN, EXECUTION_ID_RULE } from '../shapes/execution-names';
import { formatAllowed } from '../shapes/suggest';
import { DEFAULT_STACK_NAME, isStackName, STACK_NAME } from '../shapes/stack-name';
import { type Options, UserError } from './command';

/** The text of an option that was given; else undefined. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * The text of `--seed`; undefined where it is not given.
 * @throws UserError where it is empty: most likely a variable of a script that was not set.
 */
export function readSeed(value: unknown): string | undefined {
  const seed = toText(value);
  if (seed === undefined || seed.trim() !== '') return seed;
  throw new UserError(
    'BadSeed',
    '--seed: found an empty text; allowed: any text that is not empty. Leave the option out for the default',
  );
}

/**
 * The reasons of `--accept HostBusy,CpuStolen`; undefined where it is not given.
 * @throws UserError for what is no reason of the surroundings
 */
export function readAccepted(value: unknown): readonly string[] | undefined {
  const codes = toText(value)?.split(',');
  const wrong = codes?.filter((code) => !ACCEPTABLE.includes(code)) ?? [];
  if (wrong.length === 0) return codes;
  const names = formatAllowed(wrong[0] ?? '', ACCEPTABLE);
  throw new UserError('BadOption', `--accept: found '${wrong.join(',')}'; ${names}, several with commas between them`);
}

/**
 * The name that a user gave, or one from the time, e.g. `20260131-235959` (UTC).
 * @param now epoch milliseconds.
 * @throws UserError where the name cannot be one.
 */
export function pickExecutionName(given: string | undefined, now: number): string {
  if (given === undefined) return new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  if (EXECUTION_ID_PATTERN.test(given)) return given;
  throw new UserError('BadExecutionName', `--name: found '${given}'; allowed: ${EXECUTION_ID_RULE}`);
}

/** The deployment of `--stack`. @throws UserError for what no deployment can be called */
export function readStackName(options: Options): string {
  const name = toText(options['stack']) ?? DEFAULT_STACK_NAME;
  if (isStackName(name)) return name;
  throw new UserError('NotDeployed', `--stack: found '${name}'; allowed: ${STACK_NAME.allowed}`);
}

/**
 * What a command uses of a deployment.
 * @param open by the names of its stack and Region. @param hint what else to do where there is none
 * @throws UserError where there is no such deployment, or nobody may ask
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
    const { name, message } = error as Error;
    const code = name === 'NotDeployed' || name === 'ValidationError' ? 'NotDeployed' : 'NoCredentials';
    throw new UserError(code, `${command}: ${message}; \`aws sts get-caller-identity\` must work first${hint}`);
  }
}
