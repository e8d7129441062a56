/** The history of an experiment at an analysis: from the table `cells` of its last executions, into `history.json`. */
import { type Execution, listDifferences } from '../../results/history/compare-executions';
import { type HistoryChange, makeHistory, nameStep } from '../../results/history/experiment-history';
import {
  listRecentChanges,
  listReporters,
  makeExecutionHistory,
  pickUnreported,
  toReportedChange,
} from '../../results/history/report-changes';
import { pickMainMetric } from '../../results/measures';
import type { Summary } from '../../results/summary';
import { type CellRow, parseCellRows } from '../../results/tables/cell-rows';
import { getCellsKey, layout, TABLE_PREFIXES, type TableLocation } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import type { ExecutionHistory } from '../../shapes/result';
import { listFolders, listObjects, READS_AT_ONCE, readText, tryReadJson, writeText } from '../bucket';
import type { Context } from '../context';
import { mapInBatches } from '../pages';

/** Executions whose tables are read, with the analysed one. */
const EXECUTIONS_MAX = 60;

export interface HistoryUpdate {
  readonly history: ExecutionHistory | null;
  /** Executions that `schedule.confirm` starts at once, because this one alone leaves the level. */
  readonly confirm: number;
}

/** Writes the history after the tables. Never throws: a history decides nothing about its execution. */
export async function updateHistory(execution: Execution, context: Context): Promise<HistoryUpdate> {
  try {
    return await computeHistory(execution, context);
  } catch (error) {
    context.log.warn('the history could not be computed', { error: String(error) });
    return { history: null, confirm: 0 };
  }
}

async function computeHistory(own: Execution, context: Context): Promise<HistoryUpdate> {
  const { plan, summary } = own;
  const metric = pickMainMetric(plan.decide, summary.cells);
  const rows = metric === null ? [] : await readRows(plan, metric, context);
  if (metric === null || !rows.some(({ execution }) => execution === plan.executionId))
    return { history: null, confirm: 0 };
  const all = makeHistory(rows);
  const recent = listRecentChanges(all);
  const read = <T>(execution: string, name: 'plan' | 'summary' | 'history'): Promise<T | null> =>
    tryReadJson<T>(context, layout(plan.experiment, execution)[name]);
  const earlier = await mapInBatches(listReporters(all, recent), READS_AT_ONCE, (one) =>
    read<ExecutionHistory>(one, 'history'),
  );
  const reported = earlier.flatMap((one) => one?.changes ?? []);
  const fresh = pickUnreported(all, recent, reported);
  const causes = await listCauses(
    fresh.map(({ change }) => change),
    async (execution) => {
      if (execution === plan.executionId) return own;
      const [old, results] = [await read<Plan>(execution, 'plan'), await read<Summary>(execution, 'summary')];
      return old && results && { plan: old, summary: results };
    },
  );
  const changes = fresh.map((one) => toReportedChange(one, causes[nameStep(one.change)] ?? null));
  const history = makeExecutionHistory(metric, all, changes);
  await writeText(context, layout(plan.experiment, plan.executionId).history, `${JSON.stringify(history)}\n`);
  const differs = all.measures.some(({ newestDiffers }) => newestDiffers);
  return { history, confirm: differs ? (plan.spec.schedule?.confirm ?? 0) : 0 };
}

/**
 * Rows of a metric of this execution and of those that started before it.
 * Within a month, tables written last are taken first: names of executions have no order.
 */
async function readRows(of: TableLocation, metric: string, context: Context): Promise<readonly CellRow[]> {
  const folder = `${TABLE_PREFIXES.cells}sim=${of.simulated ? 1 : 0}/`;
  const newest = `month=${of.startedAt.slice(0, 7)}`;
  const months = (await listFolders(context, folder)).filter((month) => month <= newest);
  const keys = [getCellsKey(of)];
  for (const month of months.toReversed()) {
    if (keys.length >= EXECUTIONS_MAX) break;
    const found = await listObjects(context, `${folder}${month}/${of.experiment}.`);
    const sorted = found.toSorted((a, b) => (b.storedAt ?? 0) - (a.storedAt ?? 0));
    keys.push(...sorted.map(({ key }) => key).filter((key) => key !== keys[0]));
  }
  const tables = await mapInBatches(keys.slice(0, EXECUTIONS_MAX), READS_AT_ONCE, async (key) => {
    try {
      return parseCellRows((await readText(context, key)) ?? '', metric);
    } catch (error) {
      context.log.warn('a history lacks this table', { key, error: String(error) });
      return [];
    }
  });
  return tables.flat().filter(({ metric: name, started }) => name === metric && started <= of.startedAt);
}

/**
 * What else differs between the last execution of the old level and the first of the new one, by {@link nameStep}.
 * @param read gives plan and summary of an execution; null if one is missing
 */
export async function listCauses(
  changes: readonly HistoryChange[],
  read: (execution: string) => Promise<Execution | null>,
): Promise<Readonly<Record<string, readonly string[] | null>>> {
  const steps = new Map(changes.map((change) => [nameStep(change), change]));
  const causes: Record<string, readonly string[] | null> = {};
  for (const [name, { before, from }] of steps) {
    const [old, now] = [await read(before.execution), await read(from.execution)];
    causes[name] = old && now ? listDifferences(old, now) : null;
  }
  return causes;
}
