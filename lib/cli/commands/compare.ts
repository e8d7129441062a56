/** `fsxbench compare`: whether configurations changed between two executions, and what else differs. */
import { join, resolve } from 'node:path';
import { readText } from '../../aws/bucket';
import type { Context } from '../../aws/context';
import { openBucket, openOperator, type Operator } from '../../aws/operator';
import { compareExecutions, type Execution } from '../../results/history/compare-executions';
import type { Summary } from '../../results/summary';
import { ensure } from '../../shapes/errors';
import { layout } from '../../shapes/layout';
import { explainErrors, findExecution } from '../account/operate';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { findExecutionFolder, parsePlan, readPlan, readText as readFileText } from '../execution-folder';
import { EXIT, type ExitCode } from '../exit-code';
import { findNoResponse, openDeployment, toText } from '../options';
import { formatComparison } from '../text/comparison-text';

/** Above 11%, which the assumed spread of two hours hides. */
const DEFAULT_MARGIN = '15%';
/** Percent, in whole numbers or with decimals. */
const MARGIN_PATTERN = /^(\d{1,2}(?:\.\d+)?)%$/;

/** The folder of an execution in any bucket, e.g. `links.files` of a result. */
const S3_PATTERN = /^s3:\/\/([^/]+)\/(.*[^/])\/?$/;

/** @throws UserError if a name is no execution, or one is simulated and the other measured */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const isGiven = (...names: readonly string[]): boolean => names.some((name) => options[name] !== undefined);
  // Next to a bucket, the Region is that of the bucket.
  const isAccount = isGiven('account', 'stack') || (isGiven('region') && !args.some((one) => one.startsWith('s3://')));
  const needsAccount = isAccount && args.some((one) => !one.includes('/'));
  const operator = needsAccount ? await openDeployment('compare', options, openOperator) : null;
  return explainErrors('compare', () => compare(cli, operator, args, options));
}

/**
 * @param operator of the deployment that names mean; null for executions on this machine
 * @returns against if a configuration is worse, or all together are; open if something is inconclusive; tooLittle if
 *   the executions share no measured configuration
 */
export async function compare(
  cli: Cli,
  operator: Operator | null,
  args: readonly string[],
  options: Options,
): Promise<ExitCode> {
  const names = ['before', 'after'].map((name, nth) => ensure(args[nth], `the argument <${name}>`));
  const [before, after] = (await Promise.all(
    names.map((name) => readExecution(cli.cwd, operator, name, toText(options['region']))),
  )) as [Execution, Execution];
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

/** @param given folder of an execution, `s3://BUCKET/PREFIX`, or a name on this machine or in the deployment */
async function readExecution(
  cwd: string,
  operator: Operator | null,
  given: string,
  region: string | undefined,
): Promise<Execution> {
  const [, bucket, prefix = ''] = S3_PATTERN.exec(given) ?? [];
  if (given.startsWith('s3://')) {
    if (bucket === undefined)
      throw new UserError(
        'NoExecution',
        `compare: found '${given}'; allowed: s3://BUCKET/executions/EXPERIMENT/EXECUTION`,
      );
    return readBucket(openBucket(bucket, region), given, `${prefix}/`);
  }
  if (operator !== null && !given.includes('/')) {
    const { experiment, executionId } = await findExecution('compare', given, operator);
    // Without an experiment it was never admitted, so it has no files.
    return readBucket(operator, given, layout(experiment ?? '', executionId).root);
  }
  const found = findExecutionFolder(cwd, given);
  if (found === undefined && !given.includes('/'))
    throw new UserError(
      'NoExecution',
      `compare: found '${given}'; allowed: the folder of an execution, s3://BUCKET/PREFIX, or a name on this machine ` +
        'or, with --account, in the deployment',
    );
  const folder = found ?? resolve(cwd, given);
  return toExecution(given, readPlan(folder, given), readFileText(join(folder, 'summary.json')));
}

/** @param root key of the folder of an execution, with a slash at its end */
async function readBucket(context: Context, given: string, root: string): Promise<Execution> {
  const read = async (name: string): Promise<string | null> => {
    try {
      return await readText(context, `${root}${name}`);
    } catch (error) {
      const { name: code, message } = error as Error;
      const why = `compare: ${given}: ${message} (${code})`;
      if (code === 'NoSuchBucket') throw new UserError('NoExecution', why);
      const place = `s3://${context.config.bucket}/${root}`;
      throw (
        findNoResponse('compare', error) ??
        new UserError('NoCredentials', `${why}. \`aws s3 ls ${place}\` must succeed first`)
      );
    }
  };
  const [plan, summary] = [await read('plan.json'), await read('summary.json')];
  if (plan === null) throw new UserError('NoExecution', `compare: ${given} lacks plan.json: it is no execution`);
  return toExecution(given, parsePlan(plan, `${given}: plan.json`), summary ?? '');
}

/** @param text of summary.json; empty if it is missing */
function toExecution(given: string, plan: Execution['plan'], text: string): Execution {
  const summary = parseSummary(text);
  if (summary === null)
    throw new UserError('NoExecution', `compare: ${given} lacks summary.json: it is still running, or incomplete`);
  const isRead = [summary.cells, summary.trials, summary.provenance?.facts].every(Array.isArray) && summary.answer;
  if (!isRead || typeof plan.spec !== 'object')
    throw new UserError('PlanUnreadable', `compare: ${given}: summary.json is incomplete. Recreate it with report`);
  return { plan, summary };
}

function parseSummary(text: string): Summary | null {
  try {
    return JSON.parse(text) as Summary | null;
  } catch {
    return null;
  }
}

function readMargin(given: string): number {
  const percent = Number(MARGIN_PATTERN.exec(given)?.[1]);
  if (percent > 0 && percent < 100) return percent / 100;
  throw new UserError('BadOption', `--margin: found '${given}'; allowed: a percentage, e.g. ${DEFAULT_MARGIN}`);
}
