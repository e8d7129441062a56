/** `npm run statistics`: measures the decision by simulation and writes the figures into `docs/statistics.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE, withTable } from './statistics/page';
import { TABLES } from './statistics/tables';

let page = readFileSync(PAGE, 'utf8');
for (const [name, make] of Object.entries(TABLES)) {
  const began = Date.now();
  page = withTable(page, name, make());
  process.stderr.write(`${name} ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}
writeFileSync(PAGE, page);
