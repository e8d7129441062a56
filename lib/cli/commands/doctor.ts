/** `fsxbench doctor`: checks assumptions about AWS that only a real account can prove. */
import { type DoctorCalls, getErrorName } from '../../aws/doctor/calls';
import { type Assembly, readAssembly } from '../../aws/doctor/assembly';
import type { ProbeContext } from '../../aws/doctor/probe-context';
import { getEndpoint, makeDoctorCalls } from '../../aws/doctor/clients';
import { toFlags } from '../../aws/operator';
import { ASSUMPTIONS, type Assumption, ASSUMPTION_GROUPS } from '../../aws/doctor/assumptions/assumptions';
import { type CheckResult, runChecks, type CheckSetup, prepareChecks } from '../../aws/doctor/run-checks';
import { DEFAULT_STACK_NAME } from '../../shapes/stack-name';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { findNoResponse, readStackName, toText } from '../options';
import { EXIT, type ExitCode } from '../exit-code';
import { groupBy } from '../../shapes/collections';

/** @returns 0: all checks passed; 1: an assumption does not hold */
export async function run(cli: Cli, _args: readonly string[], options: Options): Promise<ExitCode> {
  const stackName = readStackName(options);
  const given = toText(options['assembly']);
  const isBefore = options['before'] === true || given !== undefined;
  const assumptions = isBefore ? BEFORE_DEPLOY : ASSUMPTIONS;
  const assembly = isBefore ? readAssembly(cli, given, stackName) : null;
  const region = readRegion(options['region'], process.env);
  const real = makeDoctorCalls(region === undefined ? {} : { region });
  return runDoctor(cli, {
    calls: real.calls,
    region: await getRegion(real),
    assumptions,
    stackName,
    assembly,
    options,
  });
}

/** Checks that are useful before a deployment. */
export const BEFORE_DEPLOY = ASSUMPTION_GROUPS.slice(0, 2).flatMap(({ assumptions }) => assumptions);

interface Examination {
  readonly calls: DoctorCalls;
  readonly region: string;
  readonly assumptions: readonly Assumption[];
  /** Default: the default name of deployments. */
  readonly stackName?: string;
  /** The output of cdk synth, with `--before`. */
  readonly assembly?: Assembly | null;
  readonly options: Options;
  /** Epoch milliseconds; default: the clock of this machine. */
  readonly now?: () => number;
}

/** The command with its calls, which tests replace. */
export async function runDoctor(cli: Cli, examination: Examination): Promise<ExitCode> {
  const { region, assumptions, options, stackName = DEFAULT_STACK_NAME } = examination;
  const { context, caller } = await startVisit(examination, stackName);
  const { safety, bench } = context.deployment;
  const examined: DoctorFacts = {
    account: context.place.account,
    region,
    caller,
    stack: stackName,
    deployed: [safety, bench].flatMap((one) => one?.stack.StackName ?? []),
    endpoint: getEndpoint({}),
    isBefore: context.assembly !== null,
  };
  const all = await runChecks(context, assumptions, (one) => {
    if (cli.err.isTTY === true) cli.err.write(`  ${one.state.padEnd(13)}  ${one.assumption.id}\n`);
  });
  const answers = context.assembly === null ? all : all.filter(({ needsDeployment }) => !needsDeployment);
  const whole = { ...examined, startOne: await suggestStart(context, assumptions) };
  printAnswer(cli, options, toDocument(whole, answers), formatDoctor(whole, answers));
  return answers.some(({ state }) => state === 'does not hold') ? EXIT.against : EXIT.done;
}

/** The maximum length, to test the longest names of child executions (`long-child-name`). */
const NAME_LENGTH = 48;

/** The command that starts a small experiment; undefined if an ended experiment exists, which the checks then use. */
async function suggestStart(context: ProbeContext, assumptions: readonly Assumption[]): Promise<string | undefined> {
  const { place, deployment, experiments, now } = context;
  if (deployment.bench === null || !assumptions.some(({ proof }) => proof === 'experiment')) return undefined;
  const ended = await experiments().catch(() => null);
  if (ended === null || ended.length > 0) return undefined;
  const moment = new Date(now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const name = `doctor-${moment}-`.padEnd(NAME_LENGTH, 'x');
  return `npx fsxbench start experiments/doctor.yaml --name ${name}${toFlags(place.stackName, place.region)}`;
}

async function startVisit(
  { calls, region, now, assembly = null }: Examination,
  stackName: string,
): Promise<CheckSetup> {
  try {
    return await prepareChecks(calls, { region, stackName, assembly, now: now ?? (() => Date.now()) });
  } catch (error) {
    throw toNoCredentials(error, `sts.${region}.amazonaws.com`);
  }
}

/** Region names, e.g. `us-east-1`, `us-gov-west-1`, `eusc-de-east-1` (Regional endpoints, AWS General Reference). */
const REGION_PATTERN = /^[a-z]{2,4}(-[a-z]+){1,3}-\d{1,2}$/;

/**
 * The Region from option or environment; undefined to use that of the profile.
 * @throws UserError for an invalid name, which the SDK would ignore
 */
function readRegion(option: unknown, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--region', toText(option)],
    ['AWS_REGION', env['AWS_REGION'] || undefined],
    ['AWS_DEFAULT_REGION', env['AWS_DEFAULT_REGION'] || undefined],
  ];
  for (const [where, region] of given) {
    if (region === undefined) continue;
    if (REGION_PATTERN.test(region)) return region;
    throw new UserError('UnknownRegion', `${where}: found '${region}'; allowed: a Region, e.g. us-east-1`);
  }
  return undefined;
}

async function getRegion({ region }: { region: () => Promise<string> }): Promise<string> {
  try {
    return await region();
  } catch {
    throw new UserError(
      'NoCredentials',
      'doctor: no Region is configured. Set --region, AWS_REGION, or `region` in the profile of ~/.aws/config',
    );
  }
}

/** An error of the first calls, without which no check can run. @param host of the first one */
function toNoCredentials(error: unknown, host: string): UserError {
  const silence = findNoResponse('doctor', error, host);
  if (silence !== undefined) return silence;
  const name = getErrorName(error);
  const message = error instanceof Error ? error.message : String(error);
  const what =
    name === 'CredentialsProviderError'
      ? 'no credentials found (environment, profile in ~/.aws, SSO, role of this machine)'
      : `AWS refuses these credentials: ${name}: ${message}`;
  return new UserError('NoCredentials', `doctor: ${what}; \`aws sts get-caller-identity\` must succeed first`);
}

interface DoctorFacts {
  readonly account: string;
  readonly region: string;
  readonly caller: string;
  readonly stack: string;
  /** Names of the deployed stacks. */
  readonly deployed: readonly string[];
  /** The endpoint that responded instead of AWS, if set. */
  readonly endpoint?: string | undefined;
  /** Whether `--before` checked the output of cdk synth. */
  readonly isBefore: boolean;
  /** The command that starts a small experiment; absent if one has ended, or nothing is deployed. */
  readonly startOne?: string | undefined;
}

const NOT_TRIED_TEXT = 'checks that need a deployment are not tried. Deploy with npx cdk deploy --all';
const STATES = ['holds', 'does not hold', 'not tried'] as const;
/** Width of the longest state. */
const STATE_WIDTH = 13;

function countStates(answers: readonly CheckResult[]): Readonly<Record<(typeof STATES)[number], number>> {
  const of = (state: CheckResult['state']): number => answers.filter((one) => one.state === state).length;
  return { holds: of('holds'), 'does not hold': of('does not hold'), 'not tried': of('not tried') };
}

/** The text: groups of checks, then what to do. */
function formatDoctor(examined: DoctorFacts, answers: readonly CheckResult[]): string {
  const { account, region, caller, stack, deployed, endpoint, isBefore } = examined;
  const head = [
    ...(endpoint === undefined
      ? []
      : [`NOT AWS: all responses come from ${endpoint}, so they prove nothing about AWS.`]),
    `Account ${account}, ${region}, as ${caller}`,
    deployed.length === 0
      ? `No deployment '${stack}' here: ${isBefore ? 'checking what a first one needs' : NOT_TRIED_TEXT}`
      : `Deployment '${stack}': ${deployed.join(', ')}`,
  ];
  const parts = [...groupBy(answers, ({ group }) => group)].map(
    ([title, lines]) => `\n${title}\n${lines.map(formatCheck).join('')}`,
  );
  return `${head.join('\n')}\n${parts.join('')}\n${formatClosing(answers, examined)}`;
}

function formatCheck(one: CheckResult): string {
  const { assumption, state, saw } = one;
  const indent = ' '.repeat(STATE_WIDTH + 4);
  const more = {
    holds: [],
    'does not hold': [`effect: ${stripBackticks(assumption.ifWrong)}`, `change: ${stripBackticks(assumption.change)}`],
    'not tried': one.needsDeployment ? [] : [`by hand: ${stripBackticks(assumption.byHand)}`],
  }[state];
  const lines = [
    `  ${state.padEnd(STATE_WIDTH)}  ${assumption.id}: ${stripBackticks(assumption.text)}`,
    `${indent}${saw}`,
  ];
  return [...lines, ...more.map((line) => `${indent}${line}`)].map((line) => `${line}\n`).join('');
}

function formatClosing(answers: readonly CheckResult[], { startOne, isBefore }: DoctorFacts): string {
  const { holds, 'does not hold': wrong, 'not tried': open } = countStates(answers);
  const waiting = answers.filter(({ needsDeployment }) => needsDeployment).length;
  const lines = [
    `${holds} hold, ${wrong} ${wrong === 1 ? 'does' : 'do'} not hold, ${open} not tried` +
      `${waiting === 0 ? '' : ` (${waiting} need a deployment)`}.`,
  ];
  if (startOne !== undefined)
    lines.push(`Some checks need an experiment that has ended. Start a small one: ${startOne}`);
  if (!isBefore) lines.push('docs/aws-checklist.md lists what you can only prove by hand.');
  lines.push(
    isBefore
      ? 'The test resources (an object, two empty stacks) were deleted. They were free.'
      : 'Read-only: created and billed nothing.',
  );
  if (isBefore) lines.push(wrong === 0 ? 'Next: npx cdk deploy --all' : 'Fix what does not hold, then deploy.');
  return `${lines.join('\n')}\n`;
}

/** Markdown without backticks, for terminals. */
function stripBackticks(text: string): string {
  return text.replaceAll('`', '');
}

/** The document of `--json`, to send to the maintainers. */
function toDocument(examined: DoctorFacts, answers: readonly CheckResult[]): unknown {
  return {
    schemaVersion: 1,
    ...examined,
    counts: countStates(answers),
    lines: answers.map(({ group, assumption, state, saw, needsDeployment }) => ({
      id: assumption.id,
      group,
      assumption: assumption.text,
      state,
      saw,
      ...(state === 'does not hold' ? { ifWrong: assumption.ifWrong, change: assumption.change } : {}),
      ...(state === 'not tried' ? { byHand: assumption.byHand, needsDeployment } : {}),
    })),
  };
}
