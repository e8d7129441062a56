/** Tables of the page: a head, rows, numbers to the right, room to scroll. */
import { type Html, html } from './html';

export interface Column {
  readonly name: Html | string;
  /** Numbers stand to the right and do not break. */
  readonly number: boolean;
}

/** A column of words. */
export function textColumn(name: Html | string): Column {
  return { name, number: false };
}

/** A column of numbers. */
export function numberColumn(name: string): Column {
  return { name, number: true };
}

/** What is left to the JSON beside the page; empty where nothing is. */
export function noteMore(count: number, what: string): Html {
  return count <= 0 ? html`` : html`<p class="note">${count} more ${what} are in summary.json.</p>`;
}

/** A table as wide as it needs to be. Every row has one cell a column. */
export function drawTable(columns: readonly Column[], rows: readonly (readonly (Html | string | number)[])[]): Html {
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
