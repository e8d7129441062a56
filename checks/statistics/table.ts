/** Tables of measured rates, and `docs/statistics-tables.md` with them: written by `npm run statistics`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { type Hit, type Rate, measureRate, upper, type World } from './world';

/** A row: one world a column. */
export interface Row {
  readonly label: string;
  readonly worlds: readonly World[];
  readonly hit: Hit;
  /** Rows with the same seed share their executions; default: the label. */
  readonly seed?: string;
  /** Minimum expected rate, by column. */
  readonly least?: readonly number[];
}

export interface Table {
  /** The quantity in percent, one sentence. */
  readonly title: string;
  /** First the heading of the labels. */
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** Maximum of the upper end (95 %) of a rate; absent: no limit. */
  readonly most?: number;
  /** Executions, in {@link RUNS}; default 1. */
  readonly times?: number;
}

/** Executions for each figure. */
const RUNS = 2000;

export function getRuns({ times = 1 }: Table): number {
  return RUNS * times;
}

/** Rates by row, then by column. */
export function measureTable(table: Table): readonly (readonly Rate[])[] {
  return table.rows.map(({ label, worlds, hit, seed = label }) =>
    worlds.map((world, column) => measureRate(world, getRuns(table), `${seed} ${column}`, hit)),
  );
}

/** Rates above the maximum or below the expected minimum, in words. */
export function findBreaches({ title, rows, most }: Table, rates: readonly (readonly Rate[])[]): readonly string[] {
  return rows.flatMap(({ label, least = [] }, nth) =>
    (rates[nth] ?? []).flatMap((rate, column) => {
      const allowed = least.length > 0 ? undefined : most;
      const share = rate.hits / rate.runs;
      const expected = least[column];
      const words = `${title} ${label}, column ${column + 1}: ${percent(rate)} %`;
      return [
        ...(allowed !== undefined && upper(rate) > allowed ? [`${words}, at most ${100 * allowed} % is allowed`] : []),
        ...(expected !== undefined && share < expected ? [`${words}, at least ${100 * expected} % is expected`] : []),
      ];
    }),
  );
}

/** Equal configurations. */
export function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

export const PAGE = 'docs/statistics-tables.md';

/** Code of the decision and of the simulation: after a change, the page has to be measured again. */
const DECIDES = [
  'answer/assumptions',
  'answer/choose-winner',
  'answer/compare',
  'answer/contender',
  'answer/decision',
  'answer/figure',
  'answer/lasting',
  'answer/limit-test',
  'answer/proof',
  'answer/thresholds',
  'answer/units',
  'look',
  'trial-status',
  'design/facts',
  'provisioned-ratio',
  'measures',
].map((name) => `lib/results/${name}.ts`);
/** Code that orders trials. */
const ORDERS = ['experiment/plan/rig/rounds', 'experiment/plan/rig/order', 'shapes/random', 'shapes/decision-rule'].map(
  (name) => `lib/${name}.ts`,
);
const FOLDERS = ['lib/results/statistics', 'checks/statistics'];

/** SHA-256 of that code, without its comments and types: the first 16 digits. */
export function hashDeciding(): string {
  const hash = createHash('sha256');
  for (const path of [...DECIDES, ...ORDERS, ...FOLDERS.flatMap(listFiles)]) {
    const text = readFileSync(path, 'utf8');
    const isScript = path.endsWith('.ts');
    hash.update(path).update(isScript ? transformSync(text, { loader: 'ts', minifyWhitespace: true }).code : text);
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)));
}

/** The hash in the page; empty where there is none. */
export function readStamp(page: string): string {
  return /<!-- Simulated with code (\w+) -->/.exec(page)?.[1] ?? '';
}

/** The whole page. */
export function writePage(tables: readonly (readonly [Table, readonly (readonly Rate[])[]])[]): string {
  return `${[
    '# Measured errors and power of the decision',
    `<!-- Simulated with code ${hashDeciding()} -->`,
    'Written by `npm run statistics`. Every figure is the share of executions, in percent: values with a known ' +
      'truth, in the order of a real plan, answered by the code that answers yours. The rules are in ' +
      '[statistics.md](statistics.md). 2 and 4 are numbers of configurations, n is that of replicates.',
    ...tables.map(
      ([table, rates]) =>
        `## ${table.title}\n\n${getRuns(table).toLocaleString('en-US')} executions a figure.\n\n` +
        markdown(table, rates),
    ),
  ].join('\n\n')}\n`;
}

/** Percent with one digit. */
function percent({ hits, runs }: Rate): string {
  return ((100 * hits) / runs).toFixed(1);
}

/** A table in Markdown, its columns aligned. */
export function markdown({ head, rows }: Table, rates: readonly (readonly Rate[])[]): string {
  const cells = [head, ...rows.map(({ label }, nth) => [label, ...(rates[nth] ?? []).map(percent)])];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const row = (own: readonly string[]): string =>
    `| ${own.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = '', ...rest] = cells.map(row);
  return [first, row(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}

/** Rates of the page, to a tenth of a percent. */
export function readRates(page: string, table: Table): readonly (readonly Rate[])[] {
  const part = page.slice(page.indexOf(`## ${table.title}`)).split('\n## ')[0] ?? '';
  const lines = part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  const runs = getRuns(table);
  return lines.map((line) =>
    line
      .split('|')
      .slice(2, -1)
      .map((cell) => ({ runs, hits: (Number(cell) / 100) * runs })),
  );
}
