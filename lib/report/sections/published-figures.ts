/** What a study says beside what was found here: every figure of it, how far ours is from it, and its notes. */
import { formatValue, toThreeDigits } from '../../results/format';
import { nameMetric } from '../../results/measures';
import type { CellPublished } from '../../results/from-spec/published-figures';
import { listRows } from '../columns';
import { allowBreaks, type Html, html } from '../html';
import type { Page } from '../page/context';
import { type Column, noteMore, numberColumn, drawTable, textColumn } from '../html-table';

/** More would be a list that nobody reads. */
const ROWS_MAX = 12;

/** The section; none where the spec cites nothing that is about a configuration. */
export function publishedSection(page: Page): Html {
  const { summary } = page;
  const figures = listRows(summary).flatMap(({ cell, published }) => published.map((one) => ({ cell, one })));
  if (summary.published === null || figures.length === 0) return html``;
  const columns: readonly Column[] = [
    textColumn('Configuration'),
    textColumn('Published'),
    numberColumn(summary.simulated ? 'Our model' : 'Ours'),
    textColumn('How far ours is from it'),
  ];
  const rows = figures.slice(0, ROWS_MAX).map(({ cell, one }) => [
    allowBreaks(cell.label),
    html`${nameMetric(summary.metrics, one.metric, one.operation)}
${one.statistic === null ? '' : `(${one.statistic}) `}${one.text}
${one.note === null ? '' : html`<small>${one.note}</small>`}`,
    formatOurs(one),
    one.deviation?.text ?? '–',
  ]);
  const how = summary.simulated
    ? 'Ours are modelled: a small distance is no agreement.'
    : 'Percent are of the published figure.';
  return html`<details id="published"><summary>Next to published figures</summary>
<p class="note">${summary.published.study}. None of its figures was measured here, and none counts in anything on
this page. ${how}</p>${drawTable(columns, rows)}${noteMore(figures.length - rows.length, 'figures')}</details>`;
}

function formatOurs({ deviation, unit }: CellPublished): string {
  const ours = deviation?.ours ?? null;
  if (ours === null) return '–';
  return unit === null ? `${toThreeDigits(ours)} ×` : formatValue(ours, unit);
}
