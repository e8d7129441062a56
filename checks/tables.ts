/** Tables for pages, and the parts of pages that are generated. */

/** A Markdown table. @param numbers heads of columns that are aligned to the right */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly string[] = [],
): string {
  const rule = head.map((title) => (numbers.includes(title) ? '--:' : '---'));
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** A page with another text in one of its generated parts. @throws Error where the page lacks the marks */
export function replacePart(page: string, name: string, text: string): string {
  const [begin, end] = [new RegExp(`<!-- ${name}: .*-->\n`).exec(page), page.indexOf(`<!-- end of ${name} -->`)];
  if (begin === null || end === -1)
    throw new Error(`the page has no part ${name}: <!-- ${name}: … --> to <!-- end of …`);
  return `${page.slice(0, begin.index + begin[0].length)}\n${text.trim()}\n\n${page.slice(end)}`;
}
