/**
 * `tsx checks/reference.ts`, as `npm run reference`: writes the generated pages. With `--check` it writes nothing and
 * lists outdated pages: exit code 1.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { makePages } from './reference/pages';

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
for (const [path, page] of makePages(textOf)) {
  if (textOf(path) === page) continue;
  if (!process.argv.includes('--check')) {
    writeFileSync(path, page);
    continue;
  }
  console.log(`${path}: error: not what the code says; run \`npm run reference\``);
  process.exitCode = 1;
}
