/** Options that contradict each other, or the rest of a cell; and those that measure something else than one thinks. */
import type { Problem } from '../../../shapes/problem';
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import type { DataParams } from '../schema';
import { HEADER_EVERY } from '../verify/methods';
import { readBackBytes, readBackSeconds } from '../verify/verify';
import { readSplit } from './block-split';
import { COUNTED } from './content';
import { type Options, saidIn, thinOf } from './options';
import { isClocked } from './paces';

const FIO = 'https://fio.readthedocs.io/en/latest/fio_doc.html';
const page = (option: string): string => `${FIO}#cmdoption-arg-${option.replaceAll('_', '-')}`;

type Rule = (params: DataParams) => Omit<Problem, 'severity' | 'source' | 'path'> | null;

const ONLY_READS = ['read', 'randread'];
const isOnlyReads = ({ rw }: DataParams): boolean => ONLY_READS.includes(rw);

function needsWrites(name: keyof Options): Rule {
  return (params) =>
    params[name] !== undefined && isOnlyReads(params)
      ? {
          code: 'NeedsWrites',
          message: `rw: ${params.rw} writes nothing, so ${name} has no meaning; leave it out, or write`,
        }
      : null;
}

/** By the option at which each points, one or more rules. */
const ERRORS: Partial<Record<keyof Options, readonly Rule[]>> = {
  rate: [
    ({ rate, rate_iops: iops }) =>
      rate === undefined || iops === undefined
        ? null
        : { code: 'RateTwice', message: 'rate and rate_iops are two words for one thing; leave one of them out' },
  ],
  rate_process: [
    (params) =>
      params.rate_process === undefined || isPaced(params)
        ? null
        : {
            code: 'RateNeeded',
            message: 'rate_process says how a rate is kept, and there is none; give rate_iops or rate',
          },
  ],
  bssplit: [
    (params) =>
      params.bssplit === undefined || !isPaced(params)
        ? null
        : {
            code: 'RateOfOneSize',
            message:
              'fio reckons a rate by the smallest size, so that sizes that differ miss it; give bs in place of bssplit',
          },
  ],
  random_distribution: [
    ({ random_distribution: distribution, rw }) =>
      distribution === undefined || rw.startsWith('rand')
        ? null
        : {
            code: 'NeedsRandom',
            message: `rw: ${rw} takes offsets in order; random_distribution goes with randread, randwrite, randrw`,
          },
  ],
  fsync: [needsWrites('fsync')],
  fdatasync: [needsWrites('fdatasync')],
  sync: [needsWrites('sync')],
  refill_buffers: [
    needsWrites('refill_buffers'),
    ({ refill_buffers: refill, buffer_compress_percentage: percent }) =>
      refill === undefined || percent === undefined
        ? null
        : {
            code: 'ContentTwice',
            message: 'buffer_compress_percentage fills each buffer anew by itself: leave refill_buffers out',
          },
  ],
  verify: [needsWrites('verify'), blocksOfHeaders, readsMemory, contentOfVerify],
  thinktime: [
    (params) =>
      params.thinktime === undefined || !isPaced(params)
        ? null
        : { code: 'TwoPaces', message: 'a rate and thinktime are two paces; leave one of them out' },
  ],
  steadystate: [
    ({ steadystate, steadystate_duration: lasts }) =>
      steadystate === undefined || lasts !== undefined
        ? null
        : { code: 'SteadyForHowLong', message: 'for how long is missing: give steadystate_duration, e.g. 30s' },
  ],
  steadystate_duration: [needsSteady('steadystate_duration'), steadyTooShort, steadyTooLong],
  steadystate_ramp_time: [needsSteady('steadystate_ramp_time')],
};

function blocksOfHeaders({ verify, bs, bssplit }: DataParams): ReturnType<Rule> {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  const odd = (split?.write.map(({ bytes }) => bytes) ?? [bs ?? 0]).find((bytes) => bytes % HEADER_EVERY !== 0);
  if (verify === undefined || odd === undefined) return null;
  const why = `with verify each ${formatBytes(HEADER_EVERY)} carry a checksum of their own`;
  const message = `${why}; found blocks of ${formatBytes(odd)}, allowed: multiples of ${formatBytes(HEADER_EVERY)}`;
  return { code: 'VerifyBlocks', message };
}

function readsMemory({ verify, direct }: DataParams): ReturnType<Rule> {
  if (verify === undefined || direct !== false) return null;
  const message = 'with direct: false what is read back is in the memory of the host; leave direct or verify out';
  return { code: 'VerifyBuffered', message };
}

function contentOfVerify(params: DataParams): ReturnType<Rule> {
  const { verify, buffer_compress_percentage: percent, refill_buffers: refill } = params;
  if (verify === undefined || (percent === undefined && refill === undefined)) return null;
  const other = percent === undefined ? 'refill_buffers' : 'buffer_compress_percentage';
  const message = `verify fills each write anew by itself, with data that do not compress; leave ${other} out`;
  return { code: 'ContentTwice', message };
}

function needsSteady(name: keyof Options): Rule {
  return (params) =>
    params[name] === undefined || params.steadystate !== undefined
      ? null
      : { code: 'SteadyOfWhat', message: `${name} has no meaning without steadystate, e.g. iops:2%` };
}

/** fio looks at the rate once a second. */
const LEAST_LOOKS = 5;

function steadyTooShort({ steadystate_duration: lasts }: DataParams): ReturnType<Rule> {
  if (lasts === undefined || lasts >= LEAST_LOOKS) return null;
  const why = `fio looks at the rate once a second, and ${formatSeconds(lasts)} say nothing`;
  return { code: 'SteadyTooShort', message: `${why}; allowed: ${LEAST_LOOKS}s and more` };
}

function steadyTooLong(params: DataParams): ReturnType<Rule> {
  const { steadystate_duration: lasts, steadystate_ramp_time: ramp = 0, runtime } = params;
  if (lasts === undefined || lasts + ramp < runtime) return null;
  const sum = `${formatSeconds(lasts + ramp)} of steadystate_duration and steadystate_ramp_time`;
  return {
    code: 'SteadyTooLong',
    message: `${sum} are never over within a runtime of ${formatSeconds(runtime)}; give a longer runtime`,
  };
}

/** Findings with paths relative to the workload's entry. */
export function checkOptions(params: DataParams): readonly Problem[] {
  const errors = (Object.entries(ERRORS) as [keyof Options, readonly Rule[]][]).flatMap(([name, rules]) =>
    rules.flatMap((rule): Problem[] => {
      const found = rule(params);
      return found === null ? [] : [{ severity: 'error', path: [name], source: page(name), ...found }];
    }),
  );
  return [...errors, ...advice(params)];
}

function advice(params: DataParams): readonly Problem[] {
  const { rate_iops: iops, iodepth, random_distribution: distribution } = params;
  const thin = thinOf(params);
  const found: Problem[] = [];
  if (isPaced(params) && iodepth === 1) {
    found.push({
      severity: 'advice',
      code: 'RateWithoutDepth',
      path: [iops === undefined ? 'rate' : 'rate_iops'],
      message:
        'with iodepth: 1 an I/O that is late holds up the next, and no latency has that wait; iodepth: 32, e.g., ' +
        'lets I/Os begin on time while others are in flight',
      source: page('rate_iops'),
    });
  }
  if (distribution !== undefined && params.rw.startsWith('rand')) {
    found.push({
      severity: 'advice',
      path: ['random_distribution'],
      ...hotAdvice(distribution),
      source: page('random_distribution'),
    });
  }
  if (params.verify !== undefined) {
    const seconds = readBackSeconds(params).expected;
    found.push({
      severity: 'advice',
      code: 'VerifyAfter',
      path: ['verify'],
      message:
        `after each trial each host reads back ${formatBytes(readBackBytes(params))}, some ` +
        `${formatSeconds(Math.round(seconds))}; writes are filled and checksummed by the host, so that it may be the ` +
        'host that ends their rate. A write that never arrived, over an older sound block, is not found',
      source: page('verify'),
    });
  }
  if (thin !== null) {
    found.push({
      severity: 'advice',
      path: ['buffer_compress_percentage'],
      ...thinAdvice(thin),
      source: page('buffer_compress_percentage'),
    });
  }
  return found;
}

/** A rate is asked, whatever the storage answers. */
export function isPaced(options: Options): boolean {
  return isClocked((name) => saidIn(options, name));
}

/** Advice on data that compress or repeat. @param clause as `thinData` gives it */
export function thinAdvice(clause: string): { readonly code: string; readonly message: string } {
  const message = `${clause}${COUNTED} may give more than its disks can; leave it out to measure these`;
  return { code: 'CompressibleData', message };
}

/** Advice on offsets that are not spread evenly. */
export function hotAdvice(distribution: string): { readonly code: string; readonly message: string } {
  const message = `${distribution} goes to some blocks again and again: caches of the storage are in what is measured`;
  return { code: 'HotSet', message };
}
