/**
 * Measures and prints ratios to kept builds, tools and bounds, with their limits: `npm run bench`. Exit code 1 if one
 * exceeds its limit, 2 if nothing can be measured. All are medians of pairs of CPU seconds, so that other processes
 * disturb them little.
 * Usage: npm run bench [-- [--changed] [--pairs N] [WORD…]]
 * With words, only rows whose names contain one; with --changed only quick rows of folders that the last commit
 * changed.
 */
import { parseArgs } from 'node:util';
import { build, findRelease, hasCommit, listChangedFiles, GOALS_COMMIT } from './kept';
import { listRows, type Row } from './rows';

const PAIRS = { all: 5, changed: 3 };

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { changed: { type: 'boolean', default: false }, pairs: { type: 'string' } },
    allowPositionals: true,
  });
  if (!hasCommit(GOALS_COMMIT)) {
    process.stderr.write(`nothing was measured: this clone lacks the commit ${GOALS_COMMIT}; git fetch --unshallow\n`);
    return 2;
  }
  build('.');
  const pairs = Number(values.pairs ?? (values.changed ? PAIRS.changed : PAIRS.all));
  const files = values.changed ? listChangedFiles() : undefined;
  const rows = listRows(values.changed ? undefined : findRelease()).filter(
    (row) =>
      (positionals.length === 0 || positionals.some((word) => row.name.includes(word))) &&
      (files === undefined || isChanged(row, files)),
  );
  const widths = [32, 26, 8, 8];
  const print = (...cells: readonly string[]): void => {
    process.stdout.write(`${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('')}\n`);
  };
  print('measured', 'divided by', 'ratio', 'limit');
  let over = 0;
  for (const row of rows) {
    const ratio = await row.measure(pairs);
    const fine = ratio <= row.limit;
    if (!fine) over += 1;
    print(row.name, row.to, ratio.toPrecision(3), row.limit.toPrecision(3), fine ? '' : 'EXCEEDED');
  }
  return over === 0 ? 0 : 1;
}

function isChanged({ folders, isLong }: Row, files: readonly string[]): boolean {
  return isLong !== true && files.some((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
}

void main().then((code) => {
  process.exitCode = code;
});
