/**
 * Redundant figures of a job must agree. fio computes a rate from the count and time that it also prints, so a
 * difference means that the output was changed or damaged. Bounds are wide (a factor of two, although fio's figures
 * differ by a few percent): they find errors of an order of magnitude and tolerate the rounding of versions.
 */
import { PERCENTILES } from '../../tools/io-metrics';
import { parseSize } from '../options/values';
import type { Direction, Operation } from './direction';
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

/** @param verifies whether write latencies include checksums @param flushes section `sync` */
export function listContradictions(
  measured: readonly RawDirection[],
  verifies: boolean,
  flushes: Latency | null,
): readonly string[] {
  const ofFlushes = flushes === null ? [] : checkLatency(flushes);
  return [...measured.flatMap((one) => checkDirection(one, verifies)), ...ofFlushes];
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
