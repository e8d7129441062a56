/** Section: figures of a published study, the deviation of measured figures, and notes. */
import { formatValue, toThreeDigits } from '../../results/format';
import { nameMetric } from '../../results/measures';
import type { CellPublished } from '../../results/from-spec/published-figures';
import { listRows } from '../columns';
import { allowBreaks, type Html, html } from '../html';
import type { Page } from '../page/context';
import { type Column, drawMoreNote, numberColumn, drawTable, textColumn } from '../html-table';

/** More rows would be hard to read. */
const ROWS_MAX = 100;

/** The section; empty if the spec cites no figures for its configurations. */
export function drawPublishedSection(page: Page): Html {
  const { summary } = page;
  const figures = listRows(summary).flatMap(({ cell, published }) => published.map((one) => ({ cell, one })));
  if (summary.published === null || figures.length === 0) return html``;
  const columns: readonly Column[] = [
    textColumn('Configuration'),
    textColumn('Published'),
    numberColumn(summary.simulated ? 'Simulated' : 'Measured'),
    textColumn('Deviation'),
  ];
  const rows = figures.slice(0, ROWS_MAX).map(({ cell, one }) => [
    allowBreaks(cell.label),
    html`${nameMetric(summary.metrics, one.metric, one.operation)}
${one.statistic === null ? '' : `(${one.statistic}) `}${one.text}
${one.note === null ? '' : html`<small>${one.note}</small>`}`,
    formatMeasured(one),
    one.deviation?.text ?? '–',
  ]);
  const how = summary.simulated
    ? 'The values here are simulated, so a small deviation confirms nothing.'
    : 'Percentages are of the published figure.';
  return html`<details id="published"><summary>Next to published figures</summary>
<p class="note">${summary.published.study}. fsxbench did not measure these figures, and no result on this page uses
them. ${how}</p>${drawTable(columns, rows)}${drawMoreNote(figures.length - rows.length, 'figures')}</details>`;
}

function formatMeasured({ deviation, unit }: CellPublished): string {
  const ours = deviation?.ours ?? null;
  if (ours === null) return '–';
  return unit === null ? `${toThreeDigits(ours)} ×` : formatValue(ours, unit);
}
