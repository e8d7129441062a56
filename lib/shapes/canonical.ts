/** One text for equal data. */
import { createHash } from 'node:crypto';

/** JSON of plain data with the keys of every mapping in order; settings that are undefined are left out. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(entries)
    .sort()
    .flatMap((key) => (entries[key] === undefined ? [] : `${JSON.stringify(key)}:${canonical(entries[key])}`));
  return `{${members.join(',')}}`;
}

/** SHA-256, hexadecimal, of a text in UTF-8, or of its parts in turn: long ones need not be put together for it. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
