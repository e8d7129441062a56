/** Tables of measured rates, and `docs/statistics-tables.md` that holds them: written by `npm run statistics`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DecidedParts } from '../../lib/results/answer/answer';
import { type Rate, rateOf, type World } from './world';

export interface Line {
  readonly label: string;
  readonly rates: readonly Rate[];
}

export interface Table {
  /** What is shown in percent, one sentence. */
  readonly title: string;
  /** First the name of the labels. */
  readonly head: readonly string[];
  readonly lines: readonly Line[];
  /** The most that is allowed, of the rates of lines that no label excepts: see `EXCEPTED`. */
  readonly most?: number;
}

/** Executions for each figure. */
export const RUNS = 2000;

/** A row: one world a column. */
export interface Row {
  readonly label: string;
  readonly worlds: readonly World[];
  readonly hit: (found: DecidedParts) => boolean;
  /** Rows of one are about the same executions; default: the label. */
  readonly seed?: string;
}

/** @param share of {@link RUNS}: tests measure fewer */
export function measure(rows: readonly Row[], share = 1): readonly Line[] {
  const runs = Math.round(RUNS * share);
  return rows.map(({ label, worlds, hit, seed = label }) => ({
    label,
    rates: worlds.map((world, column) => rateOf(world, runs, `${seed} ${column}`, hit)),
  }));
}

/** So many configurations that are the same. */
export function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

export const PAGE = 'docs/statistics-tables.md';

/** Code that decides, and that simulates: where it changes, the figures of the page are due again. */
const DECIDES = [
  'answer/assumptions',
  'answer/choose',
  'answer/compare',
  'answer/contender',
  'answer/decision',
  'answer/standings',
  'answer/units',
  'counting',
  'measures',
].map((name) => `lib/results/${name}.ts`);
const FOLDERS = ['lib/results/statistics', 'checks/statistics'];

/** SHA-256 of the code that decides, its first 16 digits. */
export function hashDeciding(): string {
  const hash = createHash('sha256');
  for (const path of [...DECIDES, ...FOLDERS.flatMap(listFiles)]) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)));
}

/** The code that the page was made with; empty where it does not say. */
export function readStamp(page: string): string {
  return /<!-- Simulated with code (\w+) -->/.exec(page)?.[1] ?? '';
}

/** The whole page. */
export function writePage(tables: readonly Table[]): string {
  return (
    [
      '# Measured errors and power of the decision',
      `<!-- Simulated with code ${hashDeciding()} -->`,
      'Written by `npm run statistics`. Every figure is the share of ' +
        `${RUNS.toLocaleString('en-US')} executions, in percent: values with a known truth, in the order of a real ` +
        'plan, answered by the code that answers yours. The rules are in [statistics.md](statistics.md). 2 and 4 are ' +
        'numbers of configurations, n is that of replicates.',
      ...tables.map((table) => `## ${table.title}\n\n${markdown(table)}`),
    ].join('\n\n') + '\n'
  );
}

/** Percent with one digit. */
function percent({ hits, runs }: Rate): string {
  return ((100 * hits) / runs).toFixed(1);
}

/** A table in Markdown, its columns aligned. */
export function markdown({ head, lines }: Table): string {
  const cells = [head, ...lines.map(({ label, rates }) => [label, ...rates.map(percent)])];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const row = (own: readonly string[]): string =>
    `| ${own.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = '', ...rest] = cells.map(row);
  return [first, row(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}
