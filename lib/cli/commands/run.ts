/** `fsxbench run`: the execution for real on this machine, through the state machines that run on AWS. */
import type { StartInput } from '../../aws/admission';
import { expected } from '../../shapes/errors';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { layout } from '../../shapes/layout';
import { copiesOfPlan, type Plan } from '../../shapes/plan';
import { forChecks } from '../../twin/cloud/record';
import type { CallRecord } from '../../twin/cloud/service';
import { type CallLog, callLog } from '../call-log';
import { checkSpec, refuse, type SpecText } from '../check-spec';
import { type Cli, UserError } from '../command';
import type { ExitCode } from '../outcome';
import { conduct } from '../local/conduct';
import { executionName } from '../execution-name';
import { localFolders } from '../local/folders';
import { localWorld } from '../local/local';
import { quietLog } from '../local/log';
import { lockMachine } from '../local/machine-lock';
import { prepareFolder } from '../local/working-folder';
import { seedOf, textOf } from '../options';
import { recover, recoveredText } from '../local/recover';
import { pricesFor } from '../region';
import { readSpecText } from '../spec-file';

/** @returns see {@link EXIT} */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const file = expected(args[0], 'the argument <spec>');
  const text = readSpecText(cli, file);
  const executionId = executionName(textOf(options['name']), Date.now());
  const seed = seedOf(options['seed']);
  const json = options['json'] === true;
  const folders = localFolders(cli.cwd);
  const checked = await checkedPlan(cli, { file, text }, { executionId, seed, json });
  if (typeof checked === 'number') return checked;
  if (existsSync(join(folders.bucket, layout(checked.experiment, executionId).root))) {
    throw new UserError(
      'ExecutionExists',
      `--name: an execution ${executionId} of ${checked.experiment} exists already; results are never overwritten`,
    );
  }
  const unlock = await lockMachine({
    name: cli.lock,
    holder: { cwd: cli.cwd, experiment: checked.experiment, executionId },
    wait: options['wait'] === true,
    waiting: (line) => void cli.err.write(`${line}\n`),
  });
  try {
    const calls = callLog(cli, options['calls']);
    prepareFolder(cli.cwd);
    const code = await execute(cli, { spec: text, ...(seed === undefined ? {} : { seed }) }, checked, { json, calls });
    calls.close();
    return code;
  } finally {
    unlock();
  }
}

/** The execution itself, with this machine to itself. */
async function execute(
  cli: Cli,
  input: StartInput,
  plan: Plan,
  { json, calls }: { readonly json: boolean; readonly calls: CallLog },
): Promise<ExitCode> {
  const folders = localFolders(cli.cwd);
  const seen: CallRecord[] = [];
  const listeners: ((call: CallRecord) => void)[] = [(call) => seen.push(forChecks(call)), calls.write];
  const world = await localWorld(cli, quietLog(cli), (call) => {
    for (const listener of listeners) listener(call);
  });
  for (const one of await recover(world, folders, (line) => void cli.err.write(`${line}\n`)))
    cli.err.write(`${recoveredText(one)}\n`);
  seen.length = 0;
  return conduct({
    cli,
    world,
    folders,
    plan,
    input,
    json,
    calls: seen,
    listen: (listener) => void listeners.push(listener),
  });
}

/** The plan as admit will make it again, for what must be known before anything starts; or the code to leave with. */
async function checkedPlan(
  cli: Cli,
  spec: SpecText,
  options: { readonly executionId: string; readonly seed: string | undefined; readonly json: boolean },
): Promise<Plan | ExitCode> {
  const { json, ...rest } = options;
  const { problems, planned } = await checkSpec(cli, spec, {
    ...rest,
    stack: 'fsxbench-local',
    startedAt: Date.now(),
    prices: pricesFor(undefined),
  });
  if (planned === undefined) return refuse(cli, spec, problems, json);
  if (planned.plan.local) return planned.plan;
  const kinds = [...new Set(copiesOfPlan(planned.plan).map(({ kind }) => kind))].join(', ');
  throw new UserError(
    'NeedsAws',
    `${spec.file}: targets of kind ${kinds} need an AWS account; \`run\` measures only what this machine ` +
      'really has.\n' +
      'Use `fsxbench rehearse` for a modelled execution; for a real one deploy the stacks (docs/deploy.md).',
  );
}
