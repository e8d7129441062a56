/** Values as job files have them: sizes, times, numbers, yes and no. */

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };
const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** Bytes of `4k`, `16M`, `1GiB`; null for shares and ranges. */
export function sizeOf(text: string): number | null {
  const [, digits, unit = ''] = /^(\d{1,15})\s*([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
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
