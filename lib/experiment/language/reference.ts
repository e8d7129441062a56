/**
 * References to factors: `$name` and `$name.field`, where a scalar is nothing else; `$$` at its beginning writes a
 * dollar.
 */
import type { Path } from '../../shapes/problem';
import type { LevelEntry } from './level';
import type { Level, Scalar } from '../../shapes/spec';

export const REFERENCE = /^\$([A-Za-z][A-Za-z0-9_-]*)(?:\.([A-Za-z0-9_-]+))?$/;

/** Sections where references are filled in. */
export const REFERRING = ['targets', 'fleet', 'workloads'] as const;

/** `$name` or `$name.field`, as the whole scalar. */
export interface Reference {
  readonly factor: string;
  readonly field: string | undefined;
}

/** The reference that a scalar is; undefined for everything else. */
export function referenceOf(value: unknown): Reference | undefined {
  const match = typeof value === 'string' ? REFERENCE.exec(value) : null;
  return match?.[1] === undefined ? undefined : { factor: match[1], field: match[2] };
}

/** Whether a scalar is a reference. */
export function isReference(value: unknown): boolean {
  return referenceOf(value) !== undefined;
}

/** All references in a value, with their places. */
export function referencesIn(value: unknown, path: Path): { reference: Reference; path: Path }[] {
  return scalarsIn(value, path).flatMap((scalar) => {
    const reference = referenceOf(scalar.value);
    return reference === undefined ? [] : [{ reference, path: scalar.path }];
  });
}

/** All scalars in a value, with their places. */
export function scalarsIn(value: unknown, path: Path): { value: unknown; path: Path }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => scalarsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [{ value, path }];
  return Object.entries(value).flatMap(([key, item]) => scalarsIn(item, [...path, key]));
}

/** What a reference stands for at given levels; undefined where factor or field do not exist. */
export function referred(reference: Reference, levels: ReadonlyMap<string, LevelEntry>): Level | Scalar | undefined {
  const level = levels.get(reference.factor)?.value;
  if (level === undefined || reference.field === undefined) return level;
  return typeof level === 'object' && Object.hasOwn(level, reference.field) ? level[reference.field] : undefined;
}

/** A value with its references filled in and `$$` written as a dollar. Unknown references become undefined. */
export function substitute(value: unknown, levels: ReadonlyMap<string, LevelEntry>): unknown {
  const reference = referenceOf(value);
  if (reference !== undefined) return referred(reference, levels);
  if (Array.isArray(value)) return value.map((item) => substitute(item, levels));
  if (typeof value !== 'object' || value === null) return unescaped(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, levels)]));
}

/**
 * Where a value stands in the spec: its own place, or the level in `factors` where it came by reference.
 * @param written the entry as written, at `base`. @param path place inside the entry.
 * @param about its key stands where it is written, wherever its value comes from.
 */
export function origin(
  written: unknown,
  base: Path,
  path: Path,
  levels: ReadonlyMap<string, LevelEntry>,
  about: 'key' | 'value' = 'value',
): Path {
  let here = written;
  const deepest = about === 'key' ? path.length - 1 : path.length;
  for (let depth = 0; depth <= deepest; depth += 1) {
    const reference = referenceOf(here);
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

/** `$$` at the beginning of a text writes a dollar. */
export function unescaped(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('$$') ? value.slice(1) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unescaped(item)]));
}
