/**
 * Imports of a TypeScript file, read with patterns: formatted source is regular enough, and no compiler API is needed.
 */
import { posix } from 'node:path';

/** One import, re-export or `import()`. */
export interface Import {
  readonly specifier: string;
  /** No import remains at run time. */
  readonly typeOnly: boolean;
  /** 1-based line of the statement's first word. */
  readonly line: number;
}

const STATIC = /^[ \t]*(import|export)\s+(type\s)?([^'"`;]*?)\bfrom\s*['"]([^'"\n]+)['"]/gm;
const BARE = /^[ \t]*import\s*['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** All imports, by kind: static ones, bare ones, dynamic ones. */
export function listImports(text: string): Import[] {
  const line = (index: number): number => text.slice(0, index).split('\n').length;
  const found: Import[] = [];
  for (const match of text.matchAll(STATIC)) {
    const [whole, , type, names = '', specifier = ''] = match;
    const start = match.index + whole.search(/\S/);
    found.push({ specifier, typeOnly: type !== undefined || allTypes(names), line: line(start) });
  }
  for (const match of text.matchAll(BARE)) found.push(value(match[1], line(match.index)));
  for (const match of text.matchAll(DYNAMIC)) found.push(value(match[1], line(match.index)));
  return found;
}

/** Path of the module in a relative import, without its ending and relative to the root; null for packages. */
export function resolveImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(posix.dirname(from), specifier).replace(/\.(ts|js|mjs)$/, '');
}

function value(specifier: string | undefined, line: number): Import {
  return { specifier: specifier ?? '', typeOnly: false, line };
}

/** `{ type A, type B }` leaves no import at run time. */
function allTypes(names: string): boolean {
  const inside = /^\{([\s\S]*)\}\s*$/.exec(names.trim())?.[1];
  if (inside === undefined) return false;
  const parts = inside.split(',').filter((part) => part.trim() !== '');
  return parts.length > 0 && parts.every((part) => /^\s*type\s/.test(part));
}
