/**
 * `tsx checks/reference.ts`, as `npm run reference`: writes the generated pages. With `--check` it writes nothing and
 * lists outdated pages: exit code 1.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseOptions, runCommand } from './options';
import { makePages } from './reference/pages';

void runCommand((argv) => {
  const { check } = parseOptions(argv, { check: { type: 'flag' } }).values;
  const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const changed = [...makePages(textOf)].filter(([path, page]) => textOf(path) !== page);
  for (const [path, page] of changed) {
    if (check) console.log(`${path}: error: not what the code says; run \`npm run reference\``);
    else writeFileSync(path, page);
  }
  return check && changed.length > 0 ? 1 : 0;
});
