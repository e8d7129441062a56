/** Canonical JSON: equal data gives equal text. */
import { createHash } from 'node:crypto';

/** Texts of values passed to {@link cacheJson}. */
const CACHED_TEXTS = new WeakMap<object, string>();

/** JSON of plain data with sorted keys; undefined values are omitted. */
export function canonicalize(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const known = CACHED_TEXTS.get(value);
  if (known !== undefined) return known;
  // Concatenate strings: arrays of parts would cost memory for each configuration of a plan.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalize(item)}`;
    return `[${text}]`;
  }
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entries).sort())
    if (entries[key] !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalize(entries[key])}`;
  return `{${text}}`;
}

type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes undefined values and keeps the order. */
export function dropUndefined<T extends object>(mapping: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

/** Caches the canonical text of immutable data that many objects share. */
export function cacheJson<T extends object>(value: T): T {
  if (!CACHED_TEXTS.has(value)) CACHED_TEXTS.set(value, canonicalize(value));
  return value;
}

/** SHA-256 in hex of UTF-8 text, or of its parts in order, so that long texts need no concatenation. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
