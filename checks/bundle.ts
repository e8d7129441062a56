/** One file of TypeScript modules for a separate process: thousands of executions are far faster as a bundle. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** A bundle on disk; it is removed at the end of its process at the latest. */
export interface Bundle {
  readonly file: string;
  readonly remove: () => void;
}

/**
 * Packages are not bundled, so the file is below node_modules, where it finds them.
 * @param root of this repository
 * @param imports names by the absolute paths of their modules
 * @param last statement after the imports
 */
export function makeBundle(root: string, imports: Readonly<Record<string, string>>, last: string): Bundle {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fsxbench-bundle-'));
  const file = join(folder, 'bundle.cjs');
  const lines = Object.entries(imports).map(([path, name]) => `import { ${name} } from ${JSON.stringify(path)};`);
  buildSync({
    stdin: { contents: [...lines, last].join('\n'), resolveDir: root, loader: 'ts' },
    outfile: file,
    bundle: true,
    packages: 'external',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return { file, remove };
}
