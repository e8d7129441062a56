/** HTML tables of the page: right-aligned numbers, horizontal scrolling. */
import { type Html, html } from './html';

export interface Column {
  readonly name: Html | string;
  /** Aligned right, without line breaks. */
  readonly number: boolean;
}

export function textColumn(name: Html | string): Column {
  return { name, number: false };
}

export function numberColumn(name: string): Column {
  return { name, number: true };
}

/** A note where the remaining rows are; empty if all are shown. */
export function drawMoreNote(count: number, what: string, where = 'are in summary.json'): Html {
  return count <= 0 ? html`` : html`<p class="note">${count} more ${what} ${where}.</p>`;
}

/** A table. Every row has one cell per column. */
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
