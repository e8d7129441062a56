/** Values as fio takes them: sizes, times, numbers, yes and no. */

/** One line that sets an option. */
export interface OptionLine {
  /** From 1. */
  readonly line: number;
  /** As fio calls it: of two names for one option always the same. */
  readonly name: string;
  /** The name as it was written. */
  readonly written: string;
  /** Empty where nothing but the name is there. */
  readonly value: string;
}

const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Bytes of `4k`, `16M`, `1gb`; null for shares and ranges. With its usual `kb_base` fio takes `KiB` for a thousand
 * bytes, and `Ki` for 1024 as it takes `K` and `KB`; so did fio 3.33 with `bs=4KiB` and `bs=4ki`
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#parameter-types). Null, too, for `4 k`, of which fio takes the
 * number alone.
 */
export function parseSize(text: string): number | null {
  const [, digits, unit = '', ending = ''] = /^(\d{1,15})([kmgtp]?)(i?b?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (ending.length === 2 ? 1000 : 1024) ** ' kmgtp'.indexOf(unit.toLowerCase() || ' ');
}

/** Options with sizes in them. */
const SIZE_OPTIONS = new Set(
  (
    'ba bs bsrange bssplit buffer_compress_chunk filesize io_size offset offset_align offset_increment rate rate_min ' +
    'size zonecapacity zonerange zonesize zoneskip'
  ).split(' '),
);

/** A size that fio reads otherwise than it is meant: `4 k` is 4 for it, and `4KiB` 4,000 bytes (3.33). */
export function findMisreadSize(
  option: string,
  value: string,
): { readonly written: string; readonly taken: string } | null {
  if (!SIZE_OPTIONS.has(option) && option !== 'rate_iops') return null;
  const [written, digits = '', blank] = /\b(\d+)(?:(\s+)[kmgtp]i?b?|[kmgtp]ib)\b/i.exec(value) ?? [];
  if (written === undefined) return null;
  return { written, taken: blank === undefined ? `${parseSize(written) ?? ''} bytes` : digits };
}

/** Seconds of `30`, `30s`, `5m`, `500ms`; null for anything else. */
export function parseTime(text: string): number | null {
  const [, digits, unit = ''] = /^(\d{1,9})\s*(us|ms|s|m|h|d)?$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (SECONDS[unit.toLowerCase()] ?? 1);
}

/** A whole number from one bound to another. */
export function parseInteger(text: string, least: number, most: number): number | null {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** An option without a value is yes. */
export function parseFlag(text: string): boolean {
  return text !== '0' && text !== 'false';
}
