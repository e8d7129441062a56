/** `fsxbench run`: an execution on this machine, with the state machines of a deployment. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Cli, MACHINE_LOCK, type Options, UserError } from '../command';
import type { ExitCode } from '../exit-code';
import { readSpecOrSides } from '../against';
import { ensure } from '../../shapes/errors';
import type { SpecText } from '../spec-file';
import type { StartInput } from '../../aws/admission/start-input';
import { layout } from '../../shapes/layout';
import { hasManaged } from '../../shapes/managed-hosts';
import { listCopies, type Plan } from '../../shapes/plan';
import { keepCallForCheckers } from '../../twin/cloud/cloud';
import type { CallRecord } from '../../twin/cloud/service';
import { type CallLog, openCallLog } from '../call-log';
import { type CheckOptions, checkSpec, printRefusal } from '../check-spec';
import { formatCiSummary, formatJunit } from '../../report/ci-files';
import type { Summary } from '../../results/summary';
import { readJson } from '../execution-folder';
import { writeUserFile } from '../user-file';
import { waitForIdleCpu } from '../run/idle-cpu';
import { runExecution } from '../run/run-execution';
import { readAccepted, pickExecutionName, readSeed, toText } from '../options';
import { getLocalFolders, prepareFolder } from '../../local/working-folder';
import { makeLocalDeployment, makeErrorLog } from '../../local/deployment';
import { lockMachine } from '../../local/machine-lock';
import { recoverAll, formatRecovery } from '../../local/recover';
import { requireTools } from '../../local/tools';
import { openWorkspace, pickPrices } from '../workspace';

/** @returns see `lib/cli/exit-code.ts` */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  return runSpec(cli, await readSpecOrSides(cli, ensure(args[0], 'the argument <spec>'), options), options);
}

interface RunDisplay {
  /** Whether to print spec and medians: the user did not write the spec (`try`). */
  readonly shows: boolean;
  /** First lines of the result. */
  readonly describe?: (summary: Summary) => readonly string[];
}

/**
 * Checks the spec, locks the machine, executes the plan, and prints the result.
 * @returns see `lib/cli/exit-code.ts`
 * @throws UserError if it needs an account, or its name is in use
 */
export async function runSpec(
  cli: Cli,
  { file, text }: SpecText,
  options: Options,
  { shows, describe = () => [] }: RunDisplay = { shows: false },
): Promise<ExitCode> {
  const executionId = pickExecutionName(toText(options['name']), Date.now());
  const seed = readSeed(options['seed']);
  const accept = readAccepted(options['accept']);
  const json = options['json'] === true;
  const wait = options['wait'] === true;
  const folders = getLocalFolders(cli.cwd);
  const checked = await checkPlan(cli, { file, text }, { executionId, seed, accept, json });
  if (typeof checked === 'number') return checked;
  if (existsSync(join(folders.bucket, layout(checked.experiment, executionId).root))) {
    throw new UserError(
      'ExecutionExists',
      `--name: execution ${executionId} of ${checked.experiment} already exists; results are never overwritten`,
    );
  }
  const unlock = await lockMachine({
    name: cli.lock,
    holder: { cwd: cli.cwd, experiment: checked.experiment, executionId },
    wait,
    waiting: (line) => void cli.err.write(`${line}\n`),
  });
  try {
    const calls = openCallLog(cli, options['calls']);
    prepareFolder(cli.cwd);
    const input = {
      spec: text,
      ...(seed === undefined ? {} : { seed }),
      ...(accept === undefined ? {} : { accept }),
    };
    if (shows && !json) {
      const file = join(folders.bucket, layout(checked.experiment, executionId).spec);
      cli.out.write(`${text}# Saved in ${relative(cli.cwd, file)}\n\n`);
    }
    const code = await executePlan(cli, input, checked, { json, calls, shows, describe, wait });
    calls.close();
    writeCiFiles(cli, options, join(folders.bucket, layout(checked.experiment, executionId).summary));
    return code;
  } finally {
    unlock();
  }
}

/** Writes the files of `--summary` and `--junit`, if there are results. */
function writeCiFiles(cli: Cli, options: Options, path: string): void {
  const summary = readJson<Summary>(path);
  if (summary === null) return;
  for (const [name, format] of [
    ['summary', formatCiSummary],
    ['junit', formatJunit],
  ] as const) {
    const file = toText(options[name]);
    if (file !== undefined) writeUserFile(cli.cwd, file, format(summary), { option: `--${name}: ` });
  }
}

/** Executes the plan while the machine is locked. */
async function executePlan(
  cli: Cli,
  input: StartInput,
  plan: Plan,
  {
    json,
    calls,
    wait,
    ...display
  }: Required<RunDisplay> & { readonly json: boolean; readonly calls: CallLog; readonly wait: boolean },
): Promise<ExitCode> {
  const folders = getLocalFolders(cli.cwd);
  const seen: CallRecord[] = [];
  const listeners: ((call: CallRecord) => void)[] = [(call) => keepCallForCheckers(seen, call), calls.write];
  const deployment = await makeLocalDeployment(cli, makeErrorLog(cli), (call) => {
    for (const listener of listeners) listener(call);
  });
  for (const one of await recoverAll(deployment, folders, (line) => void cli.err.write(`${line}\n`)))
    cli.err.write(`${formatRecovery(one)}\n`);
  // Executions with a separate lock share the machine on purpose.
  if (cli.lock === MACHINE_LOCK)
    await waitForIdleCpu({ accepted: plan.accept?.codes ?? [], wait, report: (line) => cli.err.write(`${line}\n`) });
  seen.length = 0;
  return runExecution({
    cli,
    deployment,
    folders,
    plan,
    input,
    json,
    ...display,
    calls: seen,
    listen: (listener) => void listeners.push(listener),
  });
}

/** The plan, as admission will also make it; or the exit code of a refusal. */
async function checkPlan(
  cli: Cli,
  spec: SpecText,
  options: Pick<CheckOptions, 'executionId' | 'seed' | 'accept'> & { readonly json: boolean },
): Promise<Plan | ExitCode> {
  const { json, ...rest } = options;
  const checked = checkSpec(await openWorkspace(cli, pickPrices(undefined), spec.text), spec, {
    ...rest,
    stack: 'fsxbench-local',
    startedAt: Date.now(),
  });
  const { planned } = checked;
  if (planned === undefined) return printRefusal(cli, spec, checked, json);
  if (planned.plan.local) {
    await requireTools(planned.plan, cli.cwd);
    return planned.plan;
  }
  const kinds = [...new Set(listCopies(planned.plan).map(({ kind }) => kind))].join(', ');
  const what = hasManaged(planned.plan.spec.fleet) ? 'managed hosts' : `targets of kind ${kinds}`;
  throw new UserError(
    'NeedsAws',
    `${spec.file}: ${what} need an AWS account; \`run\` measures only targets of this machine.\n` +
      'For a dry run use `npx fsxbench rehearse`; to measure, deploy the stacks (docs/deploy.md).',
  );
}
