/** The CSV of a report: everything of the table, and what the headline was made from. */
import type { CellMeasure } from '../results/cells';
import { toUsdPerMonth } from '../results/format';
import type { Summary } from '../results/summary';
import { groupBy } from '../shapes/collections';
import { replaceUnprintable } from '../shapes/printable';
import { listMetrics, listRows } from './columns';
import { describeTrials, listCountedTrials } from './first-screen/outcome-mark';
import { describeResult, findMainMetric, listPoints, pickPrice } from './first-screen/points';

/** CSV (RFC 4180): a head, then one line per row. Base units, all digits. Only rows of the question have bounds. */
export function toCsv(summary: Summary): string {
  const metrics = listMetrics(summary);
  const factors = summary.factors.map(({ name }) => name);
  const rows = listRows(summary);
  const main = findMainMetric(summary);
  const points = main === null ? [] : listPoints(summary, main);
  const trials = groupBy(listCountedTrials(summary), ({ cell }) => cell);
  const walked = new Map(summary.walk?.steps.map((step) => [step.cell, step.usdPerHour]));
  const unitOf = (metric: string): string =>
    rows.flatMap(({ measures }) => measures.get(metric)?.unit ?? []).at(0) ?? '';
  const head = [
    'cell',
    'configuration',
    ...factors,
    'operation',
    'reference',
    'result',
    ...['threshold', 'sustained', 'at least', 'at most'].map((name) => `${name} [${main?.unit ?? ''}]`),
    ...metrics.flatMap((metric) =>
      [`typical [${unitOf(metric)}]`, 'low', 'high', 'level', 'n', 'spread', 'ratio'].map((of) => `${metric} ${of}`),
    ),
    'storage usd per month',
    'usd per hour',
    ...(['VALID', 'SUSPECT', 'INVALID', 'INFEASIBLE', 'NOT_RUN'] as const),
    'bottleneck',
  ];
  const lines = rows.map(({ cell, operation, measures }) => {
    const isRow = (one: { readonly cell: string; readonly operation: string | null }): boolean =>
      one.cell === cell.cellId && one.operation === operation;
    const point = points.find(isRow);
    const own = trials.get(cell.cellId) ?? [];
    const contender = summary.answer.ranking.find(isRow);
    const bounds = [main?.threshold?.value, contender?.lasting, contender?.low, contender?.high];
    const { text } = describeResult(summary, { cell: cell.cellId, point, trials: own }, describeTrials(own).word);
    return [
      cell.cellId,
      point?.eligible ? point.label : cell.label,
      ...factors.map((factor) => cell.levels[factor] ?? ''),
      operation ?? '',
      cell.reference?.cell ?? '',
      text.replace(/^[^a-z]+/, ''),
      ...bounds.map((value) => (contender === undefined ? '' : (value ?? ''))),
      ...metrics.flatMap((metric) => listNumbers(measures.get(metric))),
      toMonth(pickPrice(cell, 'storage') ?? walked.get(cell.cellId)),
      cell.usdPerHour ?? '',
      ...Object.values(cell.verdicts),
      cell.bottleneck.reached.length === 0 ? 'not known' : cell.bottleneck.text,
    ];
  });
  return [head, ...lines].map((line) => `${line.map(formatField).join(',')}\n`).join('');
}

function toMonth(usdPerHour: number | null | undefined): number | string {
  return typeof usdPerHour === 'number' ? Number(toUsdPerMonth(usdPerHour).toFixed(2)) : '';
}

function listNumbers(measure: CellMeasure | undefined): readonly (number | string)[] {
  const { centre, interval, n = 0, cv } = measure?.statistics ?? {};
  const { low, high, level } = interval ?? {};
  return [centre, low, high, level, n, cv, measure?.ratio?.value].map((value) => value ?? '');
}

/** A CSV field; `'` keeps spreadsheets from running it (https://owasp.org/www-community/attacks/CSV_Injection). */
function formatField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = replaceUnprintable(value.replace(/[\r\n]+/g, ' '), ' ');
  const safe = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
