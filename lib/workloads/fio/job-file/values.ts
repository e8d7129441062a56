/** Values as job files have them: sizes, times, numbers, yes and no. */

const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Bytes of `4k`, `16M`, `1gb`; null for shares and ranges. With its usual `kb_base` fio takes `KiB` for a thousand
 * bytes, and `Ki` for 1024 as it takes `K` and `KB`; so did fio 3.33 with `bs=4KiB` and `bs=4ki`
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#parameter-types). Null, too, for `4 k`, of which fio takes the
 * number alone.
 */
export function sizeOf(text: string): number | null {
  const [, digits, unit = '', ending = ''] = /^(\d{1,15})([kmgtp]?)(i?b?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (ending.length === 2 ? 1000 : 1024) ** ' kmgtp'.indexOf(unit.toLowerCase() || ' ');
}

/** Options with sizes in them. */
export const SIZE_OPTIONS: ReadonlySet<string> = new Set(
  (
    'ba bs bsrange bssplit buffer_compress_chunk filesize io_size offset offset_align offset_increment rate rate_min ' +
    'size zonecapacity zonerange zonesize zoneskip'
  ).split(' '),
);

/** What of such a value fio reads otherwise than it is meant: `4 k` is 4 for it, without a word (3.33). */
export function blankBeforeUnit(text: string): { readonly written: string; readonly taken: string } | null {
  const [written, taken] = /\b(\d+)\s+[kmgtp]i?b?\b/i.exec(text) ?? [];
  return written === undefined || taken === undefined ? null : { written, taken };
}

/** Seconds of `30`, `30s`, `5m`, `500ms`; null for anything else. */
export function secondsOf(text: string): number | null {
  const [, digits, unit = ''] = /^(\d{1,9})\s*(us|ms|s|m|h|d)?$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (SECONDS[unit.toLowerCase()] ?? 1);
}

/** A whole number from one bound to another. */
export function wholeOf(text: string, least: number, most: number): number | null {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** An option without a value is yes. */
export function flagOf(text: string): boolean {
  return text !== '0' && text !== 'false';
}
