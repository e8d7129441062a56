/** `fsxbench doctor`: proves in an account what only an account can prove. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { DoctorCalls } from '../../aws/doctor/calls';
import { endpointOf, realDoctorCalls } from '../../aws/doctor/clients';
import type { Answer } from '../../aws/doctor/examine';
import { nameOf } from '../../aws/doctor/finding';
import type { Guess } from '../../aws/doctor/guesses/table';
import { ALL_GUESSES } from '../../aws/doctor/guesses/table';
import type { Small } from '../../aws/doctor/spending/experiment';
import { spend, type Spent } from '../../aws/doctor/spending/spend';
import { lookAt, visit, type Visit } from '../../aws/doctor/visit';
import { nearest } from '../../shapes/suggest';
import { bookOf, PRICED_REGIONS } from '../../pricing/aws';
import { readScripts } from '../../aws/scripts';
import { DEFAULT_STACK_NAME, isStackName, STACK_NAME } from '../../shapes/stack-name';
import { formatSeconds } from '../../shapes/quantity';
import { type Cli, UserError } from '../command';
import { abortable } from '../interrupts';
import { textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { doctorDocument, doctorText, type Examined } from '../text/doctor-text';

/** @returns 0: nothing fails; 1: something does not hold; 3: `--spend` was too small; 4: something was left; 130 */
export async function run(
  cli: Cli,
  _args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const guesses = chosen(options['only']);
  const limit = spendOf(options['spend']);
  const stackName = stackNameOf(options['stack']);
  const region = regionGiven(options['region'], process.env);
  const real = realDoctorCalls(region === undefined ? {} : { region });
  return examine(cli, { calls: real.calls, region: await regionOf(real), guesses, limit, stackName, options });
}

export interface Examination {
  readonly calls: DoctorCalls;
  readonly region: string;
  readonly guesses: readonly Guess[];
  /** US dollars; null: nothing may be made. */
  readonly limit: number | null;
  /** Default: that of a deployment without the setting. */
  readonly stackName?: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds; default: the clock of this machine. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Part of every name that is given; default: the moment and something random. */
  readonly id?: string;
}

/** The command with its calls: tests give others. */
export async function examine(cli: Cli, examination: Examination): Promise<ExitCode> {
  const { region, guesses, limit, options, stackName = DEFAULT_STACK_NAME } = examination;
  const { patient, caller } = await begin(examination, stackName);
  const { safety, bench } = patient.deployment;
  const examined: Examined = {
    account: patient.place.account,
    region,
    caller,
    stack: stackName,
    deployed: [safety, bench].flatMap((one) => one?.stack.StackName ?? []),
    endpoint: endpointOf({}),
  };
  const looked = await lookAt(patient, guesses, (one) => {
    if (cli.err.isTTY === true) cli.err.write(`  ${one.state.padEnd(13)}  ${one.guess.id}\n`);
  });
  // What it makes may cost: whoever ends it twice leaves that behind.
  const { signal, release } = abortable(cli.interrupts, limit === null ? EXIT.interrupted : EXIT.left);
  const { answers, spent } =
    limit === null
      ? { answers: looked, spent: null }
      : await spend(patient, looked, {
          limitUsd: limit,
          id: examination.id ?? idOf(patient.now()),
          small: await smallOf(cli, region),
          tell: teller(cli),
          interrupted: signal,
        });
  cli.out.write(
    options['json'] === true
      ? `${JSON.stringify(doctorDocument(examined, answers, spent), null, 2)}\n`
      : doctorText(examined, answers, spent),
  );
  release();
  return codeOf(answers, spent, signal.aborted);
}

/** `20260131-030000-4f2a`: the moment, and what tells two visits of one moment apart. */
function idOf(now: number): string {
  const moment = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${moment}-${randomBytes(2).toString('hex')}`;
}

/** The experiment that is shipped for this; null where it could not be priced. */
async function smallOf(cli: Cli, region: string): Promise<Small | null> {
  if (!PRICED_REGIONS.includes(region)) return null;
  const spec = parse(readFileSync(join(cli.root, 'experiments', 'doctor.yaml'), 'utf8')) as Small['spec'];
  return { spec, scripts: await readScripts(join(cli.root, 'workloads')), prices: bookOf(region) };
}

/** Lines about what is being made: each change of them, and where nobody watches a terminal not every 15 seconds. */
function teller(cli: Cli): (line: string) => void {
  const begun = Date.now();
  let last = '';
  return (line) => {
    const what = cli.err.isTTY === true ? line : line.replace(/, at most .*$/, '');
    if (what === last) return;
    last = what;
    cli.err.write(`  ${formatSeconds(Math.round((Date.now() - begun) / 1000)).padStart(8)}  ${line}\n`);
  };
}

async function begin({ calls, region, now, sleep }: Examination, stackName: string): Promise<Visit> {
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  try {
    return await visit(calls, { region, stackName, now: now ?? (() => Date.now()), sleep: sleep ?? wait });
  } catch (error) {
    throw refused(error);
  }
}

/** `us-east-1`, `us-gov-west-1`, `eusc-de-east-1`: names of Regions (Regional endpoints, AWS General Reference). */
const REGION = /^[a-z]{2,4}(-[a-z]+){1,3}-\d{1,2}$/;

/**
 * The Region that option or environment name; undefined where the profile has to.
 * @throws UserError for what cannot be one: the SDK would take it for none
 */
function regionGiven(option: unknown, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--region', textOf(option)],
    ['AWS_REGION', env['AWS_REGION'] || undefined],
    ['AWS_DEFAULT_REGION', env['AWS_DEFAULT_REGION'] || undefined],
  ];
  for (const [where, region] of given) {
    if (region === undefined) continue;
    if (REGION.test(region)) return region;
    throw new UserError('UnknownRegion', `${where}: found '${region}'; allowed: the name of a Region, e.g. us-east-1`);
  }
  return undefined;
}

/** @throws UserError for what no deployment can be called */
function stackNameOf(option: unknown): string {
  const name = textOf(option) ?? DEFAULT_STACK_NAME;
  if (isStackName(name)) return name;
  throw new UserError('NotDeployed', `--stack: found '${name}'; allowed: ${STACK_NAME.allowed}`);
}

async function regionOf({ region }: { region: () => Promise<string> }): Promise<string> {
  try {
    return await region();
  } catch {
    throw new UserError(
      'NoCredentials',
      'doctor: no Region is configured; give --region, or set AWS_REGION, or `region` in the profile of ~/.aws/config',
    );
  }
}

/** Whatever keeps the very first calls from being answered: nothing else could be asked either. */
function refused(error: unknown): UserError {
  const name = nameOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const what =
    name === 'CredentialsProviderError'
      ? 'no credentials were found (environment, profile of ~/.aws, SSO, role of this machine)'
      : `AWS does not answer these credentials: ${name}: ${message}`;
  return new UserError('NoCredentials', `doctor: ${what}; \`aws sts get-caller-identity\` must work first`);
}

/** The first that is true counts (README, Exit codes). */
function codeOf(answers: readonly Answer[], spent: Spent | null, interrupted: boolean): ExitCode {
  if (spent !== null && spent.left.length > 0) return EXIT.left;
  if (interrupted) return EXIT.interrupted;
  if (spent !== null && spent.refused.length > 0) return EXIT.refused;
  return answers.some(({ state }) => state === 'does not hold') ? EXIT.against : EXIT.done;
}

/** Lines of `--only`. @throws UserError that names every unknown id */
function chosen(only: unknown): readonly Guess[] {
  if (!Array.isArray(only) || only.length === 0) return ALL_GUESSES;
  const ids = ALL_GUESSES.map(({ id }) => id);
  const unknown = only.map(String).filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    const lines = unknown.map((id) => {
      const near = nearest(id, ids);
      return `--only: there is no line '${id}'${near === undefined ? '' : ` (did you mean '${near}'?)`}`;
    });
    throw new UserError('UnknownLine', `${lines.join('\n')}\nall lines: ${ids.join(', ')}`);
  }
  return ALL_GUESSES.filter(({ id }) => only.includes(id));
}

/** Far more than all lines cost together: a larger amount is a slip of the finger. */
const MOST_USD = 1000;

/** @throws UserError for what is no amount */
function spendOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === undefined) return null;
  if (/^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= MOST_USD) return Number(text);
  const allowed = `US dollars above 0, at most ${MOST_USD}, e.g. 2 or 0.5`;
  throw new UserError('BadSpend', `--spend: found '${text}'; allowed: ${allowed}`);
}
