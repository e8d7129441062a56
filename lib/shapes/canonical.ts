/** One text for equal data. */
import { createHash } from 'node:crypto';

/** JSON with the keys of every mapping in order; settings that are undefined are left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    const keys = Object.keys(entry).sort();
    return Object.fromEntries(keys.map((key) => [key, (entry as Readonly<Record<string, unknown>>)[key]]));
  });
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
