/** Text for a terminal: aligned columns and wrapped lines. */

/** Aligns columns; the last cell of a row has any length. @param right right-aligned columns, e.g. numbers */
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

/** Wraps a text between words: the first line after `head`, the others indented to it. */
export function wrapText(text: string, head = '', width = 100): string[] {
  const lines = wrapWords(text, width - head.length);
  return lines.map((one, index) => `${index === 0 ? head : ' '.repeat(head.length)}${one}`);
}

/** Wraps at spaces, but not inside `n = 3`. */
export function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<!=) (?!=)/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
