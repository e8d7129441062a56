/**
 * `npm run statistics [-- NAME…]`: measures the decision by simulation; writes all tables into
 * `docs/statistics-tables.md`, or prints the named ones. Exit code 1 where a rate is out of its limits.
 */
import { writeFileSync } from 'node:fs';
import { parseOptions, runCommand } from './options';
import { findBreaches, markdown, measureTable, PAGE, writePage } from './statistics/table';
import { TABLES } from './statistics/tables';

void runCommand((argv) => {
  const { positionals: names } = parseOptions(argv, {});
  const chosen = Object.entries(TABLES).filter(([name]) => names.length === 0 || names.includes(name));
  const made = chosen.map(([, table]) => {
    const rates = measureTable(table);
    process.stdout.write(`${table.title}\n\n${markdown(table, rates)}\n\n`);
    return [table, rates] as const;
  });
  if (names.length === 0) writeFileSync(PAGE, writePage(made));
  const breaches = made.flatMap(([table, rates]) => findBreaches(table, rates));
  process.stdout.write(breaches.map((breach) => `${breach}\n`).join(''));
  return breaches.length === 0 ? 0 : 1;
});
