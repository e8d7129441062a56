/**
 * Redundant figures of a job must agree: rates with counts and times, latencies with their parts and shares. Bounds are
 * wide (a factor of two, although fio's figures differ by a few percent), as versions round differently. Only checks
 * that outputs of real runs needed are here.
 */
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

/** Maximum ratio between figures that should be equal. */
const MAX_FACTOR = 2;
/**
 * Maximum excess of a percentile over minimum and maximum. Chosen: percentiles are means of histogram bins up to 1/64
 * wide.
 */
const MAX_EDGE_FACTOR = 1.25;
/** Two units of the rounding in old versions: whole operations/s, KiB/s and microseconds. */
const ROUNDING_SLACK = { iops: 2, bandwidth: 2048, us: 2 };

/** @param entry of `jobs` @param verifies whether write latencies include checksums @param flushes section `sync` */
export function listContradictions(
  measured: readonly RawDirection[],
  entry: Readonly<Record<string, unknown>>,
  verifies: boolean,
  flushes: Latency | null,
): readonly string[] {
  const latencies = [...measured.flatMap(({ completion, total }) => [completion, total]), flushes];
  return [
    ...measured.flatMap(checkRates),
    ...measured.flatMap((one) => (verifies && one.direction.operation !== 'read' ? [] : checkLatencySum(one))),
    ...latencies.flatMap((one) => (one === null ? [] : checkOrder(one))),
    ...checkLatencyShares(measured, entry),
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

/** The share of I/Os above a percentile must match the shares by latency, which cover all directions together. */
function checkLatencyShares(
  measured: readonly RawDirection[],
  entry: Readonly<Record<string, unknown>>,
): readonly string[] {
  const all = measured.filter(({ direction }) => direction.operation !== 'mixed' || measured.length === 1);
  const decades = readLatencyShares(entry);
  const ios = all.reduce((sum, { direction }) => sum + direction.ios, 0);
  if (decades.length === 0 || !(ios > 0)) return [];
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
