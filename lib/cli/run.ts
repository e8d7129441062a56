/** `fsxbench run`: the execution for real on this machine, through the state machines that run on AWS. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readScripts } from '../aws/scripts';
import { layout } from '../experiment/layout';
import { makePlan } from '../experiment/make-plan';
import type { Plan } from '../experiment/plan';
import { readSpec } from '../experiment/read';
import { forChecks } from '../twin/cloud/record';
import type { CallRecord } from '../twin/cloud/service';
import { callLog } from './call-log';
import { type Cli, EXIT, type ExitCode, UserError } from './command';
import { conduct } from './conduct';
import { executionName } from './execution-name';
import { localFolders, localWorld } from './local';
import { quietLog } from './log';
import { countsOf, countsText, problemsText, takesColour } from './problems';
import { recover, recoveredText } from './recover';
import { pricesFor } from './region';
import { readSpecText } from './spec-file';

/** @returns see {@link EXIT} */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const file = args[0] ?? '';
  const text = readSpecText(cli, file);
  const executionId = executionName(textOf(options['name']), Date.now());
  const seed = textOf(options['seed']);
  const folders = localFolders(cli.cwd);
  const checked = await checkedPlan(cli, file, text, executionId, seed);
  if (typeof checked === 'number') return checked;
  if (existsSync(join(folders.bucket, layout(checked.experiment, executionId).root))) {
    throw new UserError(
      'ExecutionExists',
      `--name: an execution ${executionId} of ${checked.experiment} exists already; results are never overwritten`,
    );
  }
  const calls = callLog(cli, options['calls']);
  const seen: CallRecord[] = [];
  const listeners: ((call: CallRecord) => void)[] = [(call) => seen.push(forChecks(call)), calls.write];
  const world = await localWorld(cli, quietLog(cli), (call) => {
    for (const listener of listeners) listener(call);
  });
  for (const one of await recover(world, folders)) cli.err.write(`${recoveredText(one)}\n`);
  seen.length = 0;
  const code = await conduct({
    cli,
    world,
    folders,
    plan: checked,
    input: { spec: text, ...(seed === undefined ? {} : { seed }) },
    json: options['json'] === true,
    calls: seen,
    listen: (listener) => void listeners.push(listener),
  });
  calls.close();
  return code;
}

/** The plan as admit will make it again, for what must be known before anything starts; or the code to leave with. */
async function checkedPlan(
  cli: Cli,
  file: string,
  text: string,
  executionId: string,
  seed: string | undefined,
): Promise<Plan | ExitCode> {
  const read = readSpec(text, file);
  const planned =
    read.spec === undefined
      ? undefined
      : makePlan(read.spec, {
          executionId,
          stack: 'fsxbench-local',
          startedAt: Date.now(),
          scripts: await readScripts(join(cli.root, 'workloads')),
          prices: pricesFor(undefined),
          ...(seed === undefined ? {} : { seed }),
        });
  if (planned?.ok === true) {
    if (planned.plan.local) return planned.plan;
    const kinds = [...new Set(planned.plan.rigs.map(({ kind }) => kind))].join(', ');
    throw new UserError(
      'NeedsAws',
      `${file}: targets of kind ${kinds} need an AWS account; \`run\` measures only what this machine really has.\n` +
        'Use `fsxbench rehearse` for a modelled execution, or `fsxbench start` with a deployed stack.',
    );
  }
  const problems = [...read.problems, ...(planned?.problems ?? [])];
  cli.err.write(
    `${problemsText(problems, file, text, takesColour(cli.err))}${file}: ${countsText(countsOf(problems))}\n`,
  );
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.every(({ code }) => code === 'OverBudget' || code === 'OverTime') ? EXIT.refused : EXIT.usage;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
