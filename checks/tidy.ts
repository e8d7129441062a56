/**
 * `tsx checks/tidy.ts`: rules that types, linter and formatter do not cover. Exit code 1 where one is broken. `--wrap
 * [FOLDER…]` first wraps long comments, everywhere or below some folders, as the formatter does not. `--budget` writes
 * the current counts into the budget, after one has fallen.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { addedLines } from './tidy/budget/added-lines';
import { type Budget, BUDGET_FILE, budgetFaults, budgetHints, makeBudget } from './tidy/budget/budget';
import { parseOptions, runCommand } from './options';
import { readSources } from './tidy/files';
import { tidyFaults } from './tidy/rules';
import { formatFault } from './tidy/source';
import { wrapComments } from './tidy/wrap';

void runCommand((argv) => {
  const { values, positionals: folders } = parseOptions(argv, { wrap: { type: 'flag' }, budget: { type: 'flag' } });
  const isWrapped = (path: string): boolean =>
    values.wrap && (folders.length === 0 || folders.some((folder) => path.startsWith(folder)));
  const sources = readSources(process.cwd()).map((source) => {
    const text = isWrapped(source.path) ? wrapComments(source) : source.text;
    if (text !== source.text) writeFileSync(source.path, text);
    return { ...source, text };
  });
  if (values.budget) writeFileSync(BUDGET_FILE, `${JSON.stringify(makeBudget(sources), null, 2)}\n`);
  const budget = JSON.parse(readFileSync(BUDGET_FILE, 'utf8')) as Budget;
  const faults = [...tidyFaults(sources), ...budgetFaults(sources, budget, addedLines(process.cwd()))];
  for (const fault of faults) console.log(formatFault(fault));
  console.log(faults.length === 0 ? `${sources.length} files, all tidy` : `${faults.length} faults`);
  for (const hint of budgetHints(sources, budget)) console.log(`lower (npx tsx checks/tidy.ts --budget): ${hint}`);
  return faults.length === 0 ? 0 : 1;
});
