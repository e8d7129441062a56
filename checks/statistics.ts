/**
 * `npm run statistics [-- NAME…]`: measures the decision by simulation and writes the figures into
 * `docs/statistics.md`; by default all tables, and then the hash of the code that they were measured with.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE, withStamp, withTable } from './statistics/page';
import type { Table } from './statistics/table';
import { TABLES } from './statistics/tables';

let page = readFileSync(PAGE, 'utf8');
const wanted = process.argv.slice(2);
for (const [name, make] of Object.entries<() => Table>(TABLES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = Date.now();
  page = withTable(page, name, make());
  process.stderr.write(`${name} ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}
writeFileSync(PAGE, wanted.length === 0 ? withStamp(page) : page);
