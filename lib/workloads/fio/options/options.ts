/**
 * Options of fio beyond those that every cell of data has, one row each: how it is written, its argument, and what it
 * needs. Which of them go together is in `cell/check.ts`.
 * Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import * as z from 'zod';
import type { OfferedLoad } from '../../../shapes/metric';
import { quantityField, seconds } from '../../../shapes/quantity-fields';
import type { FieldTexts } from '../../../shapes/setting';
import { mustBe, integer } from '../../fields';
import words from '../../settings.json';
import { readSplit } from './block-split';
import { findReduction } from './data-reduction';
import { METHOD_NAMES } from './verify-methods';

const MAX = 1_000_000_000;

/** Each with its own number: https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-random-distribution. */
const DISTRIBUTION = /^(?:random|zipf:\d+(?:\.\d+)?|pareto:0?\.\d+|normal:\d+(?:\.\d+)?)$/;
const DISTRIBUTIONS = 'random, zipf:1.2, pareto:0.2, normal:20';

/** What an option has a meaning with only. */
type Prerequisite = 'writes' | 'random';

/** What an argument says beside the option itself. */
interface ArgumentContext {
  /** Share of reads in a mix, %; null where there is one direction. */
  readonly reads: number | null;
}

interface Row<T extends z.ZodType> {
  readonly field: T;
  readonly needs?: Prerequisite;
  /** As fio takes it: bytes, and times in its own unit. Left out: as it is. */
  readonly argument?: (value: z.output<T>, beside: ArgumentContext) => string;
}

const row = <T extends z.ZodType>(one: Row<T>): Row<T> => one;
const textField = (form: (text: string) => boolean, words: string) =>
  z.string({ error: mustBe(words) }).refine(form, { error: mustBe(words) });

/** One for reads and one for writes: https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-rate-iops. */
function splitRate(rate: number, { reads }: ArgumentContext): string {
  if (reads === null) return String(Math.round(rate));
  const ofReads = Math.max(1, Math.round((rate * reads) / 100));
  return `${ofReads},${Math.max(1, Math.round(rate) - ofReads)}`;
}

const ROWS = {
  rate_iops: row({ field: integer(1, MAX), argument: splitRate }),
  rate: row({ field: quantityField('bytes/s'), argument: splitRate }),
  rate_process: row({ field: z.enum(['linear', 'poisson'], { error: mustBe('linear, poisson') }) }),
  bssplit: row({
    field: textField((text) => readSplit(text) !== null, 'sizes and percents that make 100, e.g. 4k/60:64k/40'),
  }),
  random_distribution: row({ field: textField((text) => DISTRIBUTION.test(text), DISTRIBUTIONS), needs: 'random' }),
  fsync: row({ field: integer(1, MAX), needs: 'writes' }),
  fdatasync: row({ field: integer(1, MAX), needs: 'writes' }),
  sync: row({
    field: z.enum(['none', 'sync', 'dsync'], { error: mustBe('none, sync, dsync') }),
    needs: 'writes',
    // What older versions take, too.
    argument: (value) => ({ none: '0', sync: '1', dsync: 'dsync' })[value],
  }),
  refill_buffers: row({
    field: z.boolean({ error: mustBe('true, false') }),
    needs: 'writes',
    argument: (value) => (value ? '1' : '0'),
  }),
  buffer_compress_percentage: row({ field: integer(1, 99) }),
  verify: row({ field: z.enum(METHOD_NAMES, { error: mustBe(METHOD_NAMES.join(', ')) }), needs: 'writes' }),
  thinktime: row({ field: seconds, argument: (value) => String(Math.round(value * 1e6)) }),
};

type Rows = typeof ROWS;
export type OptionName = keyof Rows;
type Fields = { readonly [N in OptionName]: z.ZodOptional<Rows[N]['field']> };

/** Fields of the schema; what is told of each is in `settings.json`. */
export const OPTION_FIELDS = Object.fromEntries(
  Object.entries(ROWS as Readonly<Record<string, Row<z.ZodType>>>).map(([name, { field }]) => [name, field.optional()]),
) as unknown as Fields;

type Raw = z.output<z.ZodObject<Fields>>;
/** Those of them that a spec gives. */
export type Options = { readonly [N in keyof Raw]?: NonNullable<Raw[N]> };

/** Their names, in the order of the schema. */
export const OPTION_NAMES = Object.keys(ROWS) as readonly OptionName[];

const getRow = (name: OptionName): Row<z.ZodType> => ROWS[name];

/** What fio does where nothing is said: saying it is no other configuration. */
const DEFAULTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(words.fio as FieldTexts).map(([name, about]) => [name, about.default]),
);

/** Those that a spec gives, without what is fio's own default. */
export function pickOptions(raw: Raw): Options {
  return Object.fromEntries(
    OPTION_NAMES.flatMap((name) =>
      raw[name] === undefined || raw[name] === DEFAULTS[name] ? [] : [[name, raw[name]]],
    ),
  ) as Options;
}

/** What an option has a meaning with only; undefined where there is no such thing. */
export function getNeed(name: OptionName): Prerequisite | undefined {
  return getRow(name).needs;
}

/** Arguments of fio for what a spec gives, in the order of the schema. */
export function optionArguments(options: Options, beside: ArgumentContext): readonly string[] {
  return OPTION_NAMES.flatMap((name) => {
    const { argument = String } = getRow(name);
    return options[name] === undefined ? [] : [`--${name}=${argument(options[name], beside)}`];
  });
}

/** What a spec says of one, as fio's options are looked up; undefined where it says nothing, or has no such option. */
export function getSetting(options: Options, name: string): string | undefined {
  const value = (options as Readonly<Record<string, string | number | boolean | undefined>>)[name];
  return value === undefined ? undefined : String(value);
}

/**
 * What the names of a cell's files have before the number of their job: cells whose data compress otherwise have files
 * of their own, since reads find what the file has, and so have those that verify: what others write has no header.
 */
export function fileSet({ buffer_compress_percentage: percent, verify }: Options): string {
  if (verify !== undefined) return `v${verify}.`;
  return percent === undefined ? '' : `c${percent}.`;
}

/** What of the data of a cell compresses away; null where nothing does. */
export function getReduction(options: Options): string | null {
  return findReduction((name) => (name === 'buffer_compress_percentage' ? getSetting(options, name) : null));
}

/** Jobs that wait for storage for a tenth of the time, and pause for the rest: pauses are what ends their rate. */
const PAUSE_SHARE = 0.9;

/** What one host asks for at most; null where as many I/Os as are answered. */
export function getGivenLoad(options: Options, numjobs: number, blockBytes: number): OfferedLoad | null {
  const rate = getRequestedRate(options, numjobs, blockBytes);
  const { least } = getRateBounds({ byChance: options.rate_process === 'poisson' });
  if (rate !== null) return { metric: 'iops', rate, least, by: 'rate' };
  const { thinktime } = options;
  return thinktime ? { metric: 'iops', rate: numjobs / thinktime, least: PAUSE_SHARE, by: 'pauses' } : null;
}

/**
 * Shares of the rate that is asked. fio 3.33 keeps an even one to a thousandth; with `poisson` and an engine that does
 * nothing it made 0.88 to 1.02 of it (measured on Debian 12, 1,000 to 50,000 I/Os a second). Few I/Os scatter more,
 * which comes on top: of twelve jobs at 10 a second for 10 s one made 0.87 and another 1.19.
 */
export function getRateBounds({ byChance }: { readonly byChance: boolean }): {
  readonly least: number;
  readonly most: number;
} {
  return byChance ? { least: 0.85, most: 1.1 } : { least: 0.95, most: 1.05 };
}

/** I/Os a second that a host asks for in a trial; null where as many as are answered. */
export function getRequestedRate(options: Options, numjobs: number, blockBytes: number): number | null {
  const { rate_iops: iops, rate } = options;
  if (iops !== undefined) return iops * numjobs;
  return rate === undefined ? null : (rate * numjobs) / blockBytes;
}
