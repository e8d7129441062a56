/** `fsxbench compare`: whether configurations changed between two executions, and what else differs. */
import { join, resolve } from 'node:path';
import { compareExecutions, type Execution } from '../../results/history/compare-executions';
import type { Summary } from '../../results/summary';
import { ensure } from '../../shapes/errors';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { findExecutionFolder, readJson, readPlan } from '../execution-folder';
import { EXIT, type ExitCode } from '../exit-code';
import { toText } from '../options';
import { formatComparison } from '../text/comparison-text';

/** Above 11%, which the assumed spread of two hours hides. */
const DEFAULT_MARGIN = '15%';
/** Percent, in whole numbers or with decimals. */
const MARGIN_PATTERN = /^(\d{1,2}(?:\.\d+)?)%$/;

/**
 * @returns against if a configuration is worse, or all together are; open if something is inconclusive; tooLittle if
 *   the executions share no measured configuration
 * @throws UserError if a name is no execution, or one is simulated and the other measured
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const [before, after] = ['before', 'after'].map((name, nth) =>
    readExecution(cli.cwd, ensure(args[nth], `the argument <${name}>`)),
  ) as [Execution, Execution];
  const margin = readMargin(toText(options['margin']) ?? DEFAULT_MARGIN);
  if (before.plan.executionId === after.plan.executionId && before.plan.startedAt === after.plan.startedAt)
    throw new UserError('NoExecution', 'compare: both names are the same execution. Name an earlier and a later one.');
  if (Date.parse(before.plan.startedAt) > Date.parse(after.plan.startedAt))
    throw new UserError(
      'NoExecution',
      `compare: ${before.plan.executionId} started after ${after.plan.executionId}. Name the earlier execution first.`,
    );
  if (before.summary.simulated !== after.summary.simulated)
    throw new UserError(
      'NoExecution',
      'compare: one execution is simulated, the other measured. Name two of one sort.',
    );
  const comparison = compareExecutions(before, after, margin);
  const sides = [before, after].map(({ plan }) => {
    return { experiment: plan.experiment, executionId: plan.executionId, startedAt: plan.startedAt };
  });
  const isSimulated = after.summary.simulated;
  const text = formatComparison({ before, after, comparison, margin }, cli.out.columns ?? 100);
  const document = { before: sides[0], after: sides[1], simulated: isSimulated, margin, ...comparison };
  printAnswer(cli, options, document, text);
  const verdicts = comparison.measures.flatMap(({ hour, cells }) => [
    ...(hour === null ? [] : [hour.verdict]),
    ...cells.map(({ rest }) => rest.verdict),
  ]);
  if (verdicts.length === 0) return EXIT.tooLittle;
  if (verdicts.includes('worse')) return EXIT.against;
  const isWeak = [before, after].some(({ summary }) => !isWhole(summary)) || comparison.missing.length > 0;
  return isWeak || verdicts.includes('inconclusive') ? EXIT.open : EXIT.done;
}

/** Whether an execution ended, and its answer counts only VALID trials and accepted reasons of the spec. */
function isWhole({ receipt, answer }: Summary): boolean {
  return receipt?.outcome === 'SUCCEEDED' && answer.isExploratory !== true;
}

/** @param given folder of an execution, or name of one in the local bucket */
function readExecution(cwd: string, given: string): Execution {
  const found = findExecutionFolder(cwd, given);
  if (found === undefined && !given.includes('/'))
    throw new UserError(
      'NoExecution',
      `compare: found '${given}'; allowed: the folder of an execution, or the name of one on this machine. ` +
        `An execution of an account has to be fetched first: npx fsxbench fetch ${given || '<execution>'}`,
    );
  const folder = found ?? resolve(cwd, given);
  const plan = readPlan(folder, given);
  const summary = readJson<Summary>(join(folder, 'summary.json'));
  if (summary === null)
    throw new UserError('NoExecution', `compare: ${given} lacks summary.json: it is still running, or incomplete`);
  const isRead = [summary.cells, summary.trials, summary.provenance?.facts].every(Array.isArray) && summary.answer;
  if (!isRead || typeof plan.spec !== 'object')
    throw new UserError('PlanUnreadable', `compare: ${given}: summary.json is incomplete. Recreate it with report`);
  return { plan, summary };
}

function readMargin(given: string): number {
  const percent = Number(MARGIN_PATTERN.exec(given)?.[1]);
  if (percent > 0 && percent < 100) return percent / 100;
  throw new UserError('BadOption', `--margin: found '${given}'; allowed: a percentage, e.g. ${DEFAULT_MARGIN}`);
}
