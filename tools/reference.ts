/**
 * `tsx tools/reference.ts`, as `npm run reference`: writes the pages that are made from the code. With `--check` it
 * writes nothing and says which are not current: exit code 1.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PAGES, stalePages } from './reference/pages';

if (process.argv.includes('--check')) {
  const stale = stalePages((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''));
  for (const path of stale) console.log(`${path}: error: not what the code says; run \`npm run reference\``);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, page] of Object.entries(PAGES)) writeFileSync(path, page());
}
