/** The tables of `docs/statistics.md`: written by `npm run statistics`, held against new runs by the tests. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, Table } from './table';

export const PAGE = 'docs/statistics.md';

/** Code that decides, and that simulates: where it changes, the figures of the page are due again. */
const DECIDES = [
  'lib/results/answer',
  'lib/results/statistics',
  'lib/results/design',
  'lib/results/counting.ts',
  'lib/results/measures.ts',
  'lib/results/trends.ts',
  'checks/statistics',
];

const STAMP = /<!-- Simulated with code (\w+) -->/;

/** SHA-256 of the code that decides, its first 16 digits. */
export function hashDeciding(): string {
  const hash = createHash('sha256');
  for (const path of DECIDES.flatMap(listFiles)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)));
}

/** What the page was made with; empty where it does not say. */
export function readStamp(page: string): string {
  return STAMP.exec(page)?.[1] ?? '';
}

export function withStamp(page: string): string {
  return page.replace(STAMP, `<!-- Simulated with code ${hashDeciding()} -->`);
}

/** Percent with one digit. */
export function percent({ rate: { hits, runs } }: Figure): string {
  return `${((100 * hits) / runs).toFixed(1)} %`;
}

/** A table in Markdown, its columns aligned. */
export function markdown({ head, lines }: Table): string {
  const cells = [head, ...lines.map(({ label, figures }) => [label, ...figures.map(percent)])];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const row = (own: readonly string[]): string =>
    `| ${own.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = '', ...rest] = cells.map(row);
  return [first, row(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}

function marks(name: string): readonly [string, string] {
  return [`<!-- Simulated: ${name} -->`, `<!-- End of ${name} -->`];
}

/** The page with a table put in its place. @throws Error where the page has no such place */
export function withTable(page: string, name: string, table: Table): string {
  const [begin, end] = marks(name);
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${name}`);
  return `${page.slice(0, from + begin.length)}\n\n${markdown(table)}\n\n${page.slice(to)}`;
}

/** Figures that the page has in a table, in percent, by label. */
export function figuresOn(page: string, name: string): ReadonlyMap<string, readonly number[]> {
  const [begin, end] = marks(name);
  const part = page.slice(page.indexOf(begin), page.indexOf(end));
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return new Map(
    rows.slice(2).map((line) => {
      const [label = '', ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [label, cells.map((cell) => Number.parseFloat(cell))];
    }),
  );
}
