/**
 * Transpiles changed TypeScript into dist/test-tree/, a tree of CommonJS that plain Node.js runs. `__dirname` in it is
 * the folder of the source, so that paths to other files remain valid; the working folder is the root.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TREE = join(ROOT, 'dist/test-tree');
/** Folders of code, and one of JSON that code imports. */
const FOLDERS = [...JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')).include, 'workloads/host'];
const OWN = 'test/jest/transpile.mjs';
/** The list of sources of the tree. */
const LIST = join(TREE, 'sources.json');

const SHARED = { format: 'cjs', platform: 'node', target: 'node20', sourcemap: true, sourcesContent: false };

/** esbuild exports getters, which are slower. No exported value changes later. */
const PLAIN_EXPORTS = "module.exports = Object.defineProperty({ ...module.exports }, '__esModule', { value: true });\n";

/** Updates the tree. @returns the number of files written */
export async function transpile() {
  mkdirSync(TREE, { recursive: true });
  // The program next to it in dist/ uses ES modules.
  writeFileSync(join(TREE, 'package.json'), '{"type":"commonjs"}\n');
  const listed = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : {};
  const now = Object.fromEntries(FOLDERS.flatMap((folder) => listSources(folder)));
  // Another version of this file writes other files.
  const before = listed[OWN] === now[OWN] ? listed : {};
  for (const path of Object.keys(listed)) if (now[path] === undefined) remove(path);
  const changed = Object.keys(now).filter((path) => now[path] !== before[path]);
  if (changed.length === 0 && Object.keys(listed).length === Object.keys(now).length) return 0;
  for (const folder of new Set(changed.map((path) => dirname(getOutputPath(path)))))
    mkdirSync(folder, { recursive: true });
  await Promise.all(changed.filter((path) => path !== OWN).map((path) => write(path)));
  writeFileSync(LIST, JSON.stringify(now));
  return changed.length;
}

/** Path in the tree. Tests keep their whole name, so that Jest finds them by it. */
export function getOutputPath(path) {
  if (path.endsWith('.test.ts')) return join(TREE, `${path}.js`);
  return join(TREE, path.replace(/\.ts$/, '.js'));
}

function listSources(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === 'test/recorded-outputs' ? [] : listSources(path);
    if (path !== OWN && (!/\.(ts|json)$/.test(path) || path.endsWith('.d.json.ts'))) return [];
    const { mtimeMs, size } = statSync(join(ROOT, path));
    return [[path, `${mtimeMs} ${size}`]];
  });
}

function remove(path) {
  const output = getOutputPath(path);
  rmSync(output, { force: true });
  rmSync(`${output}.map`, { force: true });
}

async function write(path) {
  const [source, output] = [join(ROOT, path), getOutputPath(path)];
  if (path.endsWith('.json')) return cpSync(source, output);
  const text = readFileSync(source, 'utf8');
  const define = {
    __dirname: JSON.stringify(dirname(source)),
    'import.meta.url': JSON.stringify(pathToFileURL(source)),
  };
  const supported = { 'dynamic-import': false };
  const made = await transform(text, { ...SHARED, loader: 'ts', sourcefile: source, define, supported });
  writeFileSync(output, `${made.code}${PLAIN_EXPORTS}`);
  writeFileSync(`${output}.map`, made.map);
}
