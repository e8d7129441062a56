/** Parses CSV as the ItemReader of Step Functions does, including malformed rows. */
import type { CsvFormat } from '../machine';

/**
 * CSV rows as objects of texts. A missing value is `""`, surplus columns are dropped. Rows of blanks are kept, empty
 * lines dropped. Fields may be quoted (RFC 4180). `duplicates` if two columns have the same name.
 */
export function parseCsv(text: string, format: CsvFormat): Readonly<Record<string, string>>[] | 'duplicates' {
  const rows = parseCells(text, format.delimiter);
  const headers = format.headers ?? rows.shift() ?? [];
  if (new Set(headers).size < headers.length) return 'duplicates';
  return rows.map((row) => Object.fromEntries(headers.map((header, column) => [header, row[column] ?? ''])));
}

function parseCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? readQuoted(text, at) : readBare(text, at, delimiter);
    row.push(value);
    if (text[end] === delimiter) {
      at = end + 1;
      // After a delimiter at the end of the text, one more cell follows, which is empty.
      if (at === text.length) row.push('');
      continue;
    }
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function readBare(text: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, close);
    if (text[close + 1] !== '"') return { value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}
