/** Formats numbers for readers: three significant digits and a unit. Intervals use the scale of their value. */
import { MONTH_SECONDS } from '../pricing/months';
import { groupDigits } from '../shapes/group-digits';
import type { Unit } from '../shapes/observation';
import type { Interval } from './statistics/limit';

interface UnitScale {
  readonly factor: number;
  /** Suffix of the number: `k` without a space, units with a space. */
  readonly suffix: string;
}

/** In ascending order; the largest scale that fits is used. Decimal prefixes, as in specs and price lists (MB/s). */
const SCALES: Readonly<Record<Unit, readonly UnitScale[]>> = {
  'ops/s': [
    { factor: 1, suffix: ' ops/s' },
    { factor: 1e3, suffix: 'k ops/s' },
    { factor: 1e6, suffix: 'M ops/s' },
  ],
  'bytes/s': [
    { factor: 1, suffix: ' B/s' },
    { factor: 1e3, suffix: ' kB/s' },
    { factor: 1e6, suffix: ' MB/s' },
    { factor: 1e9, suffix: ' GB/s' },
  ],
  us: [
    { factor: 1, suffix: ' µs' },
    { factor: 1e3, suffix: ' ms' },
    { factor: 1e6, suffix: ' s' },
  ],
  s: [
    { factor: 1e-3, suffix: ' ms' },
    { factor: 1, suffix: ' s' },
  ],
  '%': [{ factor: 1, suffix: '%' }],
  count: [{ factor: 1, suffix: '' }],
};

/** `31.5`, `884`, `0.00123`, `12,300`: three significant digits, without exponents between 1e-6 and 1e15. */
export function toThreeDigits(value: number): string {
  if (value === 0) return '0';
  const text = value.toPrecision(3);
  if (!text.includes('e') || Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15) return text;
  return groupDigits(Number(text), 0);
}

/** The largest scale that leaves digits before the decimal point, else the smallest. */
export function pickScale(value: number, unit: Unit): UnitScale {
  const scales = SCALES[unit];
  // Round first, so that 999.9 becomes 1.00k, not 1,000.
  const size = Math.abs(Number(value.toPrecision(3)));
  const fit = scales.filter((scale) => size >= scale.factor).at(-1);
  return fit ?? (value === 0 ? scales.find((scale) => scale.factor === 1) : scales[0]) ?? { factor: 1, suffix: '' };
}

/** Examples: `31.5k ops/s`, `1.34 GB/s`, `512 µs`. */
export function formatValue(value: number, unit: Unit): string {
  const scale = pickScale(value, unit);
  return `${toThreeDigits(value / scale.factor)}${scale.suffix}`;
}

/** Example: `30.1–32.0`. In the scale of `value`, without the unit. */
export function formatRange(low: number, high: number, value: number, unit: Unit): string {
  const { factor, suffix } = pickScale(value, unit);
  const prefix = suffix.startsWith(' ') || suffix === '' ? '' : (suffix[0] ?? '');
  return `${toThreeDigits(low / factor)}${prefix}–${toThreeDigits(high / factor)}${prefix}`;
}

/** `30.1k–32.0k ops/s`, `1.20–1.34 GB/s`: {@link formatRange} with its unit. */
export function formatInterval(low: number, high: number, value: number, unit: Unit): string {
  const { suffix } = pickScale(value, unit);
  const behind = suffix.startsWith(' ') || suffix === '' ? suffix : suffix.slice(1);
  return `${formatRange(low, high, value, unit)}${behind}`;
}

export interface EstimateBasis {
  readonly interval: Interval | null;
  readonly n: number;
  /** Minimum and maximum, shown if there are only two values. */
  readonly min: number;
  readonly max: number;
  /** Independent units, e.g. `3 blocks`; absent if the units are trials. */
  readonly units?: string;
}

/** `31.5k ops/s (90% interval 30.1k–32.0k, n = 5)`; two trials: `(30.1k and 32.0k, n = 2)`; one: only n. */
export function formatEstimate(value: number, unit: Unit, { interval, n, min, max, units }: EstimateBasis): string {
  const pair = n === 2 ? `${formatRange(min, max, value, unit).replace('–', ' and ')}, ` : '';
  const range =
    interval === null
      ? pair
      : `${formatLevel(interval.level)} interval ${formatRange(interval.low, interval.high, value, unit)}, `;
  return `${formatValue(value, unit)} (${range}n = ${n}${units === undefined ? '' : ` in ${units}`})`;
}

/** A share as a percentage, rounded down so that confidence is never overstated: `75%`, `96.8%` for 0.96875. */
export function formatLevel(level: number): string {
  return `${Math.floor(level * 1000 + 1e-9) / 10}%`;
}

/** Examples: `$14.20`, `$0.08`, `<$0.01`, `$0`. */
export function formatUsd(usd: number): string {
  if (usd < 0.005) return usd > 0 ? '<$0.01' : '$0';
  return `$${groupDigits(usd, 2, 2)}`;
}

/** US dollars per average month: 730 hours, as on AWS price pages. */
export function toUsdPerMonth(usdPerHour: number): number {
  return (usdPerHour * MONTH_SECONDS) / 3600;
}

/** From a price per hour: `$408/month`, `$9.13/month`, `<$1/month`. @param suffix empty if a table head shows it */
export function formatUsdPerMonth(usdPerHour: number, suffix = '/month'): string {
  const cents = Math.round(toUsdPerMonth(usdPerHour) * 100);
  if (cents < 100) return `${usdPerHour === 0 ? '$0' : '<$1'}${suffix}`;
  return `$${cents < 1000 ? groupDigits(cents / 100, 2, 2) : groupDigits(cents / 100, 0)}${suffix}`;
}

/** Rounds parts to the sum printed by {@link formatUsd}, by largest remainder. Parts of zero become `<$0.01`. */
export function formatUsdParts(parts: readonly number[], total: number): string[] {
  const floors = parts.map((usd) => Math.floor(usd * 100 + 1e-6));
  const missing = Math.round(total * 100) - floors.reduce((sum, floor) => sum + floor, 0);
  const byLoss = parts
    .map((usd, index) => ({ index, loss: usd * 100 - (floors[index] ?? 0) }))
    .sort((a, b) => b.loss - a.loss || a.index - b.index);
  const raised = new Set(byLoss.slice(0, Math.max(0, missing)).map(({ index }) => index));
  return floors.map((floor, index) => {
    const cents = floor + Number(raised.has(index));
    return cents === 0 && (parts[index] ?? 0) > 0 ? '<$0.01' : formatUsd(cents / 100);
  });
}

/** Examples: `4 trials`, `1 trial`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A change as a percentage, without decimals from 10 on: `−11%`, `+3.4%`. */
export function formatChange(ratio: number): string {
  const percent = Math.round(ratio * 1000) / 10;
  const text = Math.abs(percent) >= 10 ? Math.abs(Math.round(percent)) : Math.abs(percent);
  return `${percent < 0 ? '−' : '+'}${text}%`;
}
