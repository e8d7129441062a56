/**
 * Options of fio besides those that every data configuration has, one row each: schema field, fio argument, and
 * prerequisite. `cell/check-params.ts` checks combinations. Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import * as z from 'zod';
import type { OfferedLoad } from '../../../shapes/metric';
import { makeQuantitySchema, secondsSchema } from '../../../shapes/quantity-fields';
import type { FieldTexts } from '../../../shapes/setting';
import { createValueError, createIntegerSchema } from '../../fields';
import words from '../../settings.json';
import { readSplit } from './block-split';
import { findReduction } from './data-reduction';
import { CHECKSUM_METHODS, explainUnknownChecksum } from './verify-methods';

const MAX_NUMBER = 1_000_000_000;

/** With a parameter: https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-random-distribution. */
const DISTRIBUTION_PATTERN = /^(?:random|zipf:\d+(?:\.\d+)?|pareto:0?\.\d+|normal:\d+(?:\.\d+)?)$/;
const DISTRIBUTIONS = 'random, zipf:1.2, pareto:0.2, normal:20';

type Prerequisite = 'writes' | 'random';

interface ArgumentContext {
  /** Share of reads in a mix, %; null with one direction. */
  readonly reads: number | null;
}

interface OptionRow<T extends z.ZodType> {
  readonly field: T;
  readonly needs?: Prerequisite;
  /** Formats the value for fio: bytes, and times in fio's unit. Default: unchanged. */
  readonly argument?: (value: z.output<T>, context: ArgumentContext) => string;
}

const defineRow = <T extends z.ZodType>(one: OptionRow<T>): OptionRow<T> => one;
const createTextSchema = (form: (text: string) => boolean, words: string) =>
  z.string({ error: createValueError(words) }).refine(form, { error: createValueError(words) });

/** Splits a rate between reads and writes. https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-rate-iops */
function splitRate(rate: number, { reads }: ArgumentContext): string {
  if (reads === null) return String(Math.round(rate));
  const ofReads = Math.max(1, Math.round((rate * reads) / 100));
  return `${ofReads},${Math.max(1, Math.round(rate) - ofReads)}`;
}

const OPTION_ROWS = {
  rate_iops: defineRow({ field: createIntegerSchema(1, MAX_NUMBER), argument: splitRate }),
  rate: defineRow({ field: makeQuantitySchema('bytes/s'), argument: splitRate }),
  rate_process: defineRow({ field: z.enum(['linear', 'poisson'], { error: createValueError('linear, poisson') }) }),
  bssplit: defineRow({
    field: createTextSchema(
      (text) => readSplit(text) !== null,
      'sizes with percentages that add up to 100, e.g. 4k/60:64k/40',
    ),
  }),
  random_distribution: defineRow({
    field: createTextSchema((text) => DISTRIBUTION_PATTERN.test(text), DISTRIBUTIONS),
    needs: 'random',
  }),
  fsync: defineRow({ field: createIntegerSchema(1, MAX_NUMBER), needs: 'writes' }),
  fdatasync: defineRow({ field: createIntegerSchema(1, MAX_NUMBER), needs: 'writes' }),
  sync: defineRow({
    field: z.enum(['none', 'sync', 'dsync'], { error: createValueError('none, sync, dsync') }),
    needs: 'writes',
    // Older versions accept these values, too.
    argument: (value) => ({ none: '0', sync: '1', dsync: 'dsync' })[value],
  }),
  refill_buffers: defineRow({
    field: z.boolean({ error: createValueError('true, false') }),
    needs: 'writes',
    argument: (value) => (value ? '1' : '0'),
  }),
  buffer_compress_percentage: defineRow({ field: createIntegerSchema(1, 99) }),
  verify: defineRow({
    field: z.enum(CHECKSUM_METHODS, { error: explainUnknownChecksum }),
    needs: 'writes',
  }),
  thinktime: defineRow({ field: secondsSchema, argument: (value) => String(Math.round(value * 1e6)) }),
};

type OptionRows = typeof OPTION_ROWS;
export type OptionName = keyof OptionRows;
type OptionSchemas = { readonly [N in OptionName]: z.ZodOptional<OptionRows[N]['field']> };

/** Schema fields; `settings.json` describes them. */
export const OPTION_FIELDS = Object.fromEntries(
  Object.entries(OPTION_ROWS as Readonly<Record<string, OptionRow<z.ZodType>>>).map(([name, { field }]) => [
    name,
    field.optional(),
  ]),
) as unknown as OptionSchemas;

type RawOptions = z.output<z.ZodObject<OptionSchemas>>;
/** Options that a spec sets. */
export type Options = { readonly [N in keyof RawOptions]?: NonNullable<RawOptions[N]> };

/** Option names in the order of the schema. */
export const OPTION_NAMES = Object.keys(OPTION_ROWS) as readonly OptionName[];

const getRow = (name: OptionName): OptionRow<z.ZodType> => OPTION_ROWS[name];

/** fio's defaults: setting one explicitly does not change the configuration. */
const DEFAULT_VALUES: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(words.fio as FieldTexts).map(([name, about]) => [name, about.default]),
);

/** Options of a spec that differ from fio's defaults. */
export function pickOptions(raw: RawOptions): Options {
  return Object.fromEntries(
    OPTION_NAMES.flatMap((name) =>
      raw[name] === undefined || raw[name] === DEFAULT_VALUES[name] ? [] : [[name, raw[name]]],
    ),
  ) as Options;
}

/** Prerequisite of an option; undefined if there is none. */
export function getPrerequisite(name: OptionName): Prerequisite | undefined {
  return getRow(name).needs;
}

/** Arguments of fio for the options of a spec, in the order of the schema. */
export function buildOptionArguments(options: Options, context: ArgumentContext): readonly string[] {
  return OPTION_NAMES.flatMap((name) => {
    const { argument = String } = getRow(name);
    return options[name] === undefined ? [] : [`--${name}=${argument(options[name], context)}`];
  });
}

/** Value of an option as text; undefined if it is unset or unknown. */
export function getSetting(options: Options, name: string): string | undefined {
  const value = (options as Readonly<Record<string, string | number | boolean | undefined>>)[name];
  return value === undefined ? undefined : String(value);
}

/**
 * Prefix of file names, before the job number. Configurations with another compressibility need separate files, as
 * reads return the stored data. So do configurations that verify, as other writes have no verify header.
 */
export function getFileSetPrefix({ buffer_compress_percentage: percent, verify }: Options): string {
  if (verify !== undefined) return `v${verify}.`;
  return percent === undefined ? '' : `c${percent}.`;
}

/** Describes compressible data of a configuration as a clause; null if there is none. */
export function getReduction(options: Options): string | null {
  return findReduction((name) => (name === 'buffer_compress_percentage' ? getSetting(options, name) : null));
}

/** If jobs pause for at least this share of the time, the pauses limit their rate. */
const PAUSE_SHARE = 0.9;

/** Offered load of one host; null for closed loops. */
export function getGivenLoad(options: Options, numjobs: number, blockBytes: number): OfferedLoad | null {
  const rate = getRequestedRate(options, numjobs, blockBytes);
  const { least } = getRateBounds({ byChance: options.rate_process === 'poisson' });
  if (rate !== null) return { metric: 'iops', rate, least, by: 'rate' };
  const { thinktime } = options;
  return toLoadOfPauses(thinktime ? numjobs / thinktime : null);
}

/** @param rate I/Os per second of a host at zero latency; null without pauses */
export function toLoadOfPauses(rate: number | null): OfferedLoad | null {
  return rate === null ? null : { metric: 'iops', rate, least: PAUSE_SHARE, by: 'pauses' };
}

/**
 * Accepted range of achieved rate ÷ requested rate. fio 3.33 keeps an even rate within 0.1%. With `poisson` and a no-op
 * engine, it achieved 0.88 to 1.02 (measured on Debian 12, 1,000 to 50,000 IOPS). If there are few I/Os, the variation
 * is larger and added separately: of twelve jobs at 10 IOPS for 10 s, one achieved 0.87 and another 1.19.
 */
export function getRateBounds({ byChance }: { readonly byChance: boolean }): {
  readonly least: number;
  readonly most: number;
} {
  return byChance ? { least: 0.85, most: 1.1 } : { least: 0.95, most: 1.05 };
}

/** Requested IOPS of a host; null for closed loops. */
export function getRequestedRate(options: Options, numjobs: number, blockBytes: number): number | null {
  const { rate_iops: iops, rate } = options;
  if (iops !== undefined) return iops * numjobs;
  return rate === undefined ? null : (rate * numjobs) / blockBytes;
}
