/** Caveats of a configuration: a mark next to each figure, and explanations of the marks below the table. */
import type { CellSummary, Summary } from '../results/summary';
import { type Html, html, renderProse, keepTogether } from './html';

function listTexts({ caveats }: CellSummary, metric: string): readonly string[] {
  if (caveats === undefined) return [];
  return [
    ...caveats.bound.map(({ code }) => `the hosts, not the storage, were the limit (${code}): it may be better`),
    ...caveats.remarks.flatMap(({ text, of }) => (of === null || of.includes(metric) ? [text] : [])),
  ];
}

/** Marks (`a`, `b`, …) by caveat text, in the order of the cells. */
export function listMarks({ cells }: Pick<Summary, 'cells'>, metrics: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Set(cells.flatMap((cell) => metrics.flatMap((metric) => listTexts(cell, metric))));
  return new Map([...texts].map((text, index) => [text, String.fromCharCode('a'.charCodeAt(0) + index)]));
}

export function drawMarks(marks: ReadonlyMap<string, string>, cell: CellSummary, metric: string): Html {
  const own = listTexts(cell, metric).flatMap((text) => marks.get(text) ?? []);
  return own.length === 0 ? html`` : html`<sup>${own.join(' ')}</sup>`;
}

export function explainMarks(marks: ReadonlyMap<string, string>): Html {
  if (marks.size === 0) return html``;
  const lines = [...marks].map(
    ([text, mark]) => html`<div><sup>${mark}</sup> ${renderProse(keepTogether(text))}.</div>`,
  );
  return html`<div class="note marks">${lines}</div>`;
}
