/** References to factors: `$name` or `$name.field` as a whole scalar. `$$` at the start stands for a dollar sign. */
import type { Path } from '../../shapes/problem';
import type { LevelEntry } from './level';
import type { Level, Scalar } from '../../shapes/spec';

export const REFERENCE_PATTERN = /^\$([A-Za-z][A-Za-z0-9_-]*)(?:\.([A-Za-z0-9_-]+))?$/;

export const REFERRING_SECTIONS = ['targets', 'fleet', 'workloads'] as const;

export interface Reference {
  readonly factor: string;
  readonly field: string | undefined;
}

export function parseReference(value: unknown): Reference | undefined {
  const match = typeof value === 'string' ? REFERENCE_PATTERN.exec(value) : null;
  return match?.[1] === undefined ? undefined : { factor: match[1], field: match[2] };
}

export function isReference(value: unknown): boolean {
  return parseReference(value) !== undefined;
}

export function listReferences(value: unknown, path: Path): { reference: Reference; path: Path }[] {
  return listScalars(value, path).flatMap((scalar) => {
    const reference = parseReference(scalar.value);
    return reference === undefined ? [] : [{ reference, path: scalar.path }];
  });
}

export function listScalars(value: unknown, path: Path): { value: unknown; path: Path }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listScalars(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [{ value, path }];
  return Object.entries(value).flatMap(([key, item]) => listScalars(item, [...path, key]));
}

/** The factor value of a reference; undefined if factor or field do not exist. */
export function resolveReference(
  reference: Reference,
  levels: ReadonlyMap<string, LevelEntry>,
): Level | Scalar | undefined {
  const level = levels.get(reference.factor)?.value;
  if (level === undefined || reference.field === undefined) return level;
  return typeof level === 'object' && Object.hasOwn(level, reference.field) ? level[reference.field] : undefined;
}

/** A value with references filled in and `$$` unescaped. Unknown references become undefined. */
export function fillReferences(value: unknown, levels: ReadonlyMap<string, LevelEntry>): unknown {
  const reference = parseReference(value);
  if (reference !== undefined) return resolveReference(reference, levels);
  if (Array.isArray(value)) return value.map((item) => fillReferences(item, levels));
  if (typeof value !== 'object' || value === null) return unescapeDollars(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillReferences(item, levels)]));
}

/**
 * Path of a value in the spec: its own path, or the path of the factor value that it refers to.
 * @param written the entry as written, at `base`
 * @param path inside the entry
 * @param about `key` for the path of the key, even if its value is a reference
 */
export function findOrigin(
  written: unknown,
  base: Path,
  path: Path,
  levels: ReadonlyMap<string, LevelEntry>,
  about: 'key' | 'value' = 'value',
): Path {
  let here = written;
  const deepest = about === 'key' ? path.length - 1 : path.length;
  for (let depth = 0; depth <= deepest; depth += 1) {
    const reference = parseReference(here);
    const level = reference === undefined ? undefined : levels.get(reference.factor);
    if (reference !== undefined && level !== undefined) {
      const field = reference.field === undefined ? [] : [reference.field];
      return ['factors', reference.factor, level.index, ...field, ...path.slice(depth)];
    }
    const next = path[depth];
    if (next === undefined || typeof here !== 'object' || here === null) break;
    here = (here as Readonly<Record<string | number, unknown>>)[next];
  }
  return [...base, ...path];
}

/** Unescapes `$$` at the start of texts. */
export function unescapeDollars(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('$$') ? value.slice(1) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unescapeDollars(item)]));
}
