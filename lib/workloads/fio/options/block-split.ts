/**
 * Parses fio's `bssplit`: shares of I/Os by size, e.g. `4k/60:64k/40`. Shares of writes may follow after a comma
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-bssplit).
 */

export interface SplitPart {
  readonly bytes: number;
  /** Share of all I/Os, 0–1. */
  readonly share: number;
}

export interface BlockSplit {
  readonly read: readonly SplitPart[];
  readonly write: readonly SplitPart[];
}

const UNIT_BYTES = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 } as const;
const FULL_PERCENT = 100;

/** @returns null unless the text lists sizes with percentages that add up to 100 */
export function readSplit(text: string): BlockSplit | null {
  const [first, second = first, ...more] = text.split(',').map(parseParts);
  return more.length > 0 || !first || !second ? null : { read: first, write: second };
}

/** Mean bytes per I/O of a direction. */
export function computeMeanBytes(parts: readonly SplitPart[]): number {
  return parts.reduce((sum, { bytes, share }) => sum + bytes * share, 0);
}

/** Standard deviation of the bytes per I/O. */
export function computeDeviation(parts: readonly SplitPart[]): number {
  const mean = computeMeanBytes(parts);
  return Math.sqrt(parts.reduce((sum, { bytes, share }) => sum + share * (bytes - mean) ** 2, 0));
}

function parseParts(text: string): readonly SplitPart[] | null {
  const parts = text
    .trim()
    .split(':')
    .map((part): SplitPart | null => {
      const [, digits, unit = '', percent] = /^(\d{1,9})([kmg]?)i?\/(\d{1,3})$/i.exec(part.trim()) ?? [];
      if (digits === undefined || percent === undefined) return null;
      return {
        bytes: Number(digits) * UNIT_BYTES[unit.toLowerCase() as keyof typeof UNIT_BYTES],
        share: Number(percent) / FULL_PERCENT,
      };
    });
  if (!parts.every((part) => part !== null && part.bytes > 0 && part.share > 0)) return null;
  const found = parts.filter((part) => part !== null);
  return Math.abs(found.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9 ? found : null;
}
