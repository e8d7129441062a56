/**
 * Quantities as people write them in a spec: sizes, durations, rates.
 * Sizes follow fio's manual (https://fio.readthedocs.io/en/latest/fio_doc.html#parameter-types) for a bare `k m g t`,
 * which are powers of 1024 there, and IEC 80000-13 for `KiB` (1024) and `KB` (1000).
 */
import * as z from 'zod';
import type { Unit } from './observation';

/** A text that is no quantity of the wanted kind; the message says what is allowed. */
export class QuantityError extends Error {
  override readonly name = 'NotAQuantity';
}

const KIB = 1024;
const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: KIB,
  m: KIB ** 2,
  g: KIB ** 3,
  t: KIB ** 4,
  kib: KIB,
  mib: KIB ** 2,
  gib: KIB ** 3,
  tib: KIB ** 4,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
};
const TIME_UNITS: Readonly<Record<string, number>> = {
  us: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
};

const SIZE_HELP =
  'write bytes as 4k, 1m, 2g (powers of 1024, as fio does), 256 MiB, 4 GiB (powers of 1024) or 500 MB (powers of 1000)';
const TIME_HELP = 'write a duration as 500ms, 30s, 10m, 2h or 1h30m; a bare number is seconds';
const RATE_HELP = 'write a rate as 1300 MB/s, 500 MiB/s or 2 GB/s; a bare number is bytes per second';

/**
 * Bytes of `4k`, `1m`, `2g` (powers of 1024), `256 MiB`, `1.5 GiB`, `500 MB`, or of a number.
 * @throws QuantityError where it is none of these, negative, or no whole number of bytes.
 */
export function parseBytes(value: string | number): number {
  const bytes = scaled(value, SIZE_UNITS, SIZE_HELP);
  if (!Number.isSafeInteger(bytes)) {
    throw new QuantityError(`${quoted(value)} is no whole number of bytes: ${SIZE_HELP}`);
  }
  return bytes;
}

/**
 * Seconds of `500ms`, `30s`, `10m`, `2h`, `1h30m`, or of a number.
 * @throws QuantityError where it is none of these, or negative.
 */
export function parseSeconds(value: string | number): number {
  const text = String(value).trim();
  if (typeof value === 'number' || /^[\d.]+$/.test(text)) return plain(value, TIME_HELP);
  if (!/^(\d+(\.\d+)?\s*(us|ms|s|min|m|h|d)\s*)+$/.test(text)) {
    throw new QuantityError(`${quoted(value)} is no duration: ${TIME_HELP}`);
  }
  const seconds = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (TIME_UNITS[unit ?? ''] ?? Number.NaN),
    0,
  );
  return tidy(seconds);
}

/**
 * Bytes per second of `1300 MB/s`, `500 MiB/s`, or of a number.
 * @throws QuantityError where it is none of these, or negative.
 */
export function parseRate(value: string | number): number {
  const text = String(value).trim();
  if (typeof value === 'number' || /^[\d.]+$/.test(text)) return plain(value, RATE_HELP);
  const rate = /^(.*\S)\s*\/\s*s$/.exec(text);
  if (rate === null) throw new QuantityError(`${quoted(value)} is no rate: ${RATE_HELP}`);
  return scaled(rate[1] ?? '', SIZE_UNITS, RATE_HELP);
}

/**
 * A threshold in the base unit of a metric: `1300 MB/s` for bytes/s, `40k` or `40000 ops/s` for ops/s (powers of 1000
 * here, as nobody counts operations in 1024), `5ms` for us, `30s` for s, `10 %` for %.
 * A bare number is already in the base unit.
 * @throws QuantityError where it does not fit the unit.
 */
export function parseQuantity(unit: Unit, value: string | number): number {
  const text = String(value).trim();
  if (typeof value === 'number' || /^[\d.]+$/.test(text)) return plain(value, `a number in ${unit} is allowed`);
  switch (unit) {
    case 'bytes/s':
      return parseRate(value);
    case 'us':
      return tidy(parseSeconds(value) * 1e6);
    case 's':
      return parseSeconds(value);
    case 'ops/s':
      return suffixed(text, /^(\d+(?:\.\d+)?)\s*([kM]?)\s*(?:ops\/s|iops|IOPS)?$/, 'write 40000, 40k or 40000 ops/s');
    case '%':
      return suffixed(text, /^(\d+(?:\.\d+)?)\s*()%$/, 'write 10 or 10 %');
    case 'count':
      return suffixed(text, /^(\d+)()$/, 'write a whole number');
  }
}

/** `256 MiB`, `4 KiB`, `1.5 GiB`, `100 B`: the largest binary unit, at most two decimals. */
export function formatBytes(bytes: number): string {
  const names = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= KIB && unit < names.length - 1) {
    value /= KIB;
    unit += 1;
  }
  return `${Number(value.toFixed(2))} ${names[unit] ?? ''}`;
}

/** `500ms`, `4s`, `1m 30s`, `2h 5m`: at most two units, as people say it. */
export function formatSeconds(seconds: number): string {
  if (seconds > 0 && seconds < 1) return seconds < 0.001 ? `${round(seconds * 1e6)}us` : `${round(seconds * 1e3)}ms`;
  if (seconds < 60) return `${round(seconds)}s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return joined([Math.floor(whole / 60), 'm'], [whole % 60, 's']);
  const minutes = Math.round(whole / 60);
  return joined([Math.floor(minutes / 60), 'h'], [minutes % 60, 'm']);
}

/** Bytes: a string or a number in, a whole number out. */
export const bytes = quantity(parseBytes, SIZE_HELP);

/** Seconds: a string or a number in, a number out. */
export const seconds = quantity(parseSeconds, TIME_HELP);

/** Bytes per second: a string or a number in, a number out. */
export const bytesPerSecond = quantity(parseRate, RATE_HELP);

function quantity(parse: (value: string | number) => number, help: string) {
  return z.union([z.string(), z.number()], { error: help }).transform((value, context) => {
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

function scaled(value: string | number, units: Readonly<Record<string, number>>, help: string): number {
  if (typeof value === 'number') return plain(value, help);
  const parts = /^(\d+(?:\.\d+)?)\s*([a-zA-Z]*)$/.exec(value.trim());
  const factor = units[(parts?.[2] ?? '?').toLowerCase()];
  if (parts === null || factor === undefined) throw new QuantityError(`${quoted(value)} is not understood: ${help}`);
  return tidy(Number(parts[1]) * factor);
}

function suffixed(text: string, pattern: RegExp, help: string): number {
  const parts = pattern.exec(text);
  if (parts === null) throw new QuantityError(`${quoted(text)} is not understood: ${help}`);
  return tidy(Number(parts[1]) * ({ k: 1e3, M: 1e6 }[parts[2] ?? ''] ?? 1));
}

function plain(value: string | number, help: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) throw new QuantityError(`${quoted(value)} is not understood: ${help}`);
  return number;
}

/** Takes away what binary fractions add, e.g. 1.1 × 1000 = 1100.0000000000002. */
function tidy(value: number): number {
  return Number(value.toPrecision(15));
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1));
}

function joined(...parts: readonly [number, string][]): string {
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${unit}`)
    .join(' ');
}

function quoted(value: string | number): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
