/**
 * Options of fio beyond those that every cell of data has, one entry each: how it is written, its words, its argument.
 * What they may not be together is in `check.ts`, what they say of a result in `judge-options.ts`.
 * Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import * as z from 'zod';
import type { GivenLoad } from '../../../shapes/metric';
import { quantityOf, seconds } from '../../../shapes/quantity-fields';
import { about } from '../../../shapes/setting';
import { allowed, also, whole } from '../../fields';
import { METHOD_NAMES } from '../verify/methods';
import { thinData } from './content';
import { readSplit } from './block-split';

const MOST = 1_000_000_000;

/** Each with its own number: https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-random-distribution. */
const DISTRIBUTION = /^(?:random|zipf:\d+(?:\.\d+)?|pareto:0?\.\d+|normal:\d+(?:\.\d+)?)$/;
const DISTRIBUTIONS = 'random, zipf:1.2, pareto:0.2, normal:20';
const STEADY = /^(?:iops|bw)(?:_slope)?:\d+(?:\.\d+)?%?$/;

const written = (form: (text: string) => boolean, words: string) =>
  z.string({ error: allowed(words) }).refine(form, { error: allowed(words) });
const option = <T extends z.ZodType>(field: T, words: string, names: readonly string[] = [], more = {}) =>
  field
    .optional()
    .meta(also(...names))
    .meta(about(words, { only: 'where data are read and written', ...more }));

/** Fields of the schema. */
export const OPTION_FIELDS = {
  rate_iops: option(
    whole(1, MOST),
    'I/Os a second of each job, reads and writes of a mix together: latency at a given rate in place of as many ' +
      'I/Os as the storage answers. `iodepth` is how many may be in flight then. An I/O that begins late is timed ' +
      'from when it begins: trials say so where the rate of a second shows it (`RateWithoutRoom`).',
    ['rateiops', 'iops_limit', 'target_iops'],
    { examples: [2000] },
  ),
  rate: option(quantityOf('bytes/s'), 'The same in bytes a second of each job.', ['rate_bw', 'bandwidth_limit'], {
    examples: ['100 MiB/s'],
  }),
  rate_process: option(
    z.enum(['linear', 'poisson'], { error: allowed('linear, poisson') }),
    'With a rate: I/Os at even distances, or by chance as users come. fio 3.33 comes up to a tenth short of the rate ' +
      'with `poisson`.',
    [],
    { default: 'linear' },
  ),
  bssplit: option(
    written((text) => readSplit(text) !== null, 'sizes and percents that make 100, e.g. 4k/60:64k/40'),
    'In place of `bs`: sizes of I/Os and their shares in percent; those of writes after a comma.',
    ['block_split', 'blocksize_split'],
    { examples: ['4k/60:64k/40'] },
  ),
  random_distribution: option(
    written((text) => DISTRIBUTION.test(text), DISTRIBUTIONS),
    'Which offsets random I/O takes. All but `random` have a hot part, which caches of the storage may answer.',
    ['distribution'],
    { default: 'random', allowed: DISTRIBUTIONS, examples: ['zipf:1.2'] },
  ),
  fsync: option(
    whole(1, MOST),
    'An fsync after so many writes of a job. It takes its time, and is in no latency of a write.',
    ['sync_every'],
    { examples: [1] },
  ),
  fdatasync: option(whole(1, MOST), 'The same with fdatasync.', [], { examples: [1] }),
  sync: option(
    z.enum(['none', 'sync', 'dsync'], { error: allowed('none, sync, dsync') }),
    'Each write waits until the storage has it: O_SYNC, or O_DSYNC (fio 3.28 and newer).',
    [],
    { default: 'none' },
  ),
  refill_buffers: option(
    z.boolean({ error: allowed('true, false') }),
    'Each write has new random bytes: nothing of it compresses or repeats. Costs processor time.',
    [],
    { default: false },
  ),
  buffer_compress_percentage: option(
    whole(1, 99),
    'Data of which so many percent compress away: of what is written, and of the files that are read. Cells of ' +
      'each such percentage have files of their own, written before any trial, so that reads find what was asked. ' +
      'Left out: data that neither compress nor repeat. Each write then fills its buffer anew, which costs ' +
      'processor time.',
    ['compress_percentage', 'compressibility'],
    { examples: [50] },
  ),
  verify: option(
    z.enum(METHOD_NAMES, { error: allowed(METHOD_NAMES.join(', ')) }),
    'Each 4 KiB that is written carries its place and a checksum of this kind. After the measured time each host ' +
      'reads its files back, in time and estimate and in no figure: other data than were written make the trial ' +
      'INVALID. Blocks that were damaged, mixed or put elsewhere are found; a write that never arrived, over an ' +
      'older sound block, is not. Files are those of such cells alone. Filling and checksumming take processor time.',
    ['checksum', 'verification', 'data_verify'],
    { only: 'where data are written', examples: ['crc32c'] },
  ),
  thinktime: option(
    seconds,
    'A pause of each job after each I/O, for which it has no other in flight.',
    ['think_time'],
    { examples: ['2ms'] },
  ),
  steadystate: option(
    written((text) => STEADY.test(text), 'e.g. iops:2%, bw:5%, iops_slope:0.3%, bw_slope:0.3%'),
    'Ends a trial before its `runtime` where the rate is steady: `iops` or `bw` within so much of its mean, or its ' +
      'slope within so much.',
    ['steady_state', 'ss'],
    { examples: ['iops:2%'] },
  ),
  steadystate_duration: option(seconds, 'Seconds for which it has to be steady.', ['ss_dur', 'steady_state_duration'], {
    needed: 'with steadystate',
    examples: ['30s'],
  }),
  steadystate_ramp_time: option(seconds, 'Seconds before that, which are measured and not looked at.', ['ss_ramp'], {
    default: 0,
  }),
};

type Raw = z.output<z.ZodObject<typeof OPTION_FIELDS>>;
/** Those of them that a spec gives. */
export type Options = { readonly [N in keyof Raw]?: NonNullable<Raw[N]> };
type OptionName = keyof Options;

/** Their names, in the order of the schema. */
export const OPTION_NAMES = Object.keys(OPTION_FIELDS) as readonly OptionName[];

/** What fio does where nothing is said: saying it is no other configuration. */
const DEFAULTS: Options = {
  rate_process: 'linear',
  random_distribution: 'random',
  sync: 'none',
  refill_buffers: false,
};

/** Those that a spec gives, without what is fio's own default. */
export function optionsOf(raw: Raw): Options {
  return Object.fromEntries(
    OPTION_NAMES.flatMap((name) =>
      raw[name] === undefined || raw[name] === DEFAULTS[name] ? [] : [[name, raw[name]]],
    ),
  ) as Options;
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
export function thinOf({ buffer_compress_percentage: percent }: Options): string | null {
  return thinData((name) => (name === 'buffer_compress_percentage' && percent !== undefined ? String(percent) : null));
}

/** What an argument says beside the option itself. */
interface Beside {
  /** Share of reads in a mix, %; null where there is one direction. */
  readonly reads: number | null;
}

/** One for reads and one for writes: https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-rate-iops. */
function shared(rate: number, { reads }: Beside): string {
  if (reads === null) return String(Math.round(rate));
  const ofReads = Math.max(1, Math.round((rate * reads) / 100));
  return `${ofReads},${Math.max(1, Math.round(rate) - ofReads)}`;
}

const micros = (value: number): string => String(Math.round(value * 1e6));
const milliseconds = (value: number): string =>
  Number.isInteger(value) ? `${value}s` : `${Math.round(value * 1000)}ms`;

/** Values as fio takes them: bytes, and times with their unit, so that no version reads another into them. */
const VALUES: { readonly [N in OptionName]-?: (value: NonNullable<Options[N]>, beside: Beside) => string } = {
  rate_iops: shared,
  rate: shared,
  rate_process: String,
  bssplit: String,
  random_distribution: String,
  fsync: String,
  fdatasync: String,
  // What older versions take, too.
  sync: (value) => ({ none: '0', sync: '1', dsync: 'dsync' })[value],
  refill_buffers: (value) => (value ? '1' : '0'),
  buffer_compress_percentage: String,
  verify: String,
  thinktime: micros,
  steadystate: String,
  steadystate_duration: milliseconds,
  steadystate_ramp_time: milliseconds,
};

/** What a spec says of one, as fio's options are looked up; undefined where it says nothing, or has no such option. */
export function saidIn(options: Options, name: string): string | undefined {
  const value = (options as Readonly<Record<string, string | number | boolean | undefined>>)[name];
  return value === undefined ? undefined : String(value);
}

/** Arguments of fio for what a spec gives, in the order of the schema. */
export function optionArguments(options: Options, beside: Beside): readonly string[] {
  return OPTION_NAMES.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [`--${name}=${(VALUES[name] as Value)(value, beside)}`];
  });
}

type Value = (value: NonNullable<Options[OptionName]>, beside: Beside) => string;

/** Jobs that wait for storage for a tenth of the time, and pause for the rest: pauses are what ends their rate. */
const PAUSING = 0.9;

/** What one host asks for at most; null where as many I/Os as are answered. */
export function givenLoad(options: Options, numjobs: number, blockBytes: number): GivenLoad | null {
  const rate = askedRate(options, numjobs, blockBytes);
  if (rate !== null)
    return {
      metric: 'iops',
      rate,
      least: rateReach({ byChance: options.rate_process === 'poisson' }).least,
      by: 'rate',
    };
  const { thinktime } = options;
  return thinktime ? { metric: 'iops', rate: numjobs / thinktime, least: PAUSING, by: 'pauses' } : null;
}

/**
 * Shares of the rate that is asked. fio 3.33 keeps an even one to a thousandth; with `poisson` and an engine that does
 * nothing it made 0.88 to 1.02 of it (measured on Debian 12, 1,000 to 50,000 I/Os a second). Few I/Os scatter more,
 * which comes on top: of twelve jobs at 10 a second for 10 s one made 0.87 and another 1.19.
 */
export function rateReach({ byChance }: { readonly byChance: boolean }): {
  readonly least: number;
  readonly most: number;
} {
  return byChance ? { least: 0.85, most: 1.1 } : { least: 0.95, most: 1.05 };
}

/** I/Os a second that a host asks for in a trial; null where as many as are answered. */
export function askedRate(options: Options, numjobs: number, blockBytes: number): number | null {
  const { rate_iops: iops, rate } = options;
  if (iops !== undefined) return iops * numjobs;
  return rate === undefined ? null : (rate * numjobs) / blockBytes;
}
