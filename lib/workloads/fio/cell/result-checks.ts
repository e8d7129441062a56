/**
 * Checks of a host whose fio succeeded. Its figures must agree with each other and with the configuration; otherwise
 * the output was changed, or belongs to another measurement. The host must have run the load for the whole time and at
 * the full depth. The storage, not host memory, must have served the I/Os.
 */
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import type { HostStatus } from '../../contract';
import { isMemoryFileSystem, mayCache } from '../../host-memory';
import { computeDeviation, computeMeanBytes, readSplit } from '../options/block-split';
import { listDirections, hasWrites, hasReadsAndWrites, DEFAULT_READ_PERCENT } from '../options/operations';
import { getSetting } from '../options/options';
import { canPause } from '../options/pacing-options';
import { countInFlight, type Direction } from '../output/direction';
import { findBusyText, MIN_SUBMIT_SHARE, formatSubmission } from '../output/problems/client';
import { RUNTIME_SHARES } from '../output/problems/runtime';
import { type CellParams, type DataParams, isMetadata, METADATA_OPERATION } from '../schema';
import { checkFlushes, readCellFlushing, isCellFlushBound } from './flushes';
import { type HostOutput, getMeasuredSeconds } from './read-host';

/** fio cannot measure longer than it ran, apart from rounding and the difference between two clocks. */
const CLOCK_TOLERANCE = { share: 1.01, seconds: 0.1 };

interface CheckInput<P extends CellParams = CellParams> {
  readonly host: HostOutput;
  readonly status: HostStatus;
  readonly params: P;
}

type CheckFinding = Pick<Reason, 'level' | 'code' | 'text' | 'metrics'>;
type ResultCheck<P extends CellParams = CellParams> = (one: CheckInput<P>) => readonly CheckFinding[];

export function applyChecks<P extends CellParams>(
  checks: readonly ResultCheck<P>[],
  one: CheckInput<P>,
): readonly Reason[] {
  return checks
    .flatMap((check) => check(one))
    .map((found) => ({ ...found, text: `${one.host.raw.host}: ${found.text}` }));
}

/** Builds a check with at most one finding. `textOf` returns null if there is no problem. */
function createCheck<P extends CellParams>(
  level: CheckFinding['level'],
  code: string,
  textOf: (one: CheckInput<P>) => string | null,
): ResultCheck<P> {
  return (one) => {
    const text = textOf(one);
    return text === null ? [] : [{ level, code, text }];
  };
}

/** Tolerated relative difference between redundant figures, as versions round to whole units. */
const TOLERANCE = 0.02;
/** Rounding of old versions: to whole milliseconds, operations/s and KiB/s. */
const ROUNDING = { ms: 1, perSecond: 1, bytes: 1024 };
/** Tolerated deviation of the share of reads: percentage points or, for few I/Os, binomial standard deviations. */
const MIX_TOLERANCE_POINTS = 5;
const MIX_DEVIATIONS = 3;
/** A measurement shorter than this share of its runtime is INVALID. */
const MIN_RUNTIME = 0.8;
/** Longer runs than reported: starting thousands of threads, and writing logs, takes some seconds. */
const PAUSED = { share: 1.25, seconds: 15 };
/** Minimum share of iodepth × numjobs that must be in flight. By Little's law, I/Os in flight are rate × latency. */
const MIN_IN_FLIGHT = 0.8;
/** Metadata engines stop when all files are done. Below one second, fio's start-up dominates the rate. */
const MIN_SECONDS = 1;

/** Checks of all configurations: fio made I/Os, and the figures agree. */
export const FIGURE_CHECKS: readonly ResultCheck[] = [
  createCheck('invalid', 'ZeroIo', ({ host: { source, directions }, params }) => {
    if (source === null) return null;
    const wanted = listDirections(isMetadata(params) ? METADATA_OPERATION[params.ioengine] : params.rw);
    const missing = wanted.filter((operation) => !directions.some((one) => one.operation === operation && one.ios > 0));
    return missing.length === 0 ? null : `fio reported success, but made no ${missing.join(' or ')}`;
  }),
  createCheck('invalid', 'SeveralRuns', ({ host: { output } }) => {
    const { runs } = output;
    const names = runs.map(({ label }) => label).join(', ');
    return runs.length < 2 ? null : `the file contains ${runs.length} runs (${names}); expected: one`;
  }),
  ({ host: { output } }) => {
    // The parser has already reported impossible figures and large contradictions.
    if (output.findings.some(({ code }) => code === 'Contradiction' || code === 'ImpossibleFigure')) return [];
    const texts = output.runs.flatMap((run) => run.directions).flatMap(listDisagreements);
    return texts.map((text) => ({ level: 'invalid', code: 'FiguresDisagree', text }));
  },
];

/** Checks of data configurations: block size and mix. */
export const BLOCK_CHECKS: readonly ResultCheck<DataParams>[] = [
  ({ host, params }) =>
    host.directions.flatMap((direction) => {
      const text = checkBlockSize(direction, params);
      return text === null ? [] : [{ level: 'invalid', code: 'BlockSizeMismatch', text }];
    }),
  createCheck(
    'invalid',
    'MixMismatch',
    ({ host: { directions }, params: { rw, rwmixread = DEFAULT_READ_PERCENT } }) => {
      const all = directions.reduce((sum, { ios }) => sum + ios, 0);
      // A job file may set rates instead of a mix.
      if (!hasReadsAndWrites(rw) || all === 0 || rwmixread === 0) return null;
      const points = (100 * (directions.find(({ operation }) => operation === 'read')?.ios ?? 0)) / all;
      const toss = MIX_DEVIATIONS * Math.sqrt((rwmixread * (100 - rwmixread)) / all);
      if (Math.abs(points - rwmixread) <= Math.max(MIX_TOLERANCE_POINTS, toss)) return null;
      return `${points.toFixed(1)}% of the I/Os were reads; requested: rwmixread: ${rwmixread}`;
    },
  ),
];

/** Checks of data configurations: time, I/Os in flight, and limits of the client. */
export const LOAD_CHECKS: readonly ResultCheck<DataParams>[] = [
  ({ host, params: { runtime } }) => {
    const seconds = getMeasuredSeconds(host.directions);
    const share = seconds / runtime;
    if (seconds > 0 && seconds < MIN_SECONDS && runtime <= seconds) {
      const text = `ended with its size after ${formatSeconds(seconds)} (minimum ${MIN_SECONDS} s). Increase size`;
      return [{ level: 'suspect', code: 'ShortRun', text }];
    }
    if (seconds === 0 || (share >= RUNTIME_SHARES.least && share <= RUNTIME_SHARES.most)) return [];
    const text = `measured for ${formatSeconds(seconds)} of the ${formatSeconds(runtime)} requested`;
    if (share > RUNTIME_SHARES.most) return [{ level: 'suspect', code: 'LongRun', text }];
    return [{ level: share < MIN_RUNTIME ? 'invalid' : 'suspect', code: 'ShortRun', text }];
  },
  // fio uses a monotonic clock, whereas the clock of the script can be set.
  createCheck('suspect', 'ClockStepped', ({ host: { directions }, status, params: { ramp_time: warmUp } }) => {
    const [reported, ran] = [getMeasuredSeconds(directions) + warmUp, status.ended - status.started];
    if (reported <= CLOCK_TOLERANCE.share * ran + CLOCK_TOLERANCE.seconds) return null;
    const whole = `${formatSeconds(reported)} with its warm-up`;
    return `fio reports ${whole}, but by the host's clock it ran for ${formatSeconds(ran)}`;
  }),
  // If no asynchronous engine can be loaded, `auto` falls back to psync, which keeps one I/O in flight.
  createCheck('invalid', 'DepthIgnored', ({ status, params: { iodepth } }) =>
    iodepth === 1 || !isSynchronous(status)
      ? null
      : `ioengine psync keeps one I/O in flight per job; requested: iodepth ${iodepth}; install libaio`,
  ),
  createCheck('suspect', 'DepthNotReached', ({ host: { directions }, status, params }) => {
    const { iodepth, numjobs } = params;
    const requested = iodepth * numjobs;
    if (requested <= 1 || canPause((name) => getSetting(params, name)) || (iodepth > 1 && isSynchronous(status)))
      return null;
    if (directions.length === 0 || directions.some(({ latencyMeanUs }) => latencyMeanUs === null)) return null;
    const flying = countInFlight(directions);
    if (flying >= MIN_IN_FLIGHT * requested) return null;
    return (
      `${flying.toFixed(1)} I/Os were in flight (IOPS × latency), but iodepth ${iodepth} × numjobs ${numjobs} allow ` +
      `${requested}: the storage completes I/Os faster than the host submits them`
    );
  }),
  createCheck('suspect', 'ShortIos', ({ host: { directions } }) => {
    const count = directions.reduce((sum, { shortIos }) => sum + shortIos, 0);
    return count === 0 ? null : `${count} I/Os moved less than a block, or were dropped`;
  }),
  ({ host: { directions }, params }) => checkFlushes(directions, params),
  // IOPS × latency also counts I/Os that wait for submission, although only submitted I/Os are in flight.
  createCheck('note', 'SubmissionBound', ({ host: { output }, params: { iodepth, numjobs } }) => {
    const share =
      output.runs.flatMap(({ jobs }) => jobs).reduce((sum, { submitting }) => sum + submitting, 0) / numjobs;
    return iodepth > 1 && share >= MIN_SUBMIT_SHARE ? formatSubmission(share, iodepth) : null;
  }),
  // A lower bound, as kernel work outside the job threads is not counted.
  createCheck('note', 'ClientBound', ({ host: { output }, status: { facts }, params: { numjobs } }) => {
    const jobs = output.runs.flatMap((run) => run.jobs);
    return findBusyText(jobs, numjobs, Number(facts['cpus'] ?? numjobs));
  }),
];

/** Checks of a single job. In job files, jobs may run in turns. */
export const JOB_CHECKS: readonly ResultCheck<DataParams>[] = [
  // With O_DIRECT nothing is left to write when files are closed.
  createCheck('suspect', 'ClockStepped', ({ host: { directions }, status, params: { ramp_time: warmUp } }) => {
    const [reported, ran] = [getMeasuredSeconds(directions) + warmUp, status.ended - status.started];
    if (status.facts['direct'] !== '1' || reported === 0 || ran <= PAUSED.share * reported + PAUSED.seconds)
      return null;
    const whole = `${formatSeconds(reported)} with its warm-up`;
    const why = 'the machine was paused, or fio did not start or end in time';
    return `fio reports ${whole}, but by the host's clock it ran for ${formatSeconds(ran)}: ${why}`;
  }),
];

/** Checks of data configurations: caches and unwritten data. */
export const CACHE_CHECKS: readonly ResultCheck<DataParams>[] = [
  createCheck('invalid', 'UnwrittenReads', ({ status: { facts }, params }) => {
    const bytes = Number(facts['unwrittenBytes'] ?? Number.NaN);
    if (!listDirections(params.rw).includes('read') || bytes === 0) return null;
    const how = Number.isNaN(bytes)
      ? 'no record shows that the files were written'
      : `${formatBytes(bytes)} of the files were never written`;
    return `${how}; storage serves reads of unwritten extents without disk access`;
  }),
  checkBuffered,
];

/** Checks of metadata engines, which stop when all files are done. */
export const METADATA_CHECKS: readonly ResultCheck[] = [
  createCheck('suspect', 'ShortRun', ({ host }) => {
    const seconds = getMeasuredSeconds(host.directions);
    if (seconds === 0 || seconds >= MIN_SECONDS) return null;
    return `finished all files in ${formatSeconds(seconds)} (minimum ${MIN_SECONDS} s). Increase nrfiles`;
  }),
  // A host caches files that it has created or looked up.
  createCheck('suspect', 'CacheServed', ({ status: { facts, mount }, params: { ioengine } }) => {
    const caches = facts['caches'] ?? 'dropped';
    if (ioengine !== 'filestat' || caches === 'dropped' || isMemoryFileSystem(mount.type)) return null;
    return `the caches of the host may have answered lookups: they were ${caches}`;
  }),
];

/** Rate × time must equal the number of I/Os, and bandwidth × time the number of bytes. */
function listDisagreements({
  operation,
  iops,
  ios,
  bytes,
  bandwidth,
  runtimeMs,
  ...one
}: Direction): readonly string[] {
  if (runtimeMs === 0) return [];
  const seconds = runtimeMs / 1000;
  // A job that ended early adds its rate, but not for the whole time.
  const early = seconds - (one.shortestMs ?? runtimeMs) / 1000;
  const differ = (rate: number, done: number, least: number): boolean =>
    Math.abs(rate * seconds - done) >
    rate * early + TOLERANCE * done + least * seconds + (done * ROUNDING.ms) / runtimeMs;
  const wrong = [
    ...(differ(iops, ios, ROUNDING.perSecond) ? [`iops ${toText(iops)} × ${seconds} s and ${toText(ios)} I/Os`] : []),
    ...(bandwidth !== null && differ(bandwidth, bytes, ROUNDING.bytes)
      ? [`bandwidth ${toText(bandwidth)} bytes/s × ${seconds} s and ${toText(bytes)} bytes`]
      : []),
  ];
  return wrong.map((text) => `${operation} ${text} do not agree`);
}

function toText(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function checkBlockSize({ operation, iops, ios, bandwidth }: Direction, params: DataParams): string | null {
  const { bs, bssplit, iodepth, numjobs } = params;
  if (bandwidth === null || iops === 0) return null;
  const split = bssplit === undefined ? null : readSplit(bssplit);
  const parts = split?.[operation === 'write' ? 'write' : 'read'] ?? [{ bytes: bs ?? 0, share: 1 }];
  const [requested, size] = [computeMeanBytes(parts), bandwidth / iops];
  // The mean of a job file's sizes may be unknown.
  if (requested === 0) return null;
  // With few I/Os the mean of several sizes varies by chance.
  const chance = (MIX_DEVIATIONS * computeDeviation(parts)) / Math.sqrt(Math.max(1, ios)) / requested;
  const allowed = TOLERANCE + chance + ROUNDING.bytes / bandwidth;
  // Of I/Os in flight when the ramp ends, fio 3.33 counts the bytes, but not the number.
  const inFlight = (iodepth * numjobs) / Math.max(1, ios);
  const excess = size / requested - 1;
  if (excess >= -allowed && excess <= allowed + inFlight) return null;
  const sizes = `${formatBytes(Math.round(requested))}${parts.length > 1 ? ' on average' : ''}`;
  return `${operation} bandwidth ÷ iops is ${formatBytes(Math.round(size))}; requested: blocks of ${sizes}`;
}

function isSynchronous({ facts }: HostStatus): boolean {
  return facts['ioengine'] === 'psync';
}

/** Effect of buffered I/O on a result; returns the first case that applies. */
function checkBuffered({ host, status: { facts, mount }, params }: CheckInput<DataParams>): readonly CheckFinding[] {
  const { direct, rw, random_distribution: distribution = 'random' } = params;
  if (facts['direct'] === '1') return [];
  const why = facts['directReason'] ?? 'O_DIRECT was not used';
  const [files, memory] = [Number(facts['fileBytes'] ?? Number.NaN), Number(facts['memBytes'] ?? Number.NaN)];
  const sizes = `files of ${formatBytes(files)}, host memory of ${formatBytes(memory)}`;
  const note = (text: string): readonly CheckFinding[] =>
    // The spec requests buffered I/O.
    direct === false
      ? []
      : [{ level: 'note', code: 'BufferedByNecessity', text: `I/O was buffered (${why}); ${text}` }];
  const doubt = (code: string, text: string, level: CheckFinding['level'] = 'suspect'): readonly CheckFinding[] => [
    { level, code, text: `I/O was buffered (${why})${text}` },
  ];
  if (isMemoryFileSystem(mount.type)) return note(`${mount.type} is itself in memory, so the figures are correct`);
  const written = host.directions.reduce((sum, one) => sum + (one.operation === 'write' ? one.bytes : 0), 0);
  if (isCellFlushBound(params, written || Infinity))
    return note('every write, or group of writes, was flushed to the storage');
  if (!(files > memory)) {
    const served = !listDirections(rw).includes('read')
      ? 'writes ended in the page cache'
      : 'reads came from the page cache';
    // If the spec requests buffered I/O, the user accepts caches. Otherwise the figures are not those of the storage.
    return doubt('CacheServed', `, and ${served}: ${sizes}`, direct === false ? 'suspect' : 'invalid');
  }
  // fio's final sync is outside the measured window.
  if (hasWrites(rw) && readCellFlushing(params) === null)
    return doubt('WritesDelayed', ': no sync within the measured window waited for the writes');
  if (distribution !== 'random')
    return doubt('CacheServed', `, and memory served the blocks that ${distribution} reads most: ${sizes}`);
  if (mayCache(files, memory))
    return doubt('CacheServed', `, and the page cache served more than half of it: ${sizes}`);
  return note(sizes);
}
