/** `fsxbench doctor`: proves in an account what only an account can prove. */
import type { DoctorCalls } from '../../aws/doctor/calls';
import { endpointOf, realDoctorCalls } from '../../aws/doctor/clients';
import { nameOf } from '../../aws/doctor/finding';
import { ALL_GUESSES, type Guess } from '../../aws/doctor/guesses/table';
import type { Patient } from '../../aws/doctor/patient';
import { lookAt, visit, type Visit } from '../../aws/doctor/visit';
import { nearest } from '../../shapes/suggest';
import { DEFAULT_STACK_NAME, isStackName, STACK_NAME } from '../../shapes/stack-name';
import { type Cli, UserError } from '../command';
import { textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { doctorDocument, doctorText, type Examined } from '../text/doctor-text';

/** @returns 0: nothing fails; 1: something does not hold */
export async function run(
  cli: Cli,
  _args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const guesses = chosen(options['only']);
  refuseSpending(options['spend']);
  const stackName = stackNameOf(options['stack']);
  const region = regionGiven(options['region'], process.env);
  const real = realDoctorCalls(region === undefined ? {} : { region });
  return examine(cli, { calls: real.calls, region: await regionOf(real), guesses, stackName, options });
}

export interface Examination {
  readonly calls: DoctorCalls;
  readonly region: string;
  readonly guesses: readonly Guess[];
  /** Default: that of a deployment without the setting. */
  readonly stackName?: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds; default: the clock of this machine. */
  readonly now?: () => number;
}

/** The command with its calls: tests give others. */
export async function examine(cli: Cli, examination: Examination): Promise<ExitCode> {
  const { region, guesses, options, stackName = DEFAULT_STACK_NAME } = examination;
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
  const answers = await lookAt(patient, guesses, (one) => {
    if (cli.err.isTTY === true) cli.err.write(`  ${one.state.padEnd(13)}  ${one.guess.id}\n`);
  });
  const whole = { ...examined, startOne: await startOf(patient, guesses) };
  cli.out.write(
    options['json'] === true
      ? `${JSON.stringify(doctorDocument(whole, answers), null, 2)}\n`
      : doctorText(whole, answers),
  );
  return answers.some(({ state }) => state === 'does not hold') ? EXIT.against : EXIT.done;
}

/** Names of executions are as long as they may be: those of its children are the longest of any (`long-child-name`). */
const NAME_LENGTH = 48;

/** Commands that start the small experiment; undefined where none is needed: lines are read off one that has ended. */
async function startOf(patient: Patient, guesses: readonly Guess[]): Promise<string | undefined> {
  const { place, deployment, experiments, now } = patient;
  const { bench, bucket } = deployment;
  if (bench === null || bucket === null || !guesses.some(({ proof }) => proof.by === 'experiment')) return undefined;
  const ended = await experiments().catch(() => null);
  if (ended === null || ended.length > 0) return undefined;
  const moment = new Date(now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const name = `doctor-${moment}-`.padEnd(NAME_LENGTH, 'x');
  return (
    `aws s3 cp experiments/doctor.yaml s3://${bucket}/specs/doctor.yaml && ` +
    `aws stepfunctions start-execution --region ${place.region} ` +
    `--state-machine-arn ${place.machineArn('experiment')} --name ${name} --input '{"specKey":"specs/doctor.yaml"}'`
  );
}

async function begin({ calls, region, now }: Examination, stackName: string): Promise<Visit> {
  try {
    return await visit(calls, { region, stackName, now: now ?? (() => Date.now()) });
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

/** @throws UserError for an option that there was once */
function refuseSpending(option: unknown): void {
  const value = textOf(option);
  if (value === undefined) return;
  throw new UserError(
    'WrongUsage',
    `--spend: found '${value}'; the option is gone: doctor makes nothing. Start experiments/doctor.yaml, whose ` +
      'limits say what it may cost, wait for its receipt, and run `fsxbench doctor` again: it says the command',
  );
}
