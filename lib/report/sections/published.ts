/** What a study says beside what was found here: every figure of it, how far ours is from it, and its notes. */
import { formatValue, threeDigits } from '../../results/format';
import type { CellPublished } from '../../results/from-spec/published';
import { publishedWords, rowsOf } from '../columns';
import { breakable, type Html, html } from '../html';
import { cellLink, type Page } from '../page/context';
import { type Column, numbers, scrollTable, words } from '../table';

/** The section; none where the spec cites nothing that is about a configuration. */
export function publishedSection(page: Page): Html {
  const { summary } = page;
  const figures = rowsOf(summary).flatMap(({ cell, published }) => published.map((one) => ({ cell, one })));
  if (summary.published === null || figures.length === 0) return html``;
  const columns: readonly Column[] = [
    words('configuration'),
    words('published'),
    numbers(summary.simulated ? 'our model' : 'ours'),
    words('how far ours is from it'),
  ];
  const rows = figures.map(({ cell, one }) => [
    cellLink(page, cell.cellId, breakable(cell.label)),
    html`${publishedWords(one, summary.metrics)}${one.note === null ? '' : html`<small>${one.note}</small>`}`,
    oursWords(one),
    one.deviation?.text ?? '–',
  ]);
  return html`<section id="published"><h2>Beside what was published</h2>
<p class="note">${page.summary.published?.study}. None of its figures was measured here, and none counts in anything on
this page. ${howRead(page)}</p>${scrollTable(columns, rows)}</section>`;
}

function howRead({ summary: { simulated } }: Page): Html {
  return simulated
    ? html`Ours are modelled: how far a model is from it is no claim of agreement.`
    : html`Percent are of the published figure (+: ours is more). Our interval says how sure ours is, and nothing of how
exact the study is: within is no proof of agreement. Outside is none of the contrary: 1 in 20 is by chance, more where
copies differ.`;
}

function oursWords({ deviation, unit }: CellPublished): string {
  const ours = deviation?.ours ?? null;
  if (ours === null) return '–';
  return unit === null ? `${threeDigits(ours)} ×` : formatValue(ours, unit);
}
