/** `fsxbench list`: executions of a deployment, the newest first. */
import { type ExecutionFacts, listExecutions, type Operator, readPaused } from '../../aws/operator';
import { readSpend } from '../../aws/spend';
import { inBatches } from '../../aws/pages';
import { formatUsd } from '../../results/format';
import { formatSeconds } from '../../shapes/quantity';
import { type AccountCommand, inAccount } from '../account/operate';
import { printAnswer, UserError } from '../command';
import { textOf } from '../options';
import { EXIT } from '../outcome';

/** Executions that are shown where nobody says how many. */
const SHOWN = 20;
const MOST = 1000;
const LOOKS_AT_ONCE = 8;

export const list: AccountCommand = async (cli, operator, _args, options) => {
  const last = textOf(options['last']) ?? String(SHOWN);
  const most = /^[1-9]\d{0,3}$/.test(last) ? Number(last) : Number.NaN;
  if (!(most <= MOST)) throw new UserError('BadOption', `list: --last: found '${last}'; allowed: 1 to ${MOST}`);
  const found = await listExecutions(most, operator);
  const rows = await inBatches(found, LOOKS_AT_ONCE, async (one) => ({ ...one, spendUsd: await spendOf(one, operator) }));
  const paused = await readPaused(operator);
  const head = ['EXECUTION', 'EXPERIMENT', 'STATUS', 'STARTED (UTC)', 'TOOK', 'SPENT', 'LEFT'];
  const table = toTable([head, ...rows.map((one) => cellsOf(one, operator.now()))]);
  const none = found.length === 0 ? 'There are no executions.\n' : table;
  const notice = paused === null ? '' : `Starts are paused since ${paused.at}. To go on: fsxbench resume\n`;
  printAnswer(cli, options, { paused: paused !== null, executions: rows.map(toDocument) }, notice + none);
  return EXIT.done;
};

function spendOf({ executionId, experiment }: ExecutionFacts, operator: Operator): Promise<number | null> {
  return experiment === null ? Promise.resolve(0) : readSpend({ executionId, experiment }, operator);
}

type Row = ExecutionFacts & { readonly spendUsd: number | null };

function cellsOf(row: Row, now: number): readonly string[] {
  const { executionId, experiment, status, startedAt, endedAt, spendUsd } = row;
  return [
    executionId,
    experiment ?? '-',
    status,
    startedAt === null ? '-' : new Date(startedAt).toISOString().slice(0, 16).replace('T', ' '),
    startedAt === null ? '-' : formatSeconds(Math.round(((endedAt ?? now) - startedAt) / 1000)),
    spendUsd === null ? '-' : formatUsd(spendUsd),
    leftOf(row),
  ];
}

function leftOf({ status, experiment, isProven }: Row): string {
  if (experiment === null || isProven) return 'nothing';
  return status === 'RUNNING' ? 'runs' : 'being cleaned up';
}

function toDocument({ startedAt, endedAt, ...rest }: Row): object {
  const at = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  return { ...rest, startedAt: at(startedAt), endedAt: at(endedAt) };
}

/** Columns as wide as their widest cell. */
function toTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

export const run = inAccount('list', list);
