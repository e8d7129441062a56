/**
 * What speaks against a run by what it says of itself. Outputs that people bring are judged by it alone: hosts of
 * trials say more. Thresholds are chosen where no source is named.
 */
import { formatBytes, formatSeconds } from '../../../../shapes/quantity';
import { sumOf } from '../../../../shapes/group';
import { type Facts, say } from '../../../../shapes/problem';
import type { Stated } from '../../../../shapes/tool-result';
import { PERCENTILES } from '../../../tools/io-metrics';
import { thinData } from '../../options/content';
import { isSynchronous } from '../../options/engine';
import { isSaid, pauses } from '../../options/paces';
import { rateOf } from '../../options/rates';
import { secondsOf } from '../../options/values';
import type { Direction } from '../direction';
import { listOptions } from '../job';
import type { Run } from '../runs';
import { busyText, SUBMITTING, submissionText } from './client';
import texts from './doubts.json';
import { findRateFault } from './rate';

/** A run that moves data. */
export interface Subject {
  readonly run: Run;
  /** Its directions without reads by which fio verified what it wrote. */
  readonly load: readonly Direction[];
  readonly option: (name: string) => string | null;
  /** Jobs, also those of one entry. */
  readonly threads: number;
  /** As its options ask for, of each job. */
  readonly depth: number;
  readonly direct: boolean;
  readonly workingBytes: number | null;
}

type Doubt = Stated['doubts'][number];
/** Facts of its text; null where nothing is wrong. */
type Rule = (one: Subject) => Facts | null;

/** All that its rules find, in their order. */
export function listDoubts(one: Subject): readonly Doubt[] {
  return Object.entries(RULES).flatMap(([name, rule]) => {
    const facts = rule(one);
    const doubt = texts[name as keyof typeof RULES] as Doubt;
    return facts === null ? [] : [{ ...doubt, text: say(doubt.text, facts) }];
  });
}

/** Fewer in flight than this share of the depth, and pauses decide the rate. */
const FEW = 0.8;
/** fio's percentiles are means of bins up to 1/64 wide. */
const BIN = 1.05;
/** With these, threads look for their I/Os all the time. */
const POLLING = ['hipri', 'sqthread_poll', 'userspace_reap'];
/** Page faults: fewer are of the start of fio; above this share of its I/Os its percentiles have them. */
const PAGED = { least: 100, share: 0.01 };
/** Caches of disks have 256 and 512 MiB, those of controllers 1 GiB and more; nine of ten reads may be from them. */
const REPEATED = { bytes: 2 ** 30, times: 10 };
/** As of hosts of trials (`Straggler`). */
const UNEQUAL = 0.7;
/** Share of the time from the first start to the last end. */
const TOGETHER = 0.9;
/** A load with 2.3 times the rate in one half of its time scatters by this share of its mean. */
const UNSTEADY = { share: 0.4, samples: 20 };
/** Microseconds in which no device answers. */
const AT_ONCE_US = 5;
/** Latencies of media scatter by a fifth and more where many I/Os wait. */
const EVEN = { share: 0.1, flying: 16 };

const RULES: Readonly<Record<keyof typeof texts, Rule>> = {
  thin: ({ load, option }) => {
    const what = load.some(({ operation }) => operation !== 'read') ? thinData(option) : null;
    return what === null ? null : { what };
  },
  synchronous: ({ option, depth }) => {
    const engine = option('ioengine');
    return depth > 1 && engine !== null && isSynchronous(engine) ? { depth, engine } : null;
  },
  submission: ({ run: { jobs }, option, threads, depth }) => {
    const share = sumOf(jobs.map(({ submitting }) => submitting)) / threads;
    const isMore = depth > 1 && !isSynchronous(option('ioengine'));
    return isMore && share >= SUBMITTING ? { text: submissionText(share, depth) } : null;
  },
  rate: findRate,
  pauses: ({ load, option, threads, depth }) => {
    const [thinktime, flying] = [option('thinktime'), flyingOf(load)];
    return isSaid(thinktime) && flying < FEW * threads * depth
      ? { thinktime: thinktime ?? '', flying: flying.toPrecision(3) }
      : null;
  },
  batches: ({ option }) => {
    const least = Number(option('iodepth_batch_complete_min'));
    return least > 1 ? { least } : null;
  },
  target: ({ load, option }) => {
    const target = option('latency_target') ?? '';
    // Microseconds where no unit is said.
    const seconds = secondsOf(/^\d+$/.test(target) ? `${target}us` : target) ?? 0;
    const at = Number(option('latency_percentile') ?? 100);
    const metric = PERCENTILES.find(({ percentile }) => percentile === at)?.metric;
    const all = load.map((one) => (metric === undefined ? one.spread?.mostUs : one.percentilesUs[metric]) ?? 0);
    const was = metric === undefined && at < 100 ? 0 : greatest(all) / 1e6;
    return seconds > 0 && was > BIN * seconds ? { target, was: formatSeconds(was), at } : null;
  },
  busy: ({ run: { jobs }, option, threads }) => {
    if (pauses(option) || POLLING.some((name) => isSaid(option(name)))) return null;
    const text = busyText(jobs, threads, countCpus(option('cpus_allowed') ?? '') || threads);
    return text === null ? null : { text };
  },
  paged: ({ run: { jobs }, load, option }) => {
    const faults = sumOf(jobs.map(({ majorFaults }) => majorFaults));
    const most = Math.max(PAGED.least, PAGED.share * sumOf(load.map(({ ios }) => ios)));
    return option('ioengine') === 'mmap' || faults < most ? null : { faults: figure(faults) };
  },
  repeated: ({ load, direct, workingBytes: size }) => {
    const read = sumOf(load.map(({ operation, bytes }) => (operation === 'read' ? bytes : 0)));
    if (!direct || size === null || size > REPEATED.bytes || read < REPEATED.times * size) return null;
    return { size: formatBytes(size), times: figure(read / size) };
  },
  shared: ({ option, threads: jobs, direct }) => {
    const inOrder = /^(?:read|rw|readwrite)$/.test(option('rw') ?? option('readwrite') ?? '');
    const isOne = option('filename') !== null && !isSaid(option('offset_increment'));
    return !direct && inOrder && isOne && jobs > 1 ? { jobs } : null;
  },
  unequal: ({ run: { jobs } }) => {
    const rates = jobs.map(({ directions }) => sumOf(directions.map(({ iops }) => iops)));
    const share = smallest(rates) / greatest(rates);
    return share < UNEQUAL ? { jobs: jobs.length, share: percent(share) } : null;
  },
  apart: ({ run: { jobs }, threads }) => {
    const lasted = jobs.map(({ directions }) => greatest(directions.map(({ runtimeMs }) => runtimeMs)));
    // Before fio 3.36 nothing says when they began.
    const starts = jobs.some(({ startedMs }) => startedMs === null) ? [] : jobs.map(({ startedMs }) => startedMs ?? 0);
    const span =
      greatest(lasted.map((ms, at) => (starts[at] ?? 0) + ms)) - (starts.length === 0 ? 0 : smallest(starts));
    const worked = jobs.map(({ workedMs }, at) => workedMs ?? ((lasted[at] ?? 0) * threads) / jobs.length);
    const share = sumOf(worked) / (threads * span);
    return threads > 1 && share < TOGETHER ? { jobs: threads, share: percent(share) } : null;
  },
  // What goes into memory may well come in bursts.
  unsteady: ({ run: { jobs }, option, threads, direct }) => {
    if (!direct || pauses(option) || threads > jobs.length) return null;
    const rates = jobs.flatMap(({ directions }) => directions.flatMap(({ spread }) => spread?.rate ?? []));
    const found = rates.find(
      // Of few I/Os in each half second the count scatters by its root.
      ({ samples, mean, deviation }) =>
        samples >= UNSTEADY.samples && (deviation / mean) ** 2 > UNSTEADY.share ** 2 + 2 / mean,
    );
    if (found === undefined) return null;
    const { mean, deviation, least } = found;
    return { share: percent(deviation / mean), least: figure(least), mean: figure(mean) };
  },
  few: ({ load }) => {
    const figures = load.flatMap(({ operation, ios, percentilesUs }) => {
      const isFew = (percentile: number): boolean => ios < Math.round(100 / (100 - percentile));
      const first = PERCENTILES.find((one) => isFew(one.percentile) && percentilesUs[one.metric] !== undefined);
      return first === undefined ? [] : [`${operation} ${first.metric} is that of the slowest of ${ios} I/Os`];
    });
    return figures.length === 0 ? null : { figures: figures.join(', and ') };
  },
  atOnce: ({ load, option, direct, depth }) => {
    const isAlone = direct && (depth === 1 || isSynchronous(option('ioengine')));
    const quick = load.find((one) => one.operation === 'read' && (one.latencyMeanUs ?? Infinity) < AT_ONCE_US);
    return isAlone && quick !== undefined ? { us: (quick.latencyMeanUs ?? 0).toPrecision(3) } : null;
  },
  // Reads of blocks that were never written are answered from a map.
  even: ({ run: { jobs }, load: [read, other], option, direct }) => {
    const name = option('filename') ?? '';
    const isRaw = direct && name.startsWith('/dev/') && read?.operation === 'read' && other === undefined;
    const most = greatest(
      jobs.flatMap(({ directions }) => directions.map(({ spread }) => spread?.latency ?? Infinity)),
    );
    if (!isRaw || flyingOf([read]) < EVEN.flying || most >= EVEN.share) return null;
    return { name, share: percent(most) };
  },
};

function findRate({ load, option, run: { jobs }, threads, depth }: Subject): Facts | null {
  const [first] = jobs;
  const operations = load.map(({ operation }) => operation);
  const rw = operations.length === 2 ? 'rw' : operations[0];
  // With several sizes fio paces by the smallest.
  const isKnown = !isSaid(option('bssplit')) && !isSaid(option('bsrange'));
  if (first === undefined || !isKnown || rw === 'mixed' || rw === 'trim' || rw === undefined) return null;
  const lines = listOptions(first).map(([name, value]) => ({ line: 0, name, written: name, value }));
  const given = rateOf(lines, rw);
  if (given === null) return null;
  const asked = Object.entries(given.iops).map(([operation, rate]) => ({
    operation: operation as Direction['operation'],
    rate: rate * threads,
  }));
  const slots = threads * (isSynchronous(option('ioengine')) ? 1 : depth);
  const fault = findRateFault(load, { asked, byChance: given.byChance, slots, jobs: threads, over: null });
  return fault === null || fault.code === 'RateNotKnown' ? null : { text: fault.text };
}

/** Of `0,4-7`; 0 for anything else. */
function countCpus(text: string): number {
  const counts = text.split(',').map((part) => {
    const [, from, to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim()) ?? [];
    return from === undefined ? 0 : Number(to) - Number(from) + 1;
  });
  return sumOf(counts);
}

/** I/Os in flight, by Little's law. */
function flyingOf(load: Subject['load']): number {
  return sumOf(load.map(({ iops, latencyMeanUs }) => (iops * (latencyMeanUs ?? 0)) / 1e6));
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
}

function figure(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}

/** There may be more than a call takes arguments. */
function greatest(values: readonly number[]): number {
  return values.reduce((all, value) => Math.max(all, value), 0);
}

function smallest(values: readonly number[]): number {
  return values.reduce((all, value) => Math.min(all, value), Infinity);
}
