/** Parses values as fio does: sizes, times, numbers, flags. */

export interface OptionLine {
  /** From 1. */
  readonly line: number;
  /** Canonical name. */
  readonly name: string;
  readonly written: string;
  /** Empty if the option has no value. */
  readonly value: string;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Bytes of `4k`, `16M`, `1gb`; null for percentages and ranges. With its default `kb_base`, fio reads `KiB` as 1000
 * bytes, but `Ki`, `K` and `KB` as 1024. fio 3.33 did so with `bs=4KiB` and `bs=4ki`
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#parameter-types). Also null for `4 k`, as fio reads only the
 * number.
 */
export function parseSize(text: string): number | null {
  const [, digits, unit = '', ending = ''] = /^(\d{1,15})([kmgtp]?)(i?b?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (ending.length === 2 ? 1000 : 1024) ** ' kmgtp'.indexOf(unit.toLowerCase() || ' ');
}

const SIZE_OPTIONS = new Set(
  (
    'ba bs bsrange bssplit buffer_compress_chunk filesize io_size offset offset_align offset_increment rate rate_min ' +
    'size zonecapacity zonerange zonesize zoneskip'
  ).split(' '),
);

/** Finds a size that fio misreads: `4 k` as 4, and `4KiB` as 4,000 bytes (3.33). */
export function findMisreadSize(
  option: string,
  value: string,
): { readonly written: string; readonly taken: string } | null {
  if (!SIZE_OPTIONS.has(option) && option !== 'rate_iops') return null;
  const [written, digits = '', blank] = /\b(\d+)(?:(\s+)[kmgtp]i?b?|[kmgtp]ib)\b/i.exec(value) ?? [];
  if (written === undefined) return null;
  return { written, taken: blank === undefined ? `${parseSize(written) ?? ''} bytes` : digits };
}

/** Seconds of `30`, `30s`, `5m`, `500ms`; null for any other text. */
export function parseTime(text: string): number | null {
  const [, digits, unit = ''] = /^(\d{1,9})\s*(us|ms|s|m|h|d)?$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (UNIT_SECONDS[unit.toLowerCase()] ?? 1);
}

/** Returns an integer within bounds; null for any other text. */
export function parseInteger(text: string, least: number, most: number): number | null {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** Names in `filename` or `directory`, which colons separate. */
export function splitNames(text: string | null | undefined): readonly string[] {
  if (!text?.includes(':')) return text ? [text] : [];
  return text.split(/(?<!\\):/).flatMap((one) => (one === '' ? [] : [one.replaceAll('\\:', ':')]));
}

/** An option without a value is on. */
export function parseFlag(text: string): boolean {
  return text !== '0' && text !== 'false';
}
