/** Reads the files of a work tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './source';

/** Installed, generated or recorded folders; declarations of texts (`.d.json.ts`) are generated, too. */
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.fsxbench', 'cdk.out', 'coverage']);
const TEXT = /\.(ts|mts|mjs|js|json|yaml|yml|md|sh|java|py|html|css|txt)$/;

/** All text files below `root`, sorted by path. Files without an extension count as text too (`.ci/run`, LICENSE). */
export function readSources(root: string, folder = ''): Source[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : readSources(root, path);
    if (entry.name.endsWith('.d.json.ts')) return [];
    if (!entry.isFile() || !(TEXT.test(entry.name) || !entry.name.includes('.'))) return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}
