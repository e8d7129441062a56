/** Text for a terminal: columns, lines of a width, and no character that moves a cursor. */
import { wrapWords } from '../../report/terminal-text';

/**
 * Rows in columns, each as wide as its widest cell; the last cell of a row is as long as it is, and makes none wider.
 * @param right columns whose cells stand at the right, as figures do
 */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, { length }] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, length);
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      if (right.includes(column)) return cell.padStart(width);
      return column === row.length - 1 ? cell : cell.padEnd(width);
    });
    return cells.join('  ').trimEnd();
  });
}

/** A text in lines, the first of them behind `head`, the others as far from the edge. A word is never broken. */
export function wrapText(text: string, head = '', width = 100): string[] {
  const lines = wrapWords(text, width - head.length);
  return lines.map((one, index) => `${index === 0 ? head : ' '.repeat(head.length)}${one}`);
}
