/** Rows and columns of the table of configurations, for the page and for CSV. */
import { getBetter, type Measure, pickPrimary } from '../results/measures';
import type { Metrics } from '../shapes/metric';
import type { CellMeasure, CellSummary } from '../results/cells';
import type { CellPublished } from '../results/from-spec/published-figures';
import type { Summary } from '../results/summary';

/** A row: a cell, or one operation of a cell if its trials have several. */
export interface TableRow {
  readonly cell: CellSummary;
  readonly operation: string | null;
  /** By metric. */
  readonly measures: ReadonlyMap<string, CellMeasure>;
  /** Published figures for this operation. The first row of a cell also has figures that match no operation. */
  readonly published: readonly CellPublished[];
}

/** Server-side metrics have no column: the row of a configuration lists them in full. */
function isServerMetric({ metric }: Pick<Measure, 'metric'>): boolean {
  return metric.startsWith('server_');
}

/** Metrics of the execution: the metric of the question first, all other metrics in the order of the workload. */
export function listMetrics({ cells, decide }: Pick<Summary, 'cells' | 'decide'>): readonly string[] {
  const names = new Set(
    cells.flatMap(({ measures }) => measures.flatMap((one) => (isServerMetric(one) ? [] : [one.metric]))),
  );
  const decided = decide?.metric;
  const rest = [...names].filter((name) => name !== decided);
  return decided !== undefined && names.has(decided) ? [decided, ...rest] : rest;
}

/** Metrics that may have a column: the metric of the question, and those that their workload wants shown. */
export function listShownMetrics(names: readonly string[], metrics: Metrics): readonly string[] {
  return names.filter((name, index) => index === 0 || (metrics[name]?.column ?? true));
}

/** Maximum number of rates of one unit: mdtest has ten, e.g. creates, lookups, reads and removes. */
const RATES_MAX = 10;

/** The main metric; if it is a rate, also the rates with its unit, which authors show side by side. */
export function listRates(summary: Pick<Summary, 'cells' | 'decide' | 'metrics'>): readonly string[] {
  const names = listShownMetrics(listMetrics(summary), summary.metrics);
  const units = new Map(summary.cells.flatMap(({ measures }) => measures.map(({ metric, unit }) => [metric, unit])));
  const unit = units.get(names[0] ?? '');
  return unit?.endsWith('/s') === true
    ? names.filter((name) => units.get(name) === unit).slice(0, RATES_MAX)
    : names.slice(0, 1);
}

/** Rows in the order of the plan; cells without measurements have a row, too. */
export function listRows({ cells }: Pick<Summary, 'cells'>): readonly TableRow[] {
  return cells.flatMap((cell): readonly TableRow[] => {
    const primary = pickPrimary(cell.measures.filter((one) => !isServerMetric(one)));
    const operations = primary.length === 0 ? [null] : [...new Set(primary.map(({ operation }) => operation))];
    return operations.map((operation, index) => ({
      cell,
      operation,
      published: cell.published.filter(
        (one) => one.operation === operation || (index === 0 && !operations.includes(one.operation)),
      ),
      measures: new Map(
        primary.filter((measure) => measure.operation === operation).map((measure) => [measure.metric, measure]),
      ),
    }));
  });
}

/**
 * Rows by importance, to pick those that fit: the best of each target, workload and operation, then all operations of
 * the configurations that the question covers, then the next of each, in turn.
 */
export function rankRows(summary: Pick<Summary, 'cells' | 'decide' | 'metrics' | 'answer'>): readonly TableRow[] {
  const places = new Map(summary.answer.ranking.map(({ cell, operation }, at) => [`${cell} ${operation ?? ''}`, at]));
  const names = listMetrics(summary);
  const rated = listRows(summary).map((row) => {
    const measure = names.map((name) => row.measures.get(name)).find((one) => one?.statistics);
    const sign = measure && getBetter(summary.metrics, measure.metric, measure.unit) === 'lower' ? -1 : 1;
    const place = places.get(`${row.cell.cellId} ${row.operation ?? ''}`) ?? places.size;
    return { row, place, value: measure?.statistics ? sign * measure.statistics.centre : -Number.MAX_VALUE };
  });
  const compared = new Set(summary.answer.ranking.map(({ cell }) => cell));
  const turns = new Map<string, number>();
  const ranked = rated
    .toSorted((a, b) => a.place - b.place || b.value - a.value)
    .map(({ row }) => {
      const key = JSON.stringify([row.cell.target, row.cell.workload, row.operation]);
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return { row, turn, level: turn === 0 ? 0 : compared.has(row.cell.cellId) ? 1 : 2 };
    });
  return ranked.toSorted((a, b) => a.level - b.level || a.turn - b.turn).map(({ row }) => row);
}
