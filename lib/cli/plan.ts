/** `fsxbench plan`: all that an execution would do. */
import { join } from 'node:path';
import { readScripts } from '../aws/scripts';
import { makePlan, type Planned } from '../experiment/make-plan';
import type { Problem } from '../experiment/problem';
import { readSpec } from '../experiment/read';
import type { PriceBook } from '../pricing/price-book';
import { type Cli, EXIT, type ExitCode } from './command';
import { executionName } from './execution-name';
import { planText, scriptsText } from './plan-text';
import { countsOf, countsText, problemsText, takesColour } from './problems';
import { pricesFor } from './region';
import { readSpecText } from './spec-file';

/** Refusals that are no mistakes: the spec says what it may cost and how long it may take. */
const REFUSALS: readonly string[] = ['OverBudget', 'OverTime'];

/**
 * Prints the plan; with `--json` the plan itself, whose times count from 1970: when it will start is not known.
 * @returns 2 where the spec has an error, 3 where its own limits refuse it.
 * @throws UserError where the file cannot be read, or the name is no name.
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const file = args[0] ?? '';
  const text = readSpecText(cli, file);
  const executionId = executionName(textOf(options['name']), Date.now());
  const read = readSpec(text, file);
  const prices = pricesFor(options['region']);
  const planned = await plannedOf(cli, read.spec, { executionId, prices, seed: textOf(options['seed']) });
  const problems = [...read.problems, ...(planned?.ok === false ? planned.problems : [])];
  const json = options['json'] === true;
  if (planned?.ok !== true) {
    if (json) cli.out.write(`${JSON.stringify({ problems }, null, 2)}\n`);
    else
      cli.err.write(
        `${problemsText(problems, file, text, takesColour(cli.err))}${file}: ${countsText(countsOf(problems))}\n`,
      );
    return codeOf(problems);
  }
  const { plan, scripts } = planned;
  const withScripts = options['scripts'] === true;
  if (json) {
    cli.out.write(`${JSON.stringify(withScripts ? { ...plan, scripts } : plan, null, 2)}\n`);
    return EXIT.done;
  }
  cli.out.write(planText(plan, file));
  if (withScripts) cli.out.write(scriptsText(plan, scripts));
  cli.err.write(problemsText(problems, file, text, takesColour(cli.err)));
  return EXIT.done;
}

async function plannedOf(
  cli: Cli,
  spec: ReturnType<typeof readSpec>['spec'],
  { executionId, prices, seed }: { executionId: string; prices: PriceBook; seed: string | undefined },
): Promise<Planned | undefined> {
  if (spec === undefined) return undefined;
  const scripts = await readScripts(join(cli.root, 'workloads'));
  return makePlan(spec, {
    executionId,
    stack: 'local',
    startedAt: 0,
    scripts,
    prices,
    ...(seed === undefined ? {} : { seed }),
  });
}

function codeOf(problems: readonly Problem[]): ExitCode {
  const errors = problems.filter((problem) => problem.severity === 'error');
  return errors.every((problem) => REFUSALS.includes(problem.code)) ? EXIT.refused : EXIT.usage;
}

function textOf(option: unknown): string | undefined {
  return typeof option === 'string' ? option : undefined;
}
