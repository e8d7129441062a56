/** The history of an experiment, from rows of the table `cells` of its executions. */
import { groupBy } from '../../shapes/collections';
import type { Metrics } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { makeLabels } from '../label';
import { rankStatistic } from '../measures';
import { computeMean } from '../statistics/moments';
import type { CellRow } from '../tables/cell-rows';
import {
  EARLIER_MIN,
  findChanges,
  hasNewestOutside,
  judgeNewest,
  type LogSeries,
  type NewestDifference,
} from './find-changes';
import { UNITS_MIN } from './pair';
import { CHANGE_MIN, type LevelChange, SCANNED_MIN } from './scan';

type RowColumn =
  | 'execution'
  | 'started'
  | 'cell'
  | 'levels'
  | 'operation'
  | 'statistic'
  | 'unit'
  | 'units'
  | 'log_mean';
/** A row of one metric. */
export type HistoryRow = Pick<CellRow, RowColumn>;

export interface HistoryExecution {
  readonly execution: string;
  readonly started: string;
}

/** A change of level, or a newest execution that differs. Ratios are those of values: negative is lower. */
export interface HistoryChange {
  /** First execution of the new level, and the one that showed it. */
  readonly from: HistoryExecution;
  readonly seen: HistoryExecution;
  /** The execution before the new level. */
  readonly before: HistoryExecution;
  /** Executions of the new level until it was seen. */
  readonly executions: number;
  readonly change: number;
  readonly low: number;
  readonly high: number;
  /** Geometric means of the levels before and after; null for all configurations together. */
  readonly levels: readonly [before: number, after: number] | null;
  /** Only the newest execution differs; the next ones tell whether it is a new level. */
  readonly newest: boolean;
}

export interface HistoryCell {
  readonly cell: string;
  readonly label: string;
  /** Geometric mean of each execution; null where it has fewer than three counted trials or blocks. */
  readonly values: readonly (number | null)[];
  /** Geometric mean since its last change, or that of all together; null without values. */
  readonly level: number | null;
  /** First execution of that level; null: it has not changed. */
  readonly since: HistoryExecution | null;
  readonly changes: readonly HistoryChange[];
  /** Smallest change that one execution shows, as a share; null without four earlier ones of the level. */
  readonly smallestChange: number | null;
}

/** One operation of the metric. */
export interface HistoryMeasure {
  readonly operation: string | null;
  readonly unit: Unit;
  readonly together: readonly HistoryChange[];
  /** Configurations of the newest execution. */
  readonly cells: readonly HistoryCell[];
  /** Whether the newest execution alone differs from 8 or more of the same level, at 1% in all. */
  readonly newestDiffers: boolean;
  /** Number of configurations that the newest execution lacks. */
  readonly ended: number;
}

export interface ExperimentHistory {
  /** In order of time. */
  readonly executions: readonly HistoryExecution[];
  readonly measures: readonly HistoryMeasure[];
}

/** A history with what text and page need. */
export interface ShownHistory {
  readonly experiment: string;
  readonly metric: string;
  /** Words of the workloads for their metrics. */
  readonly words: Metrics;
  readonly simulated: boolean;
  readonly history: ExperimentHistory;
  /** What else differs where a level begins, by {@link nameStep}; null if it is unknown. */
  readonly causes: Readonly<Record<string, readonly string[] | null>>;
}

export interface NamedChange {
  /** Id and label of the configuration; null for all together. */
  readonly cell: string | null;
  readonly label: string | null;
  readonly operation: string | null;
  readonly unit: Unit;
  readonly change: HistoryChange;
}

/** All changes in order of time. */
export function listChanges({ measures }: ExperimentHistory): readonly NamedChange[] {
  const all = measures.flatMap(({ operation, unit, together, cells }) => [
    ...together.map((change): NamedChange => ({ cell: null, label: null, operation, unit, change })),
    ...cells.flatMap(({ cell, label, changes }) =>
      changes.map((change): NamedChange => ({ cell, label, operation, unit, change })),
    ),
  ]);
  return all.toSorted((a, b) => a.change.from.started.localeCompare(b.change.from.started));
}

/** The last execution of the old level and the first of the new one. */
export function nameStep({ before, from }: Pick<HistoryChange, 'before' | 'from'>): string {
  return `${before.execution} → ${from.execution}`;
}

/** @param rows of one metric, of all executions, in any order */
export function makeHistory(rows: readonly HistoryRow[]): ExperimentHistory {
  const byName = new Map(rows.map(({ execution, started }) => [execution, { execution, started }]));
  const executions = [...byName.values()].toSorted(
    (a, b) => a.started.localeCompare(b.started) || a.execution.localeCompare(b.execution),
  );
  const byOperation = [...groupBy(rows, ({ operation }) => operation ?? '').values()];
  return { executions, measures: byOperation.map((own) => makeMeasure(own, executions, byOperation.length)) };
}

function makeMeasure(
  all: readonly HistoryRow[],
  executions: readonly HistoryExecution[],
  measures: number,
): HistoryMeasure {
  const best = Math.min(...all.map(rankStatistic));
  const rows = all.filter((row) => rankStatistic(row) === best);
  const byCell = groupBy(rows, ({ cell }) => cell);
  const newest = executions.at(-1)?.execution;
  const heads = rows.filter(({ execution }) => execution === newest);
  const labels = makeLabels(heads, [...new Set(heads.flatMap(({ levels }) => Object.keys(levels)))]);
  const logs = heads.map(({ cell }) => alignLogs(byCell.get(cell) ?? [], executions));
  const { together, cells } = findChanges(logs, measures);
  const last = executions.length < SCANNED_MIN ? judgeNewest(logs, measures) : null;
  const start = Math.max(0, ...[together, ...cells].flat().map(({ from }) => from));
  const level = judgeNewest(
    logs.map((series) => series.slice(start)),
    measures,
  );
  const toNewest = (one: NewestDifference | null | undefined, series: LogSeries | null): readonly HistoryChange[] => {
    if (one?.differs !== true) return [];
    const at = executions.length - 1;
    return describeChanges([{ ...one, from: at, seen: at }], executions, series).map((change) => ({
      ...change,
      newest: true,
    }));
  };
  return {
    operation: rows[0]?.operation ?? null,
    unit: rows[0]?.unit ?? 'count',
    together: [...describeChanges(together, executions, null), ...toNewest(last?.together, null)],
    cells: heads.map(({ cell }, nth): HistoryCell => {
      const series = logs[nth] ?? [];
      const changes = cells[nth] ?? [];
      const start = Math.max(changes.at(-1)?.from ?? 0, together.at(-1)?.from ?? 0);
      const since = series.slice(start).filter((log) => log !== null);
      return {
        cell,
        label: labels[nth] ?? cell,
        values: series.map((log) => (log === null ? null : Math.exp(log))),
        level: since.length === 0 ? null : Math.exp(computeMean(since)),
        since: start === 0 ? null : (executions[start] ?? null),
        changes: [...describeChanges(changes, executions, series), ...toNewest(last?.cells[nth], series)],
        smallestChange: level?.cells[nth] ? Math.expm1(Math.max(level.cells[nth].half, CHANGE_MIN)) : null,
      };
    }),
    newestDiffers: hasNewestOutside(logs, [together, ...cells].flat(), measures),
    ended: byCell.size - heads.length,
  };
}

/** One logarithm for each execution. */
function alignLogs(rows: readonly HistoryRow[], executions: readonly HistoryExecution[]): LogSeries {
  const byExecution = new Map(rows.map((row) => [row.execution, row]));
  return executions.map(({ execution }) => {
    const row = byExecution.get(execution);
    return (row?.units ?? 0) >= UNITS_MIN ? (row?.log_mean ?? null) : null;
  });
}

/** @param series of the configuration; null for all together */
function describeChanges(
  changes: readonly LevelChange[],
  executions: readonly HistoryExecution[],
  series: LogSeries | null,
): readonly HistoryChange[] {
  const at = (index: number): HistoryExecution => executions[index] as HistoryExecution;
  const level = (part: LogSeries): number => Math.exp(computeMean(part.filter((one) => one !== null)));
  return changes.map(({ from, seen, log, half }, nth) => {
    const [start, end] = [changes[nth - 1]?.from ?? 0, changes[nth + 1]?.from];
    return {
      from: at(from),
      seen: at(seen),
      before: at(from - 1),
      executions: seen - from + 1,
      change: Math.expm1(log),
      low: Math.expm1(log - half),
      high: Math.expm1(log + half),
      levels: series === null ? null : [level(series.slice(start, from)), level(series.slice(from, end))],
      newest: false,
    };
  });
}

/** What a history of this length can tell. */
export function findHistoryStage(executions: number): 'figures' | 'newest' | 'scan' {
  if (executions >= SCANNED_MIN) return 'scan';
  return executions > EARLIER_MIN ? 'newest' : 'figures';
}
