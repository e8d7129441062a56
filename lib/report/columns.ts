/** Rows and columns of the table of configurations, for the page and for CSV. */
import { type Measure, pickPrimary } from '../results/measures';
import type { Metrics } from '../shapes/metric';
import type { CellMeasure, CellSummary } from '../results/cells';
import type { CellPublished } from '../results/from-spec/published-figures';
import type { Summary } from '../results/summary';

/** One row: a cell, and an operation where its trials have several. */
export interface TableRow {
  readonly cell: CellSummary;
  readonly operation: string | null;
  /** By metric. */
  readonly measures: ReadonlyMap<string, CellMeasure>;
  /** Figures of a study: those of its operation; in the first row of a cell also those that belong to no other. */
  readonly published: readonly CellPublished[];
}

/** Metrics of its servers stand with a configuration in full: no column has room for them. */
function isServerMetric({ metric }: Pick<Measure, 'metric'>): boolean {
  return metric.startsWith('server_');
}

/** Metrics of the whole execution, the one of the question first, then in the order of the workload. */
export function listMetrics({ cells, decide }: Pick<Summary, 'cells' | 'decide'>): readonly string[] {
  const names = new Set(
    cells.flatMap(({ measures }) => measures.flatMap((one) => (isServerMetric(one) ? [] : [one.metric]))),
  );
  const asked = decide?.metric;
  const rest = [...names].filter((name) => name !== asked);
  return asked !== undefined && names.has(asked) ? [asked, ...rest] : rest;
}

/** Those that may have a column: the metric of the question, and those to which their workload gives one. */
export function listShownMetrics(names: readonly string[], metrics: Metrics): readonly string[] {
  return names.filter((name, index) => index === 0 || (metrics[name]?.column ?? true));
}

/** Rows in the order of the plan; a cell without numbers has one row all the same. */
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

/** CSV (RFC 4180), one line a row, base units, all digits; the first line names the columns. */
export function toCsv(summary: Summary): string {
  const metrics = listMetrics(summary);
  const factors = summary.factors.map(({ name }) => name);
  const rows = listRows(summary);
  const unitOf = (metric: string): string =>
    rows.flatMap(({ measures }) => measures.get(metric)?.unit ?? []).at(0) ?? '';
  const head = [
    'cell',
    ...factors,
    'operation',
    'reference',
    ...metrics.flatMap((metric) =>
      [`typical [${unitOf(metric)}]`, 'low', 'high', 'level', 'n', 'spread', 'ratio'].map((of) => `${metric} ${of}`),
    ),
    'usd per hour',
    ...(['VALID', 'SUSPECT', 'INVALID', 'INFEASIBLE', 'NOT_RUN'] as const),
    'bottleneck',
  ];
  const lines = rows.map(({ cell, operation, measures }) => [
    cell.cellId,
    ...factors.map((factor) => cell.levels[factor] ?? ''),
    operation ?? '',
    cell.reference?.cell ?? '',
    ...metrics.flatMap((metric) => listNumbers(measures.get(metric))),
    cell.usdPerHour ?? '',
    ...Object.values(cell.verdicts),
    cell.bottleneck.reached.length === 0 ? 'not known' : cell.bottleneck.text,
  ]);
  return [head, ...lines].map((line) => `${line.map(formatField).join(',')}\n`).join('');
}

function listNumbers(measure: CellMeasure | undefined): readonly (number | string)[] {
  const { centre, interval, n = 0, cv } = measure?.statistics ?? {};
  const { low, high, level } = interval ?? {};
  return [centre, low, high, level, n, cv, measure?.ratio?.value].map((value) => value ?? '');
}

/**
 * A field: quoted where needed, without line breaks. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function formatField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(/[\r\n]+/g, ' ');
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
