/** Formats quantities without rounding, to show how a short form such as `100k` was interpreted. */
import { groupDigits } from './group-digits';
import type { Unit } from './observation';

const KIB = 1024;
/** Decimals that are printed at most. */
const EXACT = 15;

/** An amount in the base unit of a metric, not rounded: `100,000 ops/s`, `1.3 GB/s`, `500 MiB/s`, `20ms`, `10%`. */
export function formatExact(value: number, unit: Unit): string {
  switch (unit) {
    case 'ops/s':
      return `${groupDigits(value, EXACT)} ops/s`;
    case 'bytes/s':
      return `${formatExactBytes(value)}/s`;
    case 'us':
      return formatExactSeconds(value / 1e6);
    case 's':
      return formatExactSeconds(value);
    case '%':
      return `${groupDigits(value, EXACT)}%`;
    case 'count':
      return groupDigits(value, EXACT);
  }
}

/** The exact form with the fewest digits; prefers powers of 1000, then the larger unit. */
function formatExactBytes(bytes: number): string {
  const scales = [1000, KIB].flatMap((base) =>
    ['T', 'G', 'M', 'K'].map((prefix, index) => ({
      factor: base ** (4 - index),
      name: `${prefix}${base === KIB ? 'i' : ''}B`,
    })),
  );
  const texts = [...scales, { factor: 1, name: 'B' }]
    .filter(({ factor }) => bytes >= factor || factor === 1)
    .map(({ factor, name }) => ({ value: Number((bytes / factor).toPrecision(15)), name }))
    .map(({ value, name }) => ({
      digits: String(value).replace('.', '').length,
      text: `${groupDigits(value, EXACT)} ${name}`,
      value,
      name,
    }));
  return texts.reduce((best, one) => (one.digits < best.digits ? one : best)).text;
}

/** `2h24m`, `1m30s`, `20ms`. */
function formatExactSeconds(seconds: number): string {
  if (seconds === 0) return '0s';
  if (seconds < 1) {
    const microseconds = Number((seconds * 1e6).toPrecision(12));
    return microseconds < 1000 ? `${microseconds}us` : `${microseconds / 1000}ms`;
  }
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Number((seconds % 60).toPrecision(12));
  const parts: readonly [number, string][] = [
    [hours, 'h'],
    [minutes, 'm'],
    [rest, 's'],
  ];
  return parts.flatMap(([amount, unit]) => (amount > 0 ? [`${amount}${unit}`] : [])).join('');
}
