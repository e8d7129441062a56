/** Tables of the page: a head, rows, numbers to the right, room to scroll. */
import { counted } from '../results/format';
import { type Html, html } from './html';

export interface Column {
  readonly name: Html | string;
  /** Numbers stand to the right and do not break. */
  readonly number: boolean;
}

/** A column of words. */
export function words(name: Html | string): Column {
  return { name, number: false };
}

/** A column of numbers. */
export function numbers(name: string): Column {
  return { name, number: true };
}

/** A table as wide as it needs to be. Every row has one cell a column. */
export function scrollTable(columns: readonly Column[], rows: readonly (readonly (Html | string | number)[])[]): Html {
  const head = columns.map(({ name, number }) =>
    number ? html`<th scope="col" class="num">${name}</th>` : html`<th scope="col">${name}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell, index) =>
      columns[index]?.number ? html`<td class="num">${cell}</td>` : html`<td>${cell}</td>`,
    );
    return html`<tr>${cells}</tr>`;
  });
  return html`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}

/** The numbers that a picture shows: there is a table behind every one. */
export function behind(columns: readonly Column[], rows: readonly (readonly (Html | string | number)[])[]): Html {
  return html`<details><summary>Numbers behind this picture</summary>${scrollTable(columns, rows)}</details>`;
}

/** Says how many panels a figure leaves to its table. */
export function notDrawn(count: number): Html {
  if (count <= 0) return html``;
  return html`<p class="note">${counted(count, 'more panel')} not drawn; the table below holds all.</p>`;
}

/** A panel of small multiples, with its name where there are several. */
export function panelFigure(name: string, picture: Html): Html {
  return html`<figure>${name === '' ? '' : html`<figcaption>${name}</figcaption>`}${picture}</figure>`;
}
