/**
 * Redundant figures of a job must agree. fio computes a rate from the count and time that it also prints, so a
 * difference means that the output was changed or damaged. Bounds are wide (a factor of two, although fio's figures
 * differ by a few percent): they find errors of an order of magnitude and tolerate the rounding of versions.
 */
import { PERCENTILES } from '../../tools/io-metrics';
import { parseSize } from '../options/values';
import type { Direction, Operation } from './direction';
import { toNumber, toRecord } from './figure';
import type { Latency } from './latency';

/** A direction, with printed figures that must agree with its own. */
export interface RawDirection {
  readonly direction: Direction;
  /** `total_ios` as printed, or else bytes ÷ block size; null if neither is known. */
  readonly countedIos: number | null;
  /** Printed bandwidths by key, bytes/s; empty if bandwidth is meaningless. */
  readonly bandwidths: Readonly<Record<string, number>>;
  readonly submission: Latency | null;
  readonly completion: Latency | null;
  readonly total: Latency | null;
}

const CHECKED_PERCENTILES = PERCENTILES.map(({ percentile }) => percentile);
/** Maximum ratio between figures that should be equal. */
const MAX_FACTOR = 2;
/**
 * Maximum excess of a percentile over minimum and maximum: percentiles are means of histogram bins up to 1/64 wide, and
 * edited outputs are rounded more.
 */
const MAX_EDGE_FACTOR = 1.25;
/** Old versions print minimum and maximum in whole microseconds. */
const ROUNDED_US = 1;
/** Two units of the rounding in old versions: whole operations/s, KiB/s and microseconds. */
const ROUNDING_SLACK = { iops: 2, bandwidth: 2048, us: 2 };
/** KiB ÷ kB: two bandwidths of a document that differ by this factor have different units. */
const KB_PER_KIB = 1.024;
const KIBI_NEAR = 0.002;

/** @param entry of `jobs` @param verifies whether write latencies include checksums @param flushes section `sync` */
export function listContradictions(
  measured: readonly RawDirection[],
  entry: Readonly<Record<string, unknown>>,
  verifies: boolean,
  flushes: Latency | null,
): readonly string[] {
  const ofFlushes = flushes === null ? [] : checkLatency(flushes);
  return [
    ...measured.flatMap((one) => checkDirection(one, verifies)),
    ...ofFlushes,
    ...checkLatencyShares(measured, entry),
  ];
}

function checkDirection(one: RawDirection, verifies: boolean): readonly string[] {
  const { completion, total, direction } = one;
  return [
    ...checkRates(one),
    ...(verifies && direction.operation !== 'read' ? [] : checkLatencySum(one)),
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
    if (!isNear(iops, expected, ROUNDING_SLACK.iops))
      found.push(
        `${operation} iops is ${toText(iops)}, but ${toText(countedIos)} I/Os ${time} are ${toText(expected)}/s`,
      );
  }
  if (bytes === 0) return found;
  const expected = (bytes * 1000) / runtimeMs;
  const { bw = 0, bw_bytes: exact = 0 } = bandwidths;
  if (Math.abs(bw / exact - KB_PER_KIB) < KIBI_NEAR && bw - exact > ROUNDING_SLACK.bandwidth)
    found.push(`${operation} bw is ${toText(bw / 1024)} kB/s of 1000 bytes, but fio prints KiB/s`);
  for (const [key, value] of Object.entries(bandwidths)) {
    if (isNear(value, expected, ROUNDING_SLACK.bandwidth)) continue;
    found.push(
      `${operation} ${key} is ${toText(value)} bytes/s, but ${toText(bytes)} bytes ${time} are ${toText(expected)}`,
    );
  }
  return found;
}

/** Total latency is submission plus completion latency. Engines that submit immediately have no submission latency. */
function checkLatencySum({ submission, completion, total }: RawDirection): readonly string[] {
  if (completion === null || total === null) return [];
  const sum = (submission?.meanUs ?? 0) + completion.meanUs;
  if (isNear(total.meanUs, sum, ROUNDING_SLACK.us)) return [];
  const text = `mean of ${total.name} is ${toText(total.meanUs)} us, but its parts add up to ${toText(sum)} us`;
  return [text];
}

function checkLatency(latency: Latency): readonly string[] {
  return [
    ...checkOrder(latency),
    ...checkMeanRange(latency),
    ...(latency.bins === null ? checkMeanBounds(latency) : checkBins(latency)),
  ];
}

/** Minimum, percentiles and maximum must ascend. */
function checkOrder({ name, printed, leastUs, mostUs }: Latency): readonly string[] {
  let [before, what] = [(leastUs ?? 0) / MAX_EDGE_FACTOR - ROUNDING_SLACK.us, 'the minimum'];
  for (const [percent, us] of printed) {
    if (us < before) return [`percentile ${percent} of ${name} is ${toText(us)} us, below ${what}`];
    [before, what] = [us, `percentile ${percent}`];
  }
  if (mostUs === null || before <= mostUs * MAX_EDGE_FACTOR + ROUNDING_SLACK.us) return [];
  return [`${what} of ${name} is ${toText(before)} us, above the maximum of ${toText(mostUs)} us`];
}

/** A mean must be between minimum and maximum. */
function checkMeanRange({ name, meanUs, leastUs, mostUs }: Latency): readonly string[] {
  const low = leastUs !== null && meanUs < leastUs - ROUNDED_US;
  const high = mostUs !== null && meanUs > mostUs + ROUNDED_US;
  if (!low && !high) return [];
  const bound = low ? `below its minimum of ${toText(leastUs)}` : `above its maximum of ${toText(mostUs ?? 0)}`;
  return [`mean of ${name} is ${toText(meanUs)} us, ${bound} us`];
}

/** Bounds of the mean: all I/Os at the lower, or all at the upper end of their percentile range. */
function checkMeanBounds({ name, meanUs, printed, leastUs, mostUs }: Latency): readonly string[] {
  if (leastUs === null || mostUs === null) return [];
  let [least, most, percent, us] = [0, 0, 0, leastUs];
  for (const [nextPercent, nextUs] of [...printed, [100, mostUs] as const]) {
    const share = (nextPercent - percent) / 100;
    [least, most, percent, us] = [least + share * us, most + share * nextUs, nextPercent, nextUs];
  }
  if (meanUs >= least / MAX_FACTOR - ROUNDING_SLACK.us && meanUs <= most * MAX_FACTOR + ROUNDING_SLACK.us) return [];
  const range = `${toText(least)} to ${toText(most)} us`;
  return [`mean of ${name} is ${toText(meanUs)} us, but minimum, percentiles and maximum allow ${range}`];
}

function checkBins({ name, count, meanUs, percentilesUs, bins }: Latency): readonly string[] {
  if (bins === null) return [];
  const found: string[] = [];
  if (count !== null && bins.count !== count)
    found.push(`the histogram of ${name} contains ${toText(bins.count)} I/Os, but fio measured ${toText(count)}`);
  const values = bins.percentiles(CHECKED_PERCENTILES);
  const pairs = PERCENTILES.map(({ percentile, metric }, index) => {
    return [`percentile ${percentile}`, percentilesUs[metric], values[index]] as const;
  });
  for (const [what, us, expected] of [['mean', meanUs, bins.mean()] as const, ...pairs]) {
    if (us === undefined || expected === undefined || isNear(us, expected, ROUNDING_SLACK.us)) continue;
    found.push(`${what} of ${name} is ${toText(us)} us, but ${toText(expected)} us by its histogram`);
  }
  return found;
}

/** The share of I/Os above a percentile must match the shares by latency, which cover all directions together. */
function checkLatencyShares(
  measured: readonly RawDirection[],
  entry: Readonly<Record<string, unknown>>,
): readonly string[] {
  // A histogram allows a stricter check.
  const all = measured.filter(({ direction }) => direction.operation !== 'mixed' || measured.length === 1);
  if (all.every(({ completion }) => completion === null || completion.bins !== null)) return [];
  const decades = readLatencyShares(entry);
  const ios = all.reduce((sum, { direction }) => sum + direction.ios, 0);
  if (decades.length === 0 || !(ios > 0)) return [];
  // Mean square of the latency, and the maximum that the shares allow. With a warm-up, recorded deviations reach 1.5
  // times the root of that maximum.
  const square = all.reduce((sum, { direction, completion }) => sum + (direction.ios / ios) * toSquare(completion), 0);
  const most = decades.reduce((sum, one) => sum + (one.percent > 0 ? (one.percent / 100) * one.belowUs ** 2 : 0), 0);
  if (square > MAX_FACTOR ** 2 * most) {
    const [is, allowed] = [square, most].map((value) => toText(Math.sqrt(value)));
    return [`the latencies vary by ${is ?? ''} us (mean and stddev), but their shares allow at most ${allowed ?? ''}`];
  }
  return all.flatMap(({ direction, completion }) => {
    const share = direction.ios / ios;
    for (const [percent, us] of completion?.printed ?? []) {
      const slower = (100 - percent) * share;
      const text = (): string => `percentile ${percent} of ${completion?.name ?? ''} is ${toText(us)} us, but`;
      if (slower > sumShareFrom(decades, us / MAX_EDGE_FACTOR - ROUNDING_SLACK.us))
        return [`${text()} fewer I/Os took so long`];
      // All I/Os of other directions may be slower.
      const most = slower + 100 * (1 - share);
      if (sumShareAbove(decades, us * MAX_EDGE_FACTOR + ROUNDING_SLACK.us) > most)
        return [`${text()} more I/Os took longer`];
    }
    return [];
  });
}

function toSquare(latency: Latency | null): number {
  return latency === null ? 0 : latency.meanUs ** 2 + (latency.deviationUs ?? 0) ** 2;
}

interface LatencyRange {
  readonly fromUs: number;
  /** Upper latency limit, microseconds; Infinity for the last range. */
  readonly belowUs: number;
  /** Percent of all I/Os. */
  readonly percent: number;
}

/** Keys of an entry, and their unit in microseconds. Version 2 has no nanoseconds. */
const LATENCY_UNITS = [
  ['latency_ns', 1e-3],
  ['latency_us', 1],
  ['latency_ms', 1e3],
] as const;
/** Bounds for the sum of usable shares, %: versions round each share to 0.01%. */
const TOTAL_PERCENT_RANGE = { least: 99, most: 101 };
/** Percentage that each share may lack, as some versions truncate shares to two digits. */
const TRUNCATED_PERCENT = 0.01;

/**
 * Shares of I/Os by completion latency, in steps of about a third of a decade, over all directions of a job. Empty if
 * the entry has no shares, as some engines measure latency differently.
 */
function readLatencyShares(entry: Readonly<Record<string, unknown>>): readonly LatencyRange[] {
  const decades: LatencyRange[] = [];
  let [sum, fromUs] = [0, 0];
  for (const [key, us] of LATENCY_UNITS) {
    const shares = toRecord(entry[key]);
    for (const name of Object.keys(shares)) {
      const percent = toNumber(shares[name]) ?? 0;
      // `10` counts I/Os below 10, and `>=2000` counts all slower I/Os.
      const belowUs = name.startsWith('>=') ? Number.POSITIVE_INFINITY : Number(name) * us;
      decades.push({ fromUs, belowUs, percent });
      sum += percent;
      fromUs = belowUs;
    }
  }
  return sum >= TOTAL_PERCENT_RANGE.least && sum <= TOTAL_PERCENT_RANGE.most ? decades : [];
}

/** Upper bound for the percentage of I/Os that took at least this long. */
function sumShareFrom(decades: readonly LatencyRange[], us: number): number {
  let sum = 2 * TRUNCATED_PERCENT;
  for (const { belowUs, percent } of decades) if (belowUs > us) sum += percent;
  return sum;
}

/** Lower bound for the percentage of I/Os that took longer; fio prints every small share as 0.01. */
function sumShareAbove(decades: readonly LatencyRange[], us: number): number {
  let sum = 0;
  for (const one of decades) if (one.fromUs >= us) sum += Math.max(0, one.percent - TRUNCATED_PERCENT);
  return sum;
}

function isNear(value: number, expected: number, slack: number): boolean {
  return value <= expected * MAX_FACTOR + slack && value >= expected / MAX_FACTOR - slack;
}

function toText(value: number): string {
  return String(Number(value.toPrecision(7)));
}

/** fio counts I/Os and bytes at different moments, so I/Os in flight may be missing from one of the counts. */
const BLOCK_TOLERANCE = 0.05;
/** Options that make I/O sizes differ from `bs`. */
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

/** @returns one text per direction whose bytes differ from I/Os × block size; other checks report short I/Os */
export function checkBlockSizes(measured: readonly RawDirection[], option: GetOption): readonly string[] {
  const inFlight = Number(option('iodepth') ?? 1) || 1;
  const found = measured.flatMap(({ direction: { operation, bytes, shortIos, bandwidth }, countedIos: ios }) => {
    const text = getBlockSize(option, operation);
    const size = parseSize(text ?? '');
    // Metadata engines move no data.
    if (size === null || size === 0 || bandwidth === null || bytes === 0 || !ios || shortIos > 0) return [];
    if (Math.abs(bytes - size * ios) <= BLOCK_TOLERANCE * size * ios + inFlight * size) return [];
    return [`${operation} moved ${Number((bytes / ios).toPrecision(6))} bytes per I/O, but \`bs\` is ${text ?? ''}`];
  });
  return found.length > 0 && SIZE_OPTIONS.some((name) => option(name) !== null) ? [] : found;
}

/** Size of a direction in `4k,64k,4k` (reads, writes, trims). The last value applies to remaining directions. */
function getBlockSize(option: GetOption, operation: Operation): string | null {
  const parts = (option('bs') ?? option('blocksize') ?? '').split(',');
  const at = ['read', 'write', 'trim'].indexOf(operation);
  if (at === -1) return parts.length === 1 ? (parts[0] ?? null) : null;
  return parts[Math.min(at, parts.length - 1)] ?? null;
}
