/** Medians of all cells as terminal lines, for experiments without a question. */
import { toPrintable } from '../shapes/printable';
import type { CellMeasure, CellSummary } from '../results/cells';
import { formatUsdPerMonth, formatValue, toThreeDigits } from '../results/format';
import { describeReference } from '../results/label';
import { pickMainMetric, nameMetric } from '../results/measures';
import type { Summary } from '../results/summary';
import { includeSuspects } from '../results/suspect-values';
import { listMetrics, listRows, listShownMetrics } from './columns';
import { pickPrice, pickPriceScope } from './first-screen/points';
import { alignColumns } from './lines';

/** Rows that fit on a terminal without scrolling; the report has all. */
const ROWS_MAX = 12;

const METRICS_MAX = 3;

type MedianInput = Pick<Summary, 'answer' | 'cells' | 'metrics' | 'decide' | 'factors'>;

/** One row per cell and operation; empty without measurements. @param columns drops the last metrics until it fits */
export function formatMedians(summary: MedianInput, columns = 100): readonly string[] {
  const tables = Array.from({ length: METRICS_MAX }, (_, fewer) => formatTable(summary, METRICS_MAX - fewer));
  return tables.find((lines) => lines.every(({ length }) => length <= columns)) ?? tables.at(-1) ?? [];
}

function formatTable(summary: MedianInput, metrics: number): readonly string[] {
  const [head, ...rows] = makeMedianTable(summary, metrics);
  if (head === undefined) return [];
  const more = rows.length - ROWS_MAX;
  const lines = alignColumns([head, ...rows.slice(0, ROWS_MAX)]);
  return more > 0 ? [...lines, `… ${more} more in the report`] : lines;
}

/** A head and one row per cell and operation, without empty columns; empty if nothing was measured. */
export function makeMedianTable(summary: MedianInput, most = METRICS_MAX): readonly (readonly string[])[] {
  const { cells, factors, decide } = summary;
  const metrics = listShownMetrics(listMetrics(summary), summary.metrics).slice(0, most);
  const metric = pickMainMetric(decide, cells) ?? metrics[0];
  if (metric === undefined) return [];
  const names = factors.map(({ name }) => name);
  const all = listRows(summary).filter(({ measures }) => measures.size > 0);
  const scope = pickPriceScope(summary);
  const priced = cells.some((cell) => (pickPrice(cell, scope) ?? 0) > 0);
  const known = cells.some(({ bottleneck }) => bottleneck.reached.length > 0);
  const rows = all.map(({ cell, operation, measures }) => {
    const main = measures.get(metric);
    const usd = pickPrice(cell, scope) ?? 0;
    return [
      toPrintable(cell.label),
      operation ?? '',
      // The price of a host includes its local disks.
      priced ? (usd > 0 ? formatUsdPerMonth(usd, '') : '–') : '',
      ...metrics.map((name) => formatMedian(measures.get(name))),
      String(main?.statistics?.n ?? 0),
      main === undefined ? '' : toPrintable(formatRatio(cell, main.ratio, cells, names)),
      known ? nameLimits(cell) : '',
    ];
  });
  const [first = '', ...rest] = metrics.map((name) => nameMetric(summary.metrics, name));
  const ratio = cells.some(({ reference }) => reference !== null) ? 'ratio' : '';
  const price = scope === 'storage' ? 'storage per month' : 'storage and hosts per month';
  const head = [
    'configuration',
    '',
    priced ? price : '',
    `typical ${first}`,
    ...rest,
    'n',
    ratio,
    known ? 'limited by' : '',
  ];
  const isFilled = head.map((_, column) => [head, ...rows].some((row) => row[column] !== ''));
  return [head, ...rows].map((row) => row.filter((_, column) => isFilled[column]));
}

/** Resources that reached their limit, without the evidence. */
function nameLimits({ bottleneck: { reached } }: CellSummary): string {
  return reached.length === 0 ? 'not known' : [...new Set(reached.map(({ resource }) => resource))].join(', ');
}

function formatMedian(measure: CellMeasure | undefined): string {
  if (measure === undefined) return '–';
  const { statistics, unit } = measure;
  if (statistics !== null) return formatValue(statistics.centre, unit);
  // Marks values that come only from suspect trials.
  const suspect = includeSuspects(measure);
  return suspect === null ? 'none valid' : `(suspect: ${formatValue(suspect.value, unit)})`;
}

/** `1.23 × ebs`, or `reference` for the reference itself. */
function formatRatio(
  cell: CellSummary,
  ratio: CellMeasure['ratio'],
  cells: readonly CellSummary[],
  factors: readonly string[],
): string {
  if (cell.reference?.cell === cell.cellId) return 'reference';
  const to = describeReference(cell, cells, factors);
  return ratio === null || to === null ? '' : `${toThreeDigits(ratio.value)} × ${to}`;
}
