/** `fsxbench history`: how an experiment's configurations changed from execution to execution. */
import { relative, resolve } from 'node:path';
import { listCauses } from '../../aws/history/update-history';
import { openOperator } from '../../aws/operator';
import { getLocalFolders } from '../../local/working-folder';
import { renderHistoryPage } from '../../report/history-page';
import {
  type ExperimentHistory,
  listChanges,
  makeHistory,
  type ShownHistory,
} from '../../results/history/experiment-history';
import type { Summary } from '../../results/summary';
import { ensure } from '../../shapes/errors';
import { layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { formatAllowed } from '../../shapes/suggest';
import { type AccountCommand, explainErrors } from '../account/operate';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { EXIT, type ExitCode } from '../exit-code';
import { openDeployment, toText } from '../options';
import { type Bucket, openAccount, openFolder, readObject, readTables, type TableAnswer } from '../read-tables';
import { formatHistory } from '../text/history-text';
import { writeUserFile } from '../user-file';

const DAY_MS = 86_400_000;

/** @returns tooLittle without any value @throws UserError for an unknown experiment or metric */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const isAccount = ['account', 'stack', 'region'].some((name) => options[name] !== undefined);
  const { bucket, rehearsals } = getLocalFolders(cli.cwd);
  if (!isAccount)
    return printHistory(cli, openFolder(options['rehearsals'] === true ? rehearsals : bucket), args, options);
  const operator = await openDeployment('history', options, openOperator);
  return explainErrors('history', () => showAccount(cli, operator, args, options));
}

/** The history of a deployment. */
export const showAccount: AccountCommand = (cli, operator, args, options) =>
  printHistory(cli, openAccount(operator), args, options, operator.now());

/** @param now epoch milliseconds */
async function printHistory(
  cli: Cli,
  bucket: Bucket,
  args: readonly string[],
  options: Options,
  now = Date.now(),
): Promise<ExitCode> {
  const experiment = ensure(args[0], 'the argument <experiment>');
  const simulated = options['rehearsals'] === true;
  const since = readSince(toText(options['since']), now);
  const query = { experiment, simulated, since, metric: toText(options['metric']) };
  const table = await readTables(bucket, query);
  for (const one of table.unreadable) cli.err.write(`history: left out, because it is unreadable: ${one}\n`);
  refuseUnknown(query, table);
  const history = makeHistory(table.rows);
  const causes = await listCauses(
    listChanges(history).map(({ change }) => change),
    (execution) => readExecution(bucket, experiment, execution),
  );
  const metric = table.metric ?? '';
  const shown: ShownHistory = { experiment, metric, words: table.words, simulated, history, causes };
  const page = toText(options['html']);
  if (page !== undefined) writeUserFile(cli.cwd, page, renderHistoryPage(shown), { option: '--html: ' });
  const text = options['csv'] === true ? formatCsv(metric, history) : formatHistory(shown, cli.out.columns ?? 100);
  const more =
    page === undefined || options['csv'] === true ? '' : `page  ${relative(cli.cwd, resolve(cli.cwd, page))}\n`;
  printAnswer(cli, options, { experiment, metric, simulated, ...history, causes }, text + more);
  const hasValues = history.measures.some(({ cells }) => cells.some(({ level }) => level !== null));
  return hasValues ? EXIT.done : EXIT.tooLittle;
}

/** ISO 8601; empty for all. @param given a date, or a number of days such as `90d` */
function readSince(given: string | undefined, now: number): string {
  if (given === undefined) return '';
  const days = /^([1-9]\d{0,3})d$/.exec(given)?.[1];
  if (days !== undefined) return new Date(now - Number(days) * DAY_MS).toISOString();
  const date = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(date)) return new Date(date).toISOString();
  throw new UserError('BadOption', `--since: found '${given}'; allowed: days or a date, e.g. 90d or 2026-08-01`);
}

function refuseUnknown(
  {
    experiment,
    metric,
    since,
    simulated,
  }: { experiment: string; metric: string | undefined; since: string; simulated: boolean },
  table: TableAnswer,
): void {
  if (!table.experiments.includes(experiment)) {
    const what = simulated ? 'rehearsal' : 'measured execution';
    const names = table.experiments.length === 0 ? 'the table is empty' : formatAllowed(experiment, table.experiments);
    throw new UserError('NoExecution', `history: no ${what} of '${experiment}'; ${names}`);
  }
  if (table.metrics.length === 0)
    throw new UserError(
      'NoExecution',
      `history: no execution of '${experiment}' has results since ${since.slice(0, 10)}`,
    );
  if (metric !== undefined && !table.metrics.includes(metric))
    throw new UserError('BadOption', `--metric: found '${metric}'; ${formatAllowed(metric, table.metrics)}`);
}

async function readExecution(bucket: Bucket, experiment: string, execution: string) {
  const keys = layout(experiment, execution);
  const [plan, summary] = [await readObject<Plan>(bucket, keys.plan), await readObject<Summary>(bucket, keys.summary)];
  return plan === null || summary === null ? null : { plan, summary };
}

const CSV_HEAD = 'execution,started,configuration,metric,operation,unit,value';

/** A row for each value; names are quoted, as labels contain commas. */
function formatCsv(metric: string, { executions, measures }: ExperimentHistory): string {
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = measures.flatMap(({ operation, unit, cells }) =>
    cells.flatMap(({ label, values }) =>
      values.flatMap((value, nth) => {
        const { execution = '', started = '' } = executions[nth] ?? {};
        if (value === null) return [];
        return [[execution, started, quote(label), metric, operation ?? '', unit, String(value)].join(',')];
      }),
    ),
  );
  return `${[CSV_HEAD, ...rows].join('\n')}\n`;
}
