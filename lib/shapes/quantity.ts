/**
 * Parses and formats quantities of a spec: sizes, durations, rates.
 * In sizes `k m g t` are powers of 1024, as in fio (https://fio.readthedocs.io/en/latest/fio_doc.html#parameter-types);
 * `KiB` (1024) and `KB` (1000) follow IEC 80000-13. Operations are counted in powers of
 * 1000. A number without a unit is accepted only if just one unit is possible.
 */
import { FsxbenchError } from './errors';
import type { Unit } from './observation';

/** Error: a text is not a quantity of the required kind. The message has the found text and the allowed forms. */
export class QuantityError extends FsxbenchError {
  constructor(message: string) {
    super('NotAQuantity', message);
  }
}

export interface Dimension {
  readonly words: string;
  /** Allowed forms. */
  readonly help: string;
  /** Examples for editors; valid texts match {@link form}. */
  readonly examples: readonly string[];
  readonly form: string;
  /** Amount in the base unit; undefined for other texts. */
  readonly read: (text: string) => number | undefined;
}

const KIB = 1024;
/** Maximum characters of a value in a message. */
const QUOTE_MAX_LENGTH = 60;
const POWERS = ['k', 'm', 'g', 't'];
/** Time units, largest first: `2h24m` uses each unit at most once, in this order. */
const TIME_UNITS = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6 } as const;
const TIME_NAMES = Object.keys(TIME_UNITS) as (keyof typeof TIME_UNITS)[];

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
/** Forms as regular expressions. `B` must be a capital, since `Mb` can mean bits. */
export const FORMS = {
  bare: NUMBER,
  size: `(${NUMBER})\\s*(?:([kmgtKMGT])(i?B)?|B)`,
  duration: `(?=\\d)${TIME_NAMES.map((name) => `(?:(${NUMBER})\\s*${name}\\s*)?`).join('')}`,
  operations: `(${NUMBER})\\s*([kKM]?)(?:\\s*(?:ops/s|[Ii][Oo][Pp][Ss]))?`,
  share: `(${NUMBER})\\s*%`,
};
const BARE = anchor(FORMS.bare);
const SIZE = anchor(FORMS.size);
const DURATION = anchor(FORMS.duration);
const OPERATIONS = anchor(FORMS.operations);
const SHARE = anchor(FORMS.share);

export const BYTES: Dimension = {
  words: 'bytes',
  help: '4k, 1m, 2g (powers of 1024, as fio does), 256 MiB, 4 GiB (powers of 1024), 500 MB (powers of 1000) or 512 B',
  examples: ['4k', '256 MiB', '800 MB'],
  form: FORMS.size,
  read: readBytes,
};
export const RATE: Dimension = {
  words: 'bytes a second',
  help: '1300 MB/s, 500 MiB/s or 2 GB/s',
  examples: ['1300 MB/s', '500 MiB/s'],
  form: `(?:${FORMS.size})\\s*/\\s*s`,
  read: (text) => {
    const [, size] = /^(.*\S)\s*\/\s*s$/.exec(text) ?? [];
    return size === undefined ? undefined : readBytes(size);
  },
};
export const TIME: Dimension = {
  words: 'a duration',
  help: '100us, 20ms, 30s, 10m, 2h or 2h24m',
  examples: ['500us', '20ms', '30s', '2h24m'],
  form: FORMS.duration,
  read: readSeconds,
};
export const OPS: Dimension = {
  words: 'operations a second',
  help: '40000, 40k IOPS or 40,000 ops/s',
  examples: ['40k', '40k IOPS', '40,000 ops/s'],
  form: FORMS.operations,
  read: (text) => {
    const [, digits, prefix] = OPERATIONS.exec(text) ?? [];
    const factor = prefix === 'M' ? 1e6 : prefix === '' ? 1 : 1e3;
    return digits === undefined ? undefined : removeBinaryNoise(toNumber(digits) * factor);
  },
};
export const PERCENT: Dimension = {
  words: 'a share',
  help: '10 or 10%',
  examples: ['10%'],
  form: `${FORMS.share}|${FORMS.bare}`,
  read: (text) => {
    const [, digits] = SHARE.exec(text) ?? [];
    return digits === undefined ? readBare(text) : toNumber(digits);
  },
};
export const COUNT: Dimension = {
  words: 'a number',
  help: 'a number, e.g. 12',
  examples: ['12'],
  form: FORMS.bare,
  read: readBare,
};

/** Order in which {@link describeKind} tests a wrong text: `4k` counts as bytes before operations. */
const DIMENSIONS = [TIME, BYTES, RATE, OPS, PERCENT];

/** Dimensions of thresholds, by base unit of the metric. */
export const DIMENSION_BY_UNIT: Readonly<Record<Unit, Dimension>> = {
  'bytes/s': RATE,
  'ops/s': OPS,
  us: { ...TIME, read: (text) => toMicroseconds(readSeconds(text)) },
  s: TIME,
  '%': PERCENT,
  count: COUNT,
};

/**
 * Parses bytes: `4k`, `1m`, `2g` (powers of 1024), `256 MiB`, `1.5 GiB`, `500 MB`, `512 B`.
 * @throws QuantityError for other texts, numbers without a unit, and fractions of a byte
 */
export function parseBytes(value: string | number): number {
  const amount = parseAs(BYTES, value);
  if (!Number.isSafeInteger(amount))
    throw new QuantityError(`found ${quote(value)}, which is not a whole number of bytes; write ${BYTES.help}`);
  return amount;
}

/**
 * Parses seconds: `100us`, `20ms`, `30s`, `10m`, `2h`, `2h24m`.
 * @throws QuantityError for other texts and numbers without a unit
 */
export function parseSeconds(value: string | number): number {
  return parseAs(TIME, value);
}

/**
 * A threshold in the base unit of a metric: `1300 MB/s` for bytes/s, `40k` or `40,000 ops/s` for ops/s, `5ms` for us,
 * `30s` for s, `10%` for %. Operations, shares and counts also allow numbers without a unit.
 * @throws QuantityError if the text does not fit the unit
 */
export function parseQuantity(unit: Unit, value: string | number): number {
  return parseAs(DIMENSION_BY_UNIT[unit], value);
}

/**
 * A quantity of unknown dimension: a duration in s, a rate in bytes/s or ops/s, a share in %, a bare number as a count.
 * @throws QuantityError for other texts, e.g. `40k`, which may be bytes or operations
 */
export function parseAnyQuantity(value: string | number): { readonly unit: Unit; readonly value: number } {
  const text = String(value).trim();
  const forms: readonly (readonly [Unit, RegExp])[] = [
    ['count', BARE],
    ['ops/s', /(?:ops\/s|iops)$/i],
    ['bytes/s', /\/\s*s$/],
    ['%', /%$/],
    ['s', DURATION],
  ];
  for (const [unit, form] of forms) {
    const amount = text !== '' && form.test(text) ? DIMENSION_BY_UNIT[unit].read(text) : undefined;
    if (amount !== undefined) return { unit, value: amount };
  }
  const allowed = 'allowed: a duration (17m), a rate (300 MiB/s, 40 ops/s), a share (10%) or a number';
  throw new QuantityError(`found ${quote(value)}; ${allowed}`);
}

/**
 * A share as a number: `5%` and 0.05 are both 0.05.
 * @throws QuantityError if it is no share, or not from `least` to `most`
 */
export function parseShare(value: string | number, least: number, most: number): number {
  const text = String(value).trim();
  const amount = PERCENT.read(text);
  const share = amount !== undefined && SHARE.test(text) ? removeBinaryNoise(amount / 100) : amount;
  if (share !== undefined && share >= least && share <= most) return share;
  const range = `a share from ${100 * least} to ${100 * most}%`;
  throw new QuantityError(`found ${quote(value)}; allowed: ${range}, written as \`5%\` or 0.05`);
}

/** Whether a value (a number or text) is a number without a unit. */
export function isBare(value: string | number): boolean {
  return typeof value === 'number' ? Number.isFinite(value) && value >= 0 : BARE.test(value.trim());
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

/** `500ms`, `4s`, `1m 30s`, `2h 5m`: at most two units. */
export function formatSeconds(seconds: number): string {
  if (seconds > 0 && seconds < 1) return seconds < 0.001 ? `${round(seconds * 1e6)}us` : `${round(seconds * 1e3)}ms`;
  if (seconds < 60) return `${round(seconds)}s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return joinUnits([Math.floor(whole / 60), 'm'], [whole % 60, 's']);
  const minutes = Math.round(whole / 60);
  return joinUnits([Math.floor(minutes / 60), 'h'], [minutes % 60, 'm']);
}

/** Matches a whole text. */
function anchor(form: string): RegExp {
  return new RegExp(`^(?:${form})$`);
}

function parseAs(wanted: Dimension, value: string | number): number {
  const text = String(value).trim();
  const amount = wanted.read(text);
  if (amount !== undefined) return amount;
  const plural = wanted === BYTES || wanted === RATE || wanted === OPS;
  const found = `found ${quote(value)}, which is ${describeKind(text)}`;
  throw new QuantityError(`${found}; ${wanted.words} ${plural ? 'are' : 'is'} meant: write ${wanted.help}`);
}

function describeKind(text: string): string {
  if (BARE.test(text)) return 'a number without a unit';
  if (text.startsWith('-')) return 'negative';
  const found = DIMENSIONS.find(({ read }) => read(text) !== undefined);
  if (found !== undefined) return found.words === 'bytes' ? 'an amount of bytes' : found.words;
  return /^[\d.,]+\s*[kKmMgGtT]?(?:b|bit)s?(?:\/s|ps)?$/.test(text) ? 'an amount of bits' : 'not a quantity';
}

function readBytes(text: string): number | undefined {
  const [, digits, power, unit] = SIZE.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const base = unit === 'B' ? 1000 : KIB;
  const exponent = power === undefined ? 0 : POWERS.indexOf(power.toLowerCase()) + 1;
  return removeBinaryNoise(toNumber(digits) * base ** exponent);
}

function readSeconds(text: string): number | undefined {
  const parts = text === '' ? null : DURATION.exec(text);
  if (parts === null) return undefined;
  const amounts = TIME_NAMES.map((name, index) => toNumber(parts[index + 1] ?? 0) * TIME_UNITS[name]);
  return removeBinaryNoise(amounts.reduce((sum, amount) => sum + amount, 0));
}

function readBare(text: string): number | undefined {
  return BARE.test(text) ? toNumber(text) : undefined;
}

function toMicroseconds(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : removeBinaryNoise(amount * 1e6);
}

/** Parses digits with or without thousands separators. */
export function toNumber(digits: string | number): number {
  return Number(String(digits).replaceAll(',', ''));
}

/** Removes errors of binary fractions, e.g. 1.1 × 1000 = 1100.0000000000002. */
function removeBinaryNoise(value: number): number {
  return Number(value.toPrecision(15));
}

function quote(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `'${value.length > QUOTE_MAX_LENGTH ? `${value.slice(0, QUOTE_MAX_LENGTH - 3)}…` : value}'`;
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1));
}

function joinUnits(...parts: readonly [number, string][]): string {
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${unit}`)
    .join(' ');
}
