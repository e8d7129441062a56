/**
 * Figures of one job that say the same in two ways have to agree. fio computes a rate from the count and the time that
 * it prints beside it, so a difference means that the text was changed or damaged on its way, not that a measurement
 * was unlucky. Bounds are wide (a factor of two where fio itself is within percents): they find what is wrong by an
 * order of magnitude, and leave alone what versions round differently.
 */
import { PERCENTILES } from '../../tools/io-metrics';
import { parseSize } from '../options/values';
import type { Direction, Operation } from './direction';
import { toNumber, toRecord } from './figure';
import type { Latency } from './latency';

/** A direction, and what it was made from, which has to agree. */
export interface RawDirection {
  readonly direction: Direction;
  /** As printed: `total_ios`, and without it what bytes and block size come to. Null where neither is known. */
  readonly countedIos: number | null;
  /** Bandwidths as printed, by their key, in bytes/s. Empty where bandwidth has no meaning. */
  readonly bandwidths: Readonly<Record<string, number>>;
  readonly submission: Latency | null;
  readonly completion: Latency | null;
  readonly total: Latency | null;
}

const PERCENTS = PERCENTILES.map(({ percentile }) => percentile);
/** Figures that should be equal may differ by this factor. */
const MAX_FACTOR = 2;
/** Percentiles are means of histogram bins, up to 1/64 wide, and may pass minimum or maximum; copies round further. */
const EDGE_FACTOR = 1.25;
/** Old versions print minimum and maximum in whole microseconds. */
const ROUNDED_US = 1;
/** Printed in whole operations/s, KiB/s and microseconds by old versions: two of each. */
const SLACK = { iops: 2, bandwidth: 2048, us: 2 };
/** A KiB ÷ a kB; bandwidths of one document that differ by it, as nearly, are in two units. */
const KIBI = 1.024;
const KIBI_NEAR = 0.002;

/**
 * @param entry of `jobs`, for the shares of I/Os by latency.
 * @param flushes of its section `sync`
 * @returns one text for each contradiction.
 */
export function listContradictions(
  measured: readonly RawDirection[],
  entry: Readonly<Record<string, unknown>>,
  flushes: Latency | null = null,
): readonly string[] {
  const ofFlushes = flushes === null ? [] : checkLatency(flushes);
  return [...measured.flatMap(checkDirection), ...ofFlushes, ...checkDecades(measured, entry)];
}

function checkDirection(one: RawDirection): readonly string[] {
  const { completion, total } = one;
  return [
    ...checkRates(one),
    ...checkLatencySum(one),
    ...(completion === null ? [] : checkLatency(completion)),
    ...(total === null ? [] : checkLatency(total)),
  ];
}

function checkRates({ direction, countedIos, bandwidths }: RawDirection): readonly string[] {
  const { operation, iops, bytes, runtimeMs } = direction;
  const found: string[] = [];
  if (runtimeMs === 0) return found;
  const time = `in ${runtimeMs} ms`;
  if (countedIos !== null) {
    const expected = (countedIos * 1000) / runtimeMs;
    if (!isNear(iops, expected, SLACK.iops))
      found.push(
        `${operation} iops is ${toText(iops)}, but ${toText(countedIos)} I/Os ${time} are ${toText(expected)}/s`,
      );
  }
  if (bytes === 0) return found;
  const expected = (bytes * 1000) / runtimeMs;
  const { bw = 0, bw_bytes: exact = 0 } = bandwidths;
  if (Math.abs(bw / exact - KIBI) < KIBI_NEAR && bw - exact > SLACK.bandwidth)
    found.push(`${operation} bw has ${toText(bw / 1024)} kB/s of 1000 bytes, where fio has KiB/s`);
  for (const [key, value] of Object.entries(bandwidths)) {
    if (isNear(value, expected, SLACK.bandwidth)) continue;
    found.push(
      `${operation} ${key} is ${toText(value)} bytes/s, but ${toText(bytes)} bytes ${time} are ${toText(expected)}`,
    );
  }
  return found;
}

/** Total latency is submission and completion; engines that submit at once have no time of submission. */
function checkLatencySum({ submission, completion, total }: RawDirection): readonly string[] {
  if (completion === null || total === null) return [];
  const sum = (submission?.meanUs ?? 0) + completion.meanUs;
  if (isNear(total.meanUs, sum, SLACK.us)) return [];
  const text = `mean of ${total.name} is ${toText(total.meanUs)} us, but its parts are ${toText(sum)} us`;
  return [text];
}

function checkLatency(latency: Latency): readonly string[] {
  return [
    ...checkOrder(latency),
    ...checkMeanRange(latency),
    ...(latency.bins === null ? checkMeanBounds(latency) : checkBins(latency)),
  ];
}

/** Minimum, percentiles and maximum ascend. */
function checkOrder({ name, printed, leastUs, mostUs }: Latency): readonly string[] {
  let [before, what] = [(leastUs ?? 0) / EDGE_FACTOR - SLACK.us, 'the minimum'];
  for (const [percent, us] of printed) {
    if (us < before) return [`percentile ${percent} of ${name} is ${toText(us)} us, below ${what}`];
    [before, what] = [us, `percentile ${percent}`];
  }
  if (mostUs === null || before <= mostUs * EDGE_FACTOR + SLACK.us) return [];
  return [`${what} of ${name} is ${toText(before)} us, above the maximum of ${toText(mostUs)} us`];
}

/** The mean of any figures lies between the least and the most of them. */
function checkMeanRange({ name, meanUs, leastUs, mostUs }: Latency): readonly string[] {
  const low = leastUs !== null && meanUs < leastUs - ROUNDED_US;
  const high = mostUs !== null && meanUs > mostUs + ROUNDED_US;
  if (!low && !high) return [];
  const bound = low ? `below its minimum of ${toText(leastUs)}` : `above its maximum of ${toText(mostUs ?? 0)}`;
  return [`mean of ${name} is ${toText(meanUs)} us, ${bound} us`];
}

/** The mean lies between what it is when all I/Os of each range are as quick, and as slow, as the range allows. */
function checkMeanBounds({ name, meanUs, printed, leastUs, mostUs }: Latency): readonly string[] {
  if (leastUs === null || mostUs === null) return [];
  let [least, most, percent, us] = [0, 0, 0, leastUs];
  for (const [nextPercent, nextUs] of [...printed, [100, mostUs] as const]) {
    const share = (nextPercent - percent) / 100;
    [least, most, percent, us] = [least + share * us, most + share * nextUs, nextPercent, nextUs];
  }
  if (meanUs >= least / MAX_FACTOR - SLACK.us && meanUs <= most * MAX_FACTOR + SLACK.us) return [];
  const range = `${toText(least)} to ${toText(most)} us`;
  return [`mean of ${name} is ${toText(meanUs)} us, but minimum, percentiles and maximum allow ${range}`];
}

function checkBins({ name, count, meanUs, percentilesUs, bins }: Latency): readonly string[] {
  if (bins === null) return [];
  const found: string[] = [];
  if (count !== null && bins.count !== count)
    found.push(`the histogram of ${name} holds ${toText(bins.count)} I/Os, but ${toText(count)} were measured`);
  const values = bins.percentiles(PERCENTS);
  const pairs = PERCENTILES.map(({ percentile, metric }, index) => {
    return [`percentile ${percentile}`, percentilesUs[metric], values[index]] as const;
  });
  for (const [what, us, expected] of [['mean', meanUs, bins.mean()] as const, ...pairs]) {
    if (us === undefined || expected === undefined || isNear(us, expected, SLACK.us)) continue;
    found.push(`${what} of ${name} is ${toText(us)} us, but ${toText(expected)} us by its histogram`);
  }
  return found;
}

/** As many I/Os were slower than a percentile as it says: known for all directions together, to a decade. */
function checkDecades(measured: readonly RawDirection[], entry: Readonly<Record<string, unknown>>): readonly string[] {
  // Where there is a histogram, it says all this better.
  const all = measured.filter(({ direction }) => direction.operation !== 'mixed' || measured.length === 1);
  if (all.every(({ completion }) => completion === null || completion.bins !== null)) return [];
  const decades = readDecades(entry);
  const ios = all.reduce((sum, { direction }) => sum + direction.ios, 0);
  if (decades.length === 0 || !(ios > 0)) return [];
  // The root of the mean square, and the most that shares allow; recorded ones are 1.5 times that where it warmed up.
  const square = all.reduce((sum, { direction, completion }) => sum + (direction.ios / ios) * toSquare(completion), 0);
  const most = decades.reduce((sum, one) => sum + (one.percent > 0 ? (one.percent / 100) * one.belowUs ** 2 : 0), 0);
  if (square > MAX_FACTOR ** 2 * most) {
    const [is, allowed] = [square, most].map((value) => toText(Math.sqrt(value)));
    return [`latencies scatter by ${is ?? ''} us (mean and stddev), and their shares allow ${allowed ?? ''}`];
  }
  return all.flatMap(({ direction, completion }) => {
    const share = direction.ios / ios;
    for (const [percent, us] of completion?.printed ?? []) {
      const slower = (100 - percent) * share;
      const text = `percentile ${percent} of ${completion?.name ?? ''} is ${toText(us)} us, but`;
      if (slower > shareFrom(decades, us / EDGE_FACTOR - SLACK.us)) return [`${text} fewer I/Os took so long`];
      // Of other directions all may be slower.
      const most = slower + 100 * (1 - share);
      if (shareAbove(decades, us * EDGE_FACTOR + SLACK.us) > most) return [`${text} more I/Os took longer`];
    }
    return [];
  });
}

function toSquare(latency: Latency | null): number {
  return latency === null ? 0 : latency.meanUs ** 2 + (latency.deviationUs ?? 0) ** 2;
}

interface Decade {
  readonly fromUs: number;
  /** Latencies below this, microseconds; infinite for the last. */
  readonly belowUs: number;
  /** Percent of all I/Os. */
  readonly percent: number;
}

/** Keys of an entry, and microseconds in a unit of each; version 2 has no nanoseconds. */
const UNITS = [
  ['latency_ns', 1e-3],
  ['latency_us', 1],
  ['latency_ms', 1e3],
] as const;
/** Shares that do not add up to all I/Os say nothing; versions round each to 0.01 %. */
const TOTAL_PERCENT = { least: 99, most: 101 };
/** A share is printed with two digits by some versions, and cut off: each may lack this many percent. */
const ROUNDING = 0.01;

/**
 * Shares of I/Os by their completion latency, in steps of about a third of a decade, over all directions of a job.
 * Empty where the entry has none, as for engines that measure otherwise.
 */
function readDecades(entry: Readonly<Record<string, unknown>>): readonly Decade[] {
  const shares = UNITS.flatMap(([key, us]) =>
    Object.entries(toRecord(entry[key])).map(([name, share]) => ({
      // `10` are I/Os below 10, `>=2000` those above all.
      belowUs: name.startsWith('>=') ? Number.POSITIVE_INFINITY : Number(name) * us,
      percent: toNumber(share) ?? 0,
    })),
  );
  const decades = shares.map((one, at) => ({ ...one, fromUs: shares[at - 1]?.belowUs ?? 0 }));
  const sum = decades.reduce((total, { percent }) => total + percent, 0);
  return sum >= TOTAL_PERCENT.least && sum <= TOTAL_PERCENT.most ? decades : [];
}

/** Percent of I/Os that may have taken as long or longer, never too few. */
function shareFrom(decades: readonly Decade[], us: number): number {
  return decades.reduce((sum, { belowUs, percent }) => sum + (belowUs > us ? percent : 0), 2 * ROUNDING);
}

/** Percent of I/Os that took longer, never too many: fio prints the least share that there is as 0.01. */
function shareAbove(decades: readonly Decade[], us: number): number {
  return decades.reduce((sum, one) => sum + (one.fromUs >= us ? Math.max(0, one.percent - ROUNDING) : 0), 0);
}

function isNear(value: number, expected: number, slack: number): boolean {
  return value <= expected * MAX_FACTOR + slack && value >= expected / MAX_FACTOR - slack;
}

function toText(value: number): string {
  return String(Number(value.toPrecision(7)));
}

/** fio counts I/Os and bytes at other moments: what was in flight may stand in one of them only. */
const BLOCK_TOLERANCE = 0.05;
/** With these an I/O is of another size than `bs` says. */
const SIZE_OPTIONS: readonly string[] = [
  'bssplit',
  'bsrange',
  'blocksize_range',
  'bs_is_seq_rand',
  'bs_unaligned',
  'blocksize_unaligned',
  'read_iolog',
  'replay_scale',
  'num_range',
  'kb_base',
  'profile',
];

type GetOption = (name: string) => string | null;

/** @returns one text for each direction whose bytes are not its I/Os of its block size; of short I/Os others tell */
export function checkBlockSizes(measured: readonly RawDirection[], option: GetOption): readonly string[] {
  const inFlight = Number(option('iodepth') ?? 1) || 1;
  const found = measured.flatMap(({ direction: { operation, bytes, shortIos, bandwidth }, countedIos: ios }) => {
    const text = getBlockSize(option, operation);
    const size = parseSize(text ?? '');
    // Engines of metadata move nothing.
    if (size === null || size === 0 || bandwidth === null || bytes === 0 || !ios || shortIos > 0) return [];
    if (Math.abs(bytes - size * ios) <= BLOCK_TOLERANCE * size * ios + inFlight * size) return [];
    return [
      `${operation} moved ${Number((bytes / ios).toPrecision(6))} bytes in each I/O, and \`bs\` is ${text ?? ''}`,
    ];
  });
  return found.length > 0 && SIZE_OPTIONS.some((name) => option(name) !== null) ? [] : found;
}

/** Of `4k,64k,4k` the one of the direction: reads, writes, trims; the last one holds for those behind it. */
function getBlockSize(option: GetOption, operation: Operation): string | null {
  const parts = (option('bs') ?? option('blocksize') ?? '').split(',');
  const at = ['read', 'write', 'trim'].indexOf(operation);
  if (at === -1) return parts.length === 1 ? (parts[0] ?? null) : null;
  return parts[Math.min(at, parts.length - 1)] ?? null;
}
