/** One text for equal data. */
import { createHash } from 'node:crypto';

/** Texts of what {@link cacheJson} was told of. */
const TEXTS = new WeakMap<object, string>();

/** JSON of plain data with the keys of every mapping in order; settings that are undefined are left out. */
export function canonicalize(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const known = TEXTS.get(value);
  if (known !== undefined) return known;
  // Put together as it goes: each cell of a plan is written several times, and lists of parts are garbage.
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

/** A mapping in which what may be undefined is left out where it is. */
type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A mapping without what is undefined, in its order. */
export function dropUndefined<T extends object>(mapping: T): Compact<T> {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined)) as Compact<T>;
}

/** Data that thousands of others hold and nobody changes any more: its canonical text is made once. */
export function cacheJson<T extends object>(value: T): T {
  if (!TEXTS.has(value)) TEXTS.set(value, canonicalize(value));
  return value;
}

/** SHA-256, hexadecimal, of a text in UTF-8, or of its parts in turn: long ones need not be put together for it. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
