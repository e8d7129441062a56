/** The medians of all cells as lines of the terminal: what there is to see where nothing was to be decided. */
import type { CellMeasure, CellSummary } from '../results/cells';
import { formatValue, threeDigits } from '../results/format';
import { referenceWords } from '../results/label';
import { mainMetric, type Measure, metricWords, primaryMeasures } from '../results/measures';
import type { Summary } from '../results/summary';
import { withSuspects } from '../results/suspects';
import type { Unit } from '../shapes/observation';

/** Lines of a terminal that nobody has to scroll for; the report has all of them. */
const ROWS_MAX = 12;

/** A head, one row for each cell and operation, and how many more there are; empty where nothing was measured. */
export function medianLines({
  cells,
  metrics,
  decide,
  factors,
}: Pick<Summary, 'cells' | 'metrics' | 'decide' | 'factors'>): readonly string[] {
  const metric = mainMetric(decide, cells);
  if (metric === null) return [];
  const names = factors.map(({ name }) => name);
  // Levels come from a spec: control characters in them would move the cursor.
  const harmless = (text: string): string => text.replace(/\p{Cc}/gu, '?');
  const rows = cells.flatMap((cell) =>
    primaryMeasures(cell.measures, metric).map(({ operation, statistics, unit, values, ratio }) => [
      harmless(cell.label),
      operation ?? '',
      statistics === null ? noneCounts({ values }, unit) : formatValue(statistics.median, unit),
      String(statistics?.n ?? 0),
      harmless(ratioWords(cell, ratio, cells, names)),
    ]),
  );
  const head = [
    'configuration',
    '',
    `median ${metricWords(metrics, metric)}`,
    'n',
    cells.some(({ reference }) => reference !== null) ? 'ratio' : '',
  ];
  const more = rows.length - ROWS_MAX;
  const lines = aligned([head, ...rows.slice(0, ROWS_MAX)]);
  return more > 0 ? [...lines, `… ${more} more in the report`] : lines;
}

/** `1.23 × ebs`; `reference` where others are compared with it. */
function ratioWords(
  cell: CellSummary,
  ratio: CellMeasure['ratio'],
  cells: readonly CellSummary[],
  factors: readonly string[],
): string {
  if (cell.reference?.cell === cell.cellId) return 'reference';
  const to = referenceWords(cell, cells, factors);
  return ratio === null || to === null ? '' : `${threeDigits(ratio.value)} × ${to}`;
}

/** What suspect trials gave stands there as such. */
function noneCounts(measure: Pick<Measure, 'values'>, unit: Unit): string {
  const suspect = withSuspects(measure);
  return suspect === null ? 'none counts' : `(suspect: ${formatValue(suspect.value, unit)})`;
}

/** Columns that are empty from top to bottom are left out. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .flatMap((cell, column) => (widths[column] === 0 ? [] : [cell.padEnd(widths[column] ?? 0)]))
      .join('  ')
      .trimEnd(),
  );
}
