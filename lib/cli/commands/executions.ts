/** Commands about executions in an account: `start`, `list`, `watch`, `stop`, `pause` and `resume`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type ExecutionFacts,
  listExecutions,
  listRunning,
  readExecution,
  type Operator,
  readPaused,
  startExecution,
  stopExecution,
  writePaused,
} from '../../aws/operator';
import { tryReadJson } from '../../aws/bucket';
import { mapInBatches } from '../../aws/pages';
import { readSpend } from '../../aws/spend';
import { formatUsd } from '../../results/format';
import { ensure } from '../../shapes/errors';
import { layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { formatSeconds } from '../../shapes/quantity';
import { type AccountCommand, findExecution, withOperator, retryIfTransient } from '../account/operate';
import { watchExecution } from '../account/watch';
import { checkSpec, printRefusal } from '../check-spec';
import { type Cli, type CommandModule, type Options, printAnswer, UserError } from '../command';
import { pickExecutionName, readSeed, toText } from '../options';
import { EXIT, type ExitCode } from '../exit-code';
import { readSpecOrSides } from '../against';
import { alignColumns } from '../../report/lines';
import { toPrintableLines } from '../../shapes/printable';
import { openWorkspace, loadPrices } from '../workspace';

/** The Region of the deployment, from an ARN. */
function getRegion({ config }: Operator): string {
  return config.machineArns.experiment.split(':')[3] ?? '';
}

/** Pattern for the name of an experiment in the deployment, instead of a spec file. */
const NAME_PATTERN = /^[A-Za-z0-9][\w-]{0,62}$/;

/** The input of a start, with its description; or the exit code of a refusal. */
type PreparedStart = { readonly input: object; readonly what: string; readonly facts: object } | ExitCode;

/** Checks a local spec before it is sent, so that an invalid one starts no execution. */
async function prepareStart(
  cli: Cli,
  operator: Operator,
  file: string,
  executionId: string,
  options: Options,
): Promise<PreparedStart> {
  if (options['against'] === undefined && NAME_PATTERN.test(file) && !existsSync(resolve(cli.cwd, file)))
    return { input: { experiment: file }, what: file, facts: { experiment: file } };
  const spec = await readSpecOrSides(cli, file, options);
  const workspace = await openWorkspace(cli, loadPrices(cli, options, { AWS_REGION: getRegion(operator) }).book);
  const checked = checkSpec(workspace, spec, {
    executionId,
    stack: operator.config.stack,
    startedAt: operator.now(),
    seed: readSeed(options['seed']),
  });
  if (checked.planned === undefined) return printRefusal(cli, spec, checked, options['json'] === true);
  const { plan } = checked.planned;
  if (plan.local)
    throw new UserError('WrongUsage', 'start: the targets are on this machine; measure them with npx fsxbench run');
  return { input: { spec: spec.text }, ...toStart(plan) };
}

function toStart({ experiment, region, estimate: { usd, seconds } }: Plan) {
  const prices = region === null ? '' : `, prices of ${region}`;
  const what = `${experiment}, about ${formatSeconds(seconds)} and ${formatUsd(usd)} (estimate${prices})`;
  return { what, facts: { experiment, estimate: { usd, seconds, region } } };
}

/** Number of polls for admission, which takes seconds; with `overlap: queue` a start may wait for hours. */
const ADMISSION_POLLS = 30;
const ADMISSION_POLL_MS = 2_000;

/**
 * @returns the plan once the execution is admitted; its end if it has ended; null if neither happens within a minute
 */
async function waitForAdmission(operator: Operator, executionId: string): Promise<Plan | 'ended' | null> {
  for (let looked = 0; looked < ADMISSION_POLLS; looked += 1) {
    await operator.sleep(ADMISSION_POLL_MS);
    const found = await retryIfTransient(operator, ADMISSION_POLL_MS, async () => {
      const { status, experiment } = ensure(await readExecution(executionId, operator), 'the execution');
      if (status !== 'RUNNING') return 'ended';
      return experiment === null ? null : tryReadJson<Plan>(operator, layout(experiment, executionId).plan);
    });
    if (found !== null) return found;
  }
  return null;
}

/** @returns 2 or 3 if the spec is refused, here or by admission; with `--wait` the same codes as `run` */
export const start: AccountCommand = async (cli, operator, args, options) => {
  const executionId = pickExecutionName(toText(options['name']), operator.now());
  const seed = readSeed(options['seed']);
  const isPlan = options['plan'] === true;
  const prepared = await prepareStart(cli, operator, ensure(args[0], 'the argument <spec>'), executionId, options);
  if (typeof prepared === 'number') return prepared;
  const more = { ...(seed === undefined ? {} : { seed }), ...(isPlan ? { do: 'plan' } : {}) };
  if (!(await startExecution(executionId, { ...prepared.input, ...more }, operator)))
    throw new UserError('BadExecutionName', `start: the name '${executionId}' is already in use; choose another one`);
  cli.err.write(`${executionId} was sent to ${operator.config.stack}: ${prepared.what}; waiting for admission\n`);
  const plan = options['wait'] === true ? 'ended' : await waitForAdmission(operator, executionId);
  if (isPlan || plan === 'ended') return watchExecution(cli, operator, executionId, options);
  const { what, facts } = plan === null ? prepared : toStart(plan);
  const how = plan === null ? 'is not admitted yet; it may wait for its predecessor' : 'has started';
  const name = `${executionId}${operator.flags}`;
  const next = `to follow  npx fsxbench watch ${name}\nto stop    npx fsxbench stop ${name}\n`;
  const text = `${executionId} ${how}: ${what}\n${next}`;
  printAnswer(cli, options, { executionId, admitted: plan !== null, ...facts }, text);
  return EXIT.done;
};

const LISTED_DEFAULT = 20;
const LISTED_MAX = 1000;
const PARALLEL_READS = 8;

export const list: AccountCommand = async (cli, operator, _args, options) => {
  const last = toText(options['last']) ?? String(LISTED_DEFAULT);
  const most = /^[1-9]\d{0,3}$/.test(last) ? Number(last) : Number.NaN;
  if (!(most <= LISTED_MAX))
    throw new UserError('BadOption', `list: --last: found '${last}'; allowed: 1 to ${LISTED_MAX}`);
  const found = await listExecutions(most, operator);
  const rows = await mapInBatches(found, PARALLEL_READS, async (one) => ({
    ...one,
    spendUsd: await findSpend(one, operator),
  }));
  const paused = await readPaused(operator);
  const head = ['EXECUTION', 'EXPERIMENT', 'STATUS', 'STARTED (UTC)', 'TOOK', 'SPENT', 'LEFT'];
  const table = alignColumns([head, ...rows.map((one) => toCells(one, operator.now()))]);
  const none = found.length === 0 ? 'No executions.\n' : `${table.join('\n')}\n`;
  const notice =
    paused === null
      ? ''
      : `Starts are paused since ${toPrintableLines(paused.at)}. To resume: npx fsxbench resume${operator.flags}\n`;
  printAnswer(cli, options, { paused: paused !== null, executions: rows.map(toDocument) }, notice + none);
  return EXIT.done;
};

function findSpend({ executionId, experiment }: ExecutionFacts, operator: Operator): Promise<number | null> {
  return experiment === null ? Promise.resolve(0) : readSpend({ executionId, experiment }, operator);
}

type Row = ExecutionFacts & { readonly spendUsd: number | null };

function toCells(row: Row, now: number): readonly string[] {
  const { executionId, experiment, status, startedAt, endedAt, spendUsd } = row;
  return [
    executionId,
    experiment ?? '-',
    status,
    startedAt === null ? '-' : new Date(startedAt).toISOString().slice(0, 16).replace('T', ' '),
    startedAt === null ? '-' : formatSeconds(Math.round(((endedAt ?? now) - startedAt) / 1000)),
    spendUsd === null ? '-' : formatUsd(spendUsd),
    formatCleanup(row),
  ];
}

function formatCleanup({ status, experiment, isProven }: Row): string {
  // No record of an admission proves nothing about resources.
  if (experiment === null) return 'not admitted';
  if (isProven) return 'nothing';
  return status === 'RUNNING' ? 'runs' : 'being cleaned up';
}

function toDocument({ startedAt, endedAt, ...rest }: Row): object {
  const at = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  return { ...rest, startedAt: at(startedAt), endedAt: at(endedAt) };
}

export const watch: AccountCommand = async (cli, operator, args, options) => {
  const name = ensure(args[0], 'the argument <execution>');
  await findExecution('watch', name, operator);
  return watchExecution(cli, operator, name, options);
};

const STOP_CAUSE = 'Stopped by `npx fsxbench stop`.';

/** @returns 0: stopped, or already ended; 2: unknown execution */
export const stop: AccountCommand = async (cli, operator, [name], options) => {
  const isAll = options['all'] === true;
  if (isAll === (name !== undefined)) throw new UserError('WrongUsage', 'stop: name one execution, or use --all');
  const found = name === undefined ? null : { ...(await findExecution('stop', name, operator)), name };
  if (found !== null && found.status !== 'RUNNING') {
    const unproven = found.experiment === null ? 'no record of its admission was found' : 'cleanup is running';
    const left = found.isProven ? 'cleanup verified' : unproven;
    printAnswer(cli, options, { stopped: [] }, `${found.executionId} has already ended: ${found.status}; ${left}.\n`);
    return EXIT.done;
  }
  const names = found === null ? await listRunning('experiment', operator) : [found.name];
  for (const one of names) await stopExecution(one, STOP_CAUSE, operator);
  // Read after the stop: only admitted executions have a pointer, and they create resources only after that.
  const lines = await mapInBatches(names, PARALLEL_READS, async (one) => {
    const now = await retryIfTransient(operator, ADMISSION_POLL_MS, () => readExecution(one, operator));
    if ((now?.experiment ?? null) === null)
      return (
        `${one} is stopped. No record of its admission was found. ` +
        'Executions create resources only after admission.\n'
      );
    return `${one} is stopped; its guardian cleans up. To follow: npx fsxbench watch ${one}${operator.flags}\n`;
  });
  const hint = isAll ? `Schedules may start more. To refuse all starts: npx fsxbench pause${operator.flags}\n` : '';
  const none = names.length === 0 ? 'No execution is running.\n' : '';
  printAnswer(cli, options, { stopped: names }, none + lines.join('') + hint);
  return EXIT.done;
};

export const pause: AccountCommand = async (cli, operator, _args, options) => {
  await writePaused(true, toText(options['reason']), operator);
  const text =
    `${operator.config.stack} now refuses all starts, scheduled ones too. Running executions continue.\n` +
    `To stop them: npx fsxbench stop --all${operator.flags}. To resume: npx fsxbench resume${operator.flags}\n`;
  printAnswer(cli, options, { paused: true }, text);
  return EXIT.done;
};

export const resume: AccountCommand = async (cli, operator, _args, options) => {
  const before = await readPaused(operator);
  if (before !== null) await writePaused(false, undefined, operator);
  const was =
    before === null ? 'was not paused' : `accepts starts again; it was paused since ${toPrintableLines(before.at)}`;
  printAnswer(cli, options, { paused: false }, `${operator.config.stack} ${was}.\n`);
  return EXIT.done;
};

const COMMANDS = { start, list, watch, stop, pause, resume };
export type ExecutionCommand = keyof typeof COMMANDS;

/** One of these commands, for the table of commands. */
export function loadCommand(name: ExecutionCommand): CommandModule {
  return { run: withOperator(name, COMMANDS[name]) };
}
