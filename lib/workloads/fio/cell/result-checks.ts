/**
 * What a host whose fio ended well is checked for, one row each. Do its figures agree with each other and with what was
 * asked? Where not, the text was changed, or another thing was measured. Did the host do what was asked of it, for as
 * long, with as much in flight? Was it the storage that answered, or the memory of the host?
 */
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import type { HostStatus } from '../../contract';
import { computeDeviation, meanBytes, readSplit } from '../options/block-split';
import { directionsIn, hasWrites, isMix, MIX_DEFAULT } from '../options/operations';
import { getSetting } from '../options/options';
import { pauses } from '../options/pacing-options';
import type { Direction } from '../output/direction';
import { findBusyText, SUBMIT_SHARE, formatSubmission } from '../output/problems/client';
import { type CellParams, type DataParams, isMetadata, METADATA_OPERATION } from '../schema';
import { checkFlushes, readCellFlushing, isCellFlushBound } from './flushes';
import { type HostOutput, runtimeSeconds } from './read-host';

/** What one check looks at. */
interface CheckInput<P extends CellParams = CellParams> {
  readonly host: HostOutput;
  readonly status: HostStatus;
  readonly params: P;
}

interface CheckFinding {
  readonly level: Reason['level'];
  readonly code: string;
  readonly text: string;
}
type Check<P extends CellParams = CellParams> = (one: CheckInput<P>) => readonly CheckFinding[];

/** Runs checks in their order. */
export function applyChecks<P extends CellParams>(checks: readonly Check<P>[], one: CheckInput<P>): readonly Reason[] {
  return checks
    .flatMap((check) => check(one))
    .map((found) => ({ ...found, text: `${one.host.raw.host}: ${found.text}` }));
}

/** A check that finds one thing; its text is null where nothing is wrong. */
function toCheck<P extends CellParams>(
  level: CheckFinding['level'],
  code: string,
  textOf: (one: CheckInput<P>) => string | null,
): Check<P> {
  return (one) => {
    const text = textOf(one);
    return text === null ? [] : [{ level, code, text }];
  };
}

/** Figures that say the same in two ways may differ by this share: versions round to whole units. */
const TOLERANCE = 0.02;
/** Whole milliseconds, operations/s and KiB/s of old versions: what rounding alone may make of small figures. */
const ROUNDING = { ms: 1, perSecond: 1, bytes: 1024 };
/** Share of reads in a mix may be off by so many points; of few I/Os, by three standard deviations of a toss. */
const MIX_POINTS = 5;
const MIX_DEVIATIONS = 3;
/** A measurement shorter than this share of what was asked is another measurement. */
const MIN_RUNTIME = 0.8;
/** One shorter or longer than these shares is in doubt. */
const RUNTIME = { least: 0.95, most: 1.1 };
/** It can have measured for no longer than it was there, but for what rounding and two clocks make of that. */
const CLOCK = { share: 1.01, seconds: 0.1 };
/** Of the I/Os that should be in flight, those that were, by Little's law: rate × latency. */
const MIN_IN_FLIGHT = 0.8;
/** Metadata engines end with their files: under one second fio's start decides the rate. */
const METADATA_SECONDS = 1;
/** File systems that are memory: nothing lies behind a cache there. */
const MEMORY = new Set(['tmpfs', 'ramfs', 'hugetlbfs', 'devtmpfs']);

/** Of all cells: what was done at all, and whether the figures agree. */
export const FIGURE_CHECKS: readonly Check[] = [
  toCheck('invalid', 'ZeroIo', ({ host: { source, directions }, params }) => {
    if (source === null) return null;
    const wanted = directionsIn(isMetadata(params) ? METADATA_OPERATION[params.ioengine] : params.rw);
    const missing = wanted.filter((operation) => !directions.some((one) => one.operation === operation && one.ios > 0));
    return missing.length === 0 ? null : `fio ended without an error, but made no ${missing.join(' and no ')} at all`;
  }),
  toCheck('invalid', 'SeveralRuns', ({ host: { output } }) => {
    const { runs } = output;
    const names = runs.map(({ label }) => label).join(', ');
    return runs.length < 2 ? null : `the file holds ${runs.length} runs (${names}), and one was asked`;
  }),
  ({ host: { output } }) => {
    // What cannot be, or is wrong by much, was found while it was read.
    if (output.findings.some(({ code }) => code === 'Contradiction' || code === 'ImpossibleFigure')) return [];
    const texts = output.runs.flatMap((run) => run.directions).flatMap(listDisagreements);
    return texts.map((text) => ({ level: 'invalid', code: 'FiguresDisagree', text }));
  },
];

/** Of cells that read and write data: blocks and mix. */
export const BLOCK_CHECKS: readonly Check<DataParams>[] = [
  ({ host, params }) =>
    host.directions.flatMap((direction) => {
      const text = checkBlockSize(direction, params);
      return text === null ? [] : [{ level: 'invalid', code: 'BlockSizeMismatch', text }];
    }),
  toCheck('invalid', 'MixMismatch', ({ host: { directions }, params: { rw, rwmixread = MIX_DEFAULT } }) => {
    const all = directions.reduce((sum, { ios }) => sum + ios, 0);
    // A job file may give rates in place of a mix.
    if (!isMix(rw) || all === 0 || rwmixread === 0) return null;
    const points = (100 * (directions.find(({ operation }) => operation === 'read')?.ios ?? 0)) / all;
    const toss = MIX_DEVIATIONS * Math.sqrt((rwmixread * (100 - rwmixread)) / all);
    if (Math.abs(points - rwmixread) <= Math.max(MIX_POINTS, toss)) return null;
    return `${points.toFixed(1)} % of the I/Os were reads, but rwmixread: ${rwmixread} was asked`;
  }),
];

/** Of cells that read and write data: time, I/Os in flight, and what the host did itself. */
export const LOAD_CHECKS: readonly Check<DataParams>[] = [
  ({ host, params: { runtime } }) => {
    const seconds = runtimeSeconds(host.directions);
    const share = seconds / runtime;
    if (seconds === 0 || (share >= RUNTIME.least && share <= RUNTIME.most)) return [];
    const text = `measured for ${formatSeconds(seconds)} of the ${formatSeconds(runtime)} asked`;
    if (share > RUNTIME.most) return [{ level: 'suspect', code: 'LongRun', text }];
    return [{ level: share < MIN_RUNTIME ? 'invalid' : 'suspect', code: 'ShortRun', text }];
  },
  // fio's clock cannot be set, and that of the script can.
  toCheck('suspect', 'ClockStepped', ({ host: { directions }, status, params: { ramp_time: warmUp } }) => {
    const [told, had] = [runtimeSeconds(directions) + warmUp, status.ended - status.started];
    if (told <= CLOCK.share * had + CLOCK.seconds) return null;
    const whole = `${formatSeconds(told)} with its warm-up`;
    return `fio says that it took ${whole}, but it ran for ${formatSeconds(had)} by the clock of the host`;
  }),
  // Where no asynchronous engine can be loaded, `auto` takes psync, which has one I/O in flight.
  toCheck('invalid', 'DepthIgnored', ({ status, params: { iodepth } }) =>
    iodepth === 1 || !isSynchronous(status)
      ? null
      : `iodepth ${iodepth} was asked, but ioengine psync has one I/O in flight for each job; install libaio`,
  ),
  toCheck('suspect', 'DepthNotReached', ({ host: { directions }, status, params }) => {
    const { iodepth, numjobs } = params;
    const asked = iodepth * numjobs;
    if (asked <= 1 || pauses((name) => getSetting(params, name)) || (iodepth > 1 && isSynchronous(status))) return null;
    if (directions.length === 0 || directions.some(({ latencyMeanUs }) => latencyMeanUs === null)) return null;
    const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
    if (flying >= MIN_IN_FLIGHT * asked) return null;
    return (
      `${flying.toFixed(1)} I/Os were in flight (IOPS × latency), but iodepth ${iodepth} × numjobs ${numjobs} are ` +
      `${asked}: the storage answers sooner than the host asks, or while it does`
    );
  }),
  toCheck('suspect', 'ShortIos', ({ host: { directions } }) => {
    const count = directions.reduce((sum, { shortIos }) => sum + shortIos, 0);
    return count === 0 ? null : `${count} I/Os moved less than a block, or were dropped`;
  }),
  ({ host: { directions }, params }) => checkFlushes(directions, params),
  // While a thread submits, nothing is in flight but what it has submitted: IOPS × latency has the wait of the rest.
  toCheck('note', 'SubmissionBound', ({ host: { output }, params: { iodepth, numjobs } }) => {
    const share =
      output.runs.flatMap(({ jobs }) => jobs).reduce((sum, { submitting }) => sum + submitting, 0) / numjobs;
    return iodepth > 1 && share >= SUBMIT_SHARE ? formatSubmission(share, iodepth) : null;
  }),
  // What the kernel does for jobs outside of their threads is not counted: they were at least as busy.
  toCheck('note', 'ClientBound', ({ host: { output }, status: { facts }, params: { numjobs } }) => {
    const jobs = output.runs.flatMap((run) => run.jobs);
    return findBusyText(jobs, numjobs, Number(facts['cpus'] ?? numjobs));
  }),
];

/** Of cells that read and write data: caches and unwritten data. */
export const CACHE_CHECKS: readonly Check<DataParams>[] = [
  toCheck('invalid', 'UnwrittenReads', ({ status: { facts }, params }) => {
    const bytes = Number(facts['unwrittenBytes'] ?? Number.NaN);
    if (!directionsIn(params.rw).includes('read') || bytes === 0) return null;
    const how = Number.isNaN(bytes)
      ? 'nothing shows that its files were written before'
      : `${formatBytes(bytes)} of its files were never written before`;
    return `${how}, and storage answers reads of unwritten extents without any disk`;
  }),
  checkBuffered,
];

/** Of metadata engines, which end with their files. */
export const METADATA_CHECKS: readonly Check[] = [
  toCheck('suspect', 'ShortRun', ({ host }) => {
    const seconds = runtimeSeconds(host.directions);
    if (seconds === 0 || seconds >= METADATA_SECONDS) return null;
    return `done with all files after ${formatSeconds(seconds)}: give more files`;
  }),
  // Whoever made the files, or looked them up before, knows them still.
  toCheck('suspect', 'CacheServed', ({ status: { facts, mount }, params: { ioengine } }) => {
    const caches = facts['caches'] ?? 'dropped';
    if (ioengine !== 'filestat' || caches === 'dropped' || MEMORY.has(mount.type)) return null;
    return `files were looked up in the caches of the host, which were ${caches}`;
  }),
];

/** Rate × time against the count, bandwidth × time against bytes. */
function listDisagreements({ operation, iops, ios, bytes, bandwidth, runtimeMs }: Direction): readonly string[] {
  if (runtimeMs === 0) return [];
  const seconds = runtimeMs / 1000;
  const differ = (rate: number, done: number, least: number): boolean =>
    Math.abs(rate * seconds - done) > TOLERANCE * done + least * seconds + (done * ROUNDING.ms) / runtimeMs;
  const wrong = [
    ...(differ(iops, ios, ROUNDING.perSecond) ? [`iops ${toText(iops)} by ${seconds} s, and ${toText(ios)} I/Os`] : []),
    ...(bandwidth !== null && differ(bandwidth, bytes, ROUNDING.bytes)
      ? [`bandwidth ${toText(bandwidth)} bytes/s by ${seconds} s, and ${toText(bytes)} bytes`]
      : []),
  ];
  return wrong.map((text) => `${operation} ${text} do not agree`);
}

function toText(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function checkBlockSize({ operation, iops, ios, bandwidth }: Direction, { bs, bssplit }: DataParams): string | null {
  if (bandwidth === null || iops === 0) return null;
  const split = bssplit === undefined ? null : readSplit(bssplit);
  const parts = split?.[operation === 'write' ? 'write' : 'read'] ?? [{ bytes: bs ?? 0, share: 1 }];
  const [asked, size] = [meanBytes(parts), bandwidth / iops];
  // A job file may have sizes of which nobody knows the mean.
  if (asked === 0) return null;
  // Of few I/Os the mean of several sizes is a matter of chance.
  const chance = (MIX_DEVIATIONS * computeDeviation(parts)) / Math.sqrt(Math.max(1, ios)) / asked;
  if (Math.abs(size / asked - 1) <= TOLERANCE + chance + ROUNDING.bytes / bandwidth) return null;
  const sizes = `${formatBytes(Math.round(asked))}${parts.length > 1 ? ' on average' : ''}`;
  return `${operation} bandwidth ÷ iops is ${formatBytes(Math.round(size))}, but blocks of ${sizes} were asked`;
}

function isSynchronous({ facts }: HostStatus): boolean {
  return facts['ioengine'] === 'psync';
}

/** What buffered I/O leaves of a result: the first of these that holds. */
function checkBuffered({ status: { facts, mount }, params }: CheckInput<DataParams>): readonly CheckFinding[] {
  const { direct, rw, random_distribution: distribution = 'random' } = params;
  if (facts['direct'] === '1') return [];
  const why = facts['directReason'] ?? 'O_DIRECT was not used';
  const [files, memory] = [Number(facts['fileBytes'] ?? Number.NaN), Number(facts['memBytes'] ?? Number.NaN)];
  const sizes = `the files (${formatBytes(files)}) against the memory of the host (${formatBytes(memory)})`;
  const note = (text: string): readonly CheckFinding[] =>
    // Asked for: nothing to tell.
    direct === false
      ? []
      : [{ level: 'note', code: 'BufferedByNecessity', text: `I/O was buffered, as ${why}; ${text}` }];
  const doubt = (code: string, text: string, level: CheckFinding['level'] = 'suspect'): readonly CheckFinding[] => [
    { level, code, text: `I/O was buffered (${why})${text}` },
  ];
  if (MEMORY.has(mount.type)) return note(`${mount.type} has nothing behind the cache, so this is right`);
  if (isCellFlushBound(params)) return note('each write, or each few of them, waited until the storage had it');
  if (!(files > memory)) {
    const served = !directionsIn(rw).includes('read')
      ? 'writes ended in the page cache'
      : 'reads came from the page cache';
    // Asked for: the reader knows that caches count. Not asked for: the figures are not those of the storage.
    return doubt('CacheServed', `, and ${served}: ${sizes}`, direct === false ? 'suspect' : 'invalid');
  }
  // fio's own sync at the end lies outside of what it measures.
  if (hasWrites(rw) && readCellFlushing(params) === null)
    return doubt('WritesDelayed', ': memory took writes that no sync within the window waited for');
  if (distribution !== 'random')
    return doubt('CacheServed', `, and memory took what ${distribution} hits most: ${sizes}`);
  // With files of twice the memory at least half of the I/Os miss the cache.
  if (files < 2 * memory) return doubt('CacheServed', `, and the page cache took more than half of it: ${sizes}`);
  return note(sizes);
}
