/**
 * Doubts about a run, based on its output alone. Outputs of users have no other evidence; trials have. Thresholds are
 * chosen unless a source is named.
 */
import { formatBytes, formatSeconds } from '../../../../shapes/quantity';
import { sumAll } from '../../../../shapes/collections';
import { type Facts, fillText } from '../../../../shapes/problem';
import type { RunDetails } from '../../../../shapes/tool-result';
import { dropExplained } from '../../../tools/causes';
import { MIN_RATE_SHARE } from '../../../straggler';
import { PERCENTILES } from '../../../tools/io-metrics';
import { findReduction } from '../../options/data-reduction';
import { countFilesOfJob, findEngine, isSynchronous } from '../../options/engine';
import { isSet, canPause } from '../../options/pacing-options';
import { faults } from '../../options/known-options.json';
import { parseMix, parseRate } from '../../options/rates';
import { parseTime } from '../../options/values';
import { countInFlight, type Direction } from '../direction';
import { listOptions } from '../job';
import type { Run } from '../runs';
import { findBusyText, MIN_SUBMIT_SHARE, formatSubmission } from './client';
import texts from './doubts.json';
import { findRateFault, formatRate, MAX_DEVIATIONS } from './rate';
import { mixesVerification } from './verify';

/** A run that moves data. */
export interface DoubtInput {
  readonly run: Run;
  /** The run's directions, without the reads by which fio verified its writes. */
  readonly load: readonly Direction[];
  readonly option: (name: string) => string | null;
  /** Number of jobs, including clones merged into one entry. */
  readonly threads: number;
  /** Requested queue depth per job. */
  readonly depth: number;
  /** Maximum I/Os in flight of all jobs. */
  readonly slots: number;
  readonly direct: boolean;
  readonly workingBytes: number | null;
  /** Whether a file server has the data, as far as fio prints it. */
  readonly isRemote: boolean;
}

type Doubt = RunDetails['doubts'][number];
/** Returns the facts for its text; null if there is no doubt. */
type DoubtRule = (one: DoubtInput) => Facts | null;

/** Doubts that no known cause explains. */
export function listDoubts(one: DoubtInput): readonly Doubt[] {
  const found = RULES.flatMap(([code, rule]) => {
    const facts = rule(one);
    const doubt = texts[code] as Doubt;
    return facts === null ? [] : [{ ...doubt, code, text: fillText(doubt.text, facts) }];
  });
  return found.length === 0 ? [] : dropExplained(found, listCauses(one.option));
}

/** Causes that are no doubts. */
function listCauses(option: DoubtInput['option']): readonly string[] {
  const polls = findEngine(option('ioengine'))?.polls === true || POLLING_OPTIONS.some((name) => isSet(option(name)));
  return [...(canPause(option) ? ['paced'] : []), ...(polls ? ['polls'] : [])];
}

/** Share of the queue depth below which the storage did not limit the rate. */
const MIN_DEPTH_SHARE = 0.8;
/** fio's percentiles are means of bins up to 1/64 wide. */
const BIN_SLACK = 1.05;
/** Options with which threads poll for completions. */
const POLLING_OPTIONS = ['hipri', 'sqthread_poll', 'userspace_reap'];
/** Page faults: a few are from the start of fio. Above this share of the I/Os, they affect percentiles. */
const PAGE_FAULT_LIMITS = { least: 100, share: 0.01 };
/** Disk caches have 256 and 512 MiB, controller caches 1 GiB and more; nine of ten reads may hit them. */
const REREAD_LIMITS = { bytes: 2 ** 30, times: 10 };
/** File servers have up to hundreds of GiB of memory; two of three reads may hit it. Chosen. */
const REMOTE_REREAD_LIMITS = { bytes: 2 ** 39, times: 3 };
/** Tolerated difference from the requested mix, in addition to four standard deviations of a random mix. Chosen. */
const MIX_TOLERANCE = 0.02;
/** Minimum overlap of jobs, as a share of the time from the first start to the last end. */
const MIN_OVERLAP = 0.9;
/** Variation of the rate, as a share of its mean; reached by one half of the time with 2.3 times the other's rate. */
const RATE_VARIATION_LIMITS = { share: 0.4, samples: 20 };
/** Microseconds; no device is faster. */
const MIN_DEVICE_US = 5;
/** If many I/Os wait, latencies of real media vary by a fifth or more. */
const EVEN_LATENCY_LIMITS = { share: 0.1, flying: 16 };

const DOUBT_RULES: Readonly<Record<keyof typeof texts, DoubtRule>> = {
  inFlight: ({ run, load, slots }) => {
    const isKnown = load.every(({ latencyMeanUs }) => latencyMeanUs !== null) && !mixesVerification(run);
    const flying = countInFlight(load);
    return isKnown && slots > 1 && flying < MIN_DEPTH_SHARE * slots ? { flying: flying.toPrecision(3), slots } : null;
  },
  thin: ({ load, option }) => {
    const what = load.some(({ operation }) => operation !== 'read') ? findReduction(option) : null;
    return what === null ? null : { what };
  },
  synchronous: ({ option, depth }) => {
    const engine = option('ioengine');
    return depth > 1 && engine !== null && isSynchronous(engine) ? { depth, engine } : null;
  },
  serial: ({ option, depth }) => {
    const files = countFilesOfJob(option);
    return findEngine(option('ioengine'))?.isSerial === true && depth > files ? { depth, files } : null;
  },
  submission: ({ run: { jobs }, option, threads, depth }) => {
    const share = sumAll(jobs.map(({ submitting }) => submitting)) / threads;
    const isMore = depth > 1 && !isSynchronous(option('ioengine'));
    return isMore && share >= MIN_SUBMIT_SHARE ? { text: formatSubmission(share, depth) } : null;
  },
  rate: findRateDoubt,
  pauses: ({ load, option, threads, depth }) => {
    const [thinktime, flying] = [option('thinktime'), countInFlight(load)];
    return isSet(thinktime) && flying < MIN_DEPTH_SHARE * threads * depth
      ? { thinktime: thinktime ?? '', flying: flying.toPrecision(3) }
      : null;
  },
  batches: ({ option }) => {
    const least = Number(option('iodepth_batch_complete_min'));
    return least > 1 ? { least } : null;
  },
  target: ({ load, option }) => {
    const target = option('latency_target') ?? '';
    // Microseconds without a unit.
    const seconds = parseTime(/^\d+$/.test(target) ? `${target}us` : target) ?? 0;
    const at = Number(option('latency_percentile') ?? 100);
    const metric = PERCENTILES.find(({ percentile }) => percentile === at)?.metric;
    const all = load.map((one) => (metric === undefined ? one.spread?.mostUs : one.percentilesUs[metric]) ?? 0);
    const was = metric === undefined && at < 100 ? 0 : findMax(all) / 1e6;
    return seconds > 0 && was > BIN_SLACK * seconds ? { target, was: formatSeconds(was), at } : null;
  },
  busy: ({ run: { jobs }, option, threads }) => {
    const text = findBusyText(jobs, threads, countCpus(option('cpus_allowed') ?? '') || threads);
    return text === null ? null : { text };
  },
  paged: ({ run: { jobs }, load, option }) => {
    const faults = sumAll(jobs.map(({ majorFaults }) => majorFaults));
    const most = Math.max(PAGE_FAULT_LIMITS.least, PAGE_FAULT_LIMITS.share * sumAll(load.map(({ ios }) => ios)));
    return option('ioengine') === 'mmap' || faults < most ? null : { faults: formatRate(faults) };
  },
  repeated: ({ run, load, option, direct, workingBytes: size, isRemote }) => {
    const read = sumAll(load.map(({ operation, bytes }) => bytes * getReadShare(operation, run, option('rw') ?? '')));
    const isAgain = ({ bytes, times }: typeof REREAD_LIMITS): boolean =>
      size !== null && size <= bytes && read >= times * size;
    if (!direct || size === null || !(isAgain(REREAD_LIMITS) || (isRemote && isAgain(REMOTE_REREAD_LIMITS))))
      return null;
    return { size: formatBytes(size), times: formatRate(read / size) };
  },
  shared: ({ option, threads: jobs }) => (readsOneFile(option) && jobs > 1 ? { jobs } : null),
  mix: findMixDoubt,
  unequal: ({ run: { jobs } }) => {
    const rates = jobs.map(({ directions }) => sumAll(directions.map(({ iops }) => iops)));
    const share = findMin(rates) / findMax(rates);
    return share < MIN_RATE_SHARE ? { jobs: jobs.length, share: toPercent(share) } : null;
  },
  apart: ({ run: { jobs }, threads }) => {
    const lasted = jobs.map(({ directions }) => findMax(directions.map(({ runtimeMs }) => runtimeMs)));
    // fio before 3.36 does not print when jobs began.
    const starts = jobs.some(({ startedMs }) => startedMs === null) ? [] : jobs.map(({ startedMs }) => startedMs ?? 0);
    const span = findMax(lasted.map((ms, at) => (starts[at] ?? 0) + ms)) - (starts.length === 0 ? 0 : findMin(starts));
    const worked = jobs.map(({ workedMs }, at) => workedMs ?? ((lasted[at] ?? 0) * threads) / jobs.length);
    const share = sumAll(worked) / (threads * span);
    return threads > 1 && share < MIN_OVERLAP ? { jobs: threads, share: toPercent(share) } : null;
  },
  // Buffered writes may come in bursts.
  unsteady: ({ run: { jobs }, threads, direct }) => {
    if (!direct || threads > jobs.length) return null;
    const rates = jobs.flatMap(({ directions }) => directions.flatMap(({ spread }) => spread?.rate ?? []));
    const found = rates.find(
      // Small counts vary by their square root.
      ({ samples, mean, deviation }) =>
        samples >= RATE_VARIATION_LIMITS.samples &&
        (deviation / mean) ** 2 > RATE_VARIATION_LIMITS.share ** 2 + 2 / mean,
    );
    if (found === undefined) return null;
    const { mean, deviation, least } = found;
    return { share: toPercent(deviation / mean), least: formatRate(least), mean: formatRate(mean) };
  },
  few: ({ load }) => {
    const figures = listThinPercentiles(load, MIN_PERCENTILE);
    return figures.length === 0 ? null : { figures: figures.join(', and ') };
  },
  atOnce: ({ load, option, direct, depth }) => {
    const isAlone = direct && (depth === 1 || isSynchronous(option('ioengine')));
    const quick = load.find((one) => one.operation === 'read' && (one.latencyMeanUs ?? Infinity) < MIN_DEVICE_US);
    return isAlone && quick !== undefined ? { us: (quick.latencyMeanUs ?? 0).toPrecision(3) } : null;
  },
  // Reads of unwritten blocks are answered without disk access.
  even: ({ run: { jobs }, load: [read, other], option, direct }) => {
    const name = option('filename') ?? '';
    const isRaw = direct && name.startsWith('/dev/') && read?.operation === 'read' && other === undefined;
    const most = findMax(jobs.flatMap(({ directions }) => directions.map(({ spread }) => spread?.latency ?? Infinity)));
    if (!isRaw || countInFlight([read]) < EVEN_LATENCY_LIMITS.flying || most >= EVEN_LATENCY_LIMITS.share) return null;
    return { name, share: toPercent(most) };
  },
};

/** Up to this percentile, few I/Os make a run doubtful; of higher ones, they are only a remark. */
const MIN_PERCENTILE = 99;

/** Percentiles that are only the slowest I/O, the lowest of each direction. @param most highest percentile */
export function listThinPercentiles(load: DoubtInput['load'], most = 100): readonly string[] {
  return load.flatMap(({ operation, ios, percentilesUs }) => {
    const isThin = (percentile: number): boolean => ios < Math.round(100 / (100 - percentile));
    const first = PERCENTILES.find((one) => isThin(one.percentile) && percentilesUs[one.metric] !== undefined);
    const isHigher = first === undefined || first.percentile > most;
    return isHigher ? [] : [`${operation} ${first.metric} is only the slowest of ${ios} I/Os`];
  });
}

/** Whether all jobs read the same blocks in order. */
export function readsOneFile(option: (name: string) => string | null | undefined): boolean {
  const inOrder = /^(?:read|rw|readwrite)$/.test(option('rw') ?? option('readwrite') ?? '');
  return inOrder && Boolean(option('filename')) && !isSet(option('offset_increment'));
}

function getRequestedMix(job: Run['jobs'][number]): number {
  return parseMix(listOptions(job).map(([name, value]) => ({ line: 0, name, written: name, value }))) / 100;
}

/** Share of reads of an operation, 0–1; `unified_rw_reporting` reports reads and writes as mixed. */
function getReadShare(operation: string, { jobs: [first] }: Run, rw: string): number {
  if (operation !== 'mixed') return operation === 'read' ? 1 : 0;
  if (/^(?:rand)?read$/.test(rw)) return 1;
  return first !== undefined && /^(?:(?:rand)?rw|readwrite)$/.test(rw) ? getRequestedMix(first) : 0;
}

function findMixDoubt({ run: { jobs }, load, option }: DoubtInput): Facts | null {
  const [read, write] = (['read', 'write'] as const).map(
    (name) => load.find(({ operation }) => operation === name)?.ios,
  );
  const [first] = jobs;
  const isAsked = option('rwmixread') !== null || option('rwmixwrite') !== null;
  const rates = ['rate', 'rate_iops'].flatMap((name) => (isSet(option(name)) ? [option(name) ?? ''] : []));
  // Rates of both directions set the mix.
  const isRated = rates.some((rate) => rate.includes(','));
  if (first === undefined || read === undefined || write === undefined || !isAsked || isRated) return null;
  const asked = getRequestedMix(first);
  const [ios, share] = [read + write, read / (read + write)];
  const deviations = MAX_DEVIATIONS * Math.sqrt((asked * (1 - asked)) / ios);
  if (Math.abs(share - asked) <= MIX_TOLERANCE + deviations) return null;
  const { does, remedy } = faults.mixOfOneRate;
  return { share: toPercent(share), mix: toPercent(asked), why: rates.length > 0 ? `: ${does}; ${remedy}` : '' };
}

const RULES = Object.entries(DOUBT_RULES) as readonly (readonly [keyof typeof texts, DoubtRule])[];

function findRateDoubt({ load, option, run: { jobs }, threads, depth }: DoubtInput): Facts | null {
  const [first] = jobs;
  const operations = load.map(({ operation }) => operation);
  const rw = operations.length === 2 ? 'rw' : operations[0];
  // With several block sizes, fio paces I/Os by the smallest.
  const isKnown = !isSet(option('bssplit')) && !isSet(option('bsrange'));
  if (first === undefined || !isKnown || rw === 'mixed' || rw === 'trim' || rw === undefined) return null;
  const lines = listOptions(first).map(([name, value]) => ({ line: 0, name, written: name, value }));
  const given = parseRate(lines, rw);
  if (given === null) return null;
  const requested = Object.entries(given.iops).map(([operation, rate]) => ({
    operation: operation as Direction['operation'],
    rate: rate * threads,
  }));
  const slots = threads * (isSynchronous(option('ioengine')) ? 1 : depth);
  const fault = findRateFault(load, { requested, byChance: given.byChance, slots, jobs: threads, over: null });
  return fault === null || fault.code === 'RateNotKnown' ? null : { text: fault.text };
}

/** Number of CPUs in a list like `0,4-7`; 0 for anything else. */
function countCpus(text: string): number {
  const counts = text.split(',').map((part) => {
    const [, from, to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim()) ?? [];
    return from === undefined ? 0 : Number(to) - Number(from) + 1;
  });
  return sumAll(counts);
}

function toPercent(share: number): string {
  return (100 * share).toFixed(0);
}

/** Without the spread operator: a call accepts fewer arguments than there may be values. */
function findMax(values: readonly number[]): number {
  return values.reduce((all, value) => Math.max(all, value), 0);
}

function findMin(values: readonly number[]): number {
  return values.reduce((all, value) => Math.min(all, value), Infinity);
}
