/**
 * `npm run statistics [-- NAME…]`: measures the decision by simulation; writes all tables into
 * `docs/statistics-tables.md`, or prints those that are named.
 */
import { writeFileSync } from 'node:fs';
import { markdown, PAGE, writePage } from './statistics/table';
import { TABLES } from './statistics/tables';

const names = process.argv.slice(2);
const made = Object.entries(TABLES).flatMap(([name, make]) => {
  if (names.length > 0 && !names.includes(name)) return [];
  const table = make();
  process.stdout.write(`${table.title}\n\n${markdown(table)}\n\n`);
  return [table];
});
if (names.length === 0) writeFileSync(PAGE, writePage(made));
