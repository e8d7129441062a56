/**
 * Redundant figures of a job must agree. fio computes a rate from the count and time that it also prints, so a
 * difference means that the output was changed or damaged. Bounds are wide (a factor of two, although fio's figures
 * differ by a few percent): they find errors of an order of magnitude and tolerate the rounding of versions.
 */
import type { Direction } from './direction';
import type { Latency } from './latency';

/** A direction, with printed figures that must agree with its own. */
export interface RawDirection {
  readonly direction: Direction;
  /** `total_ios` as printed; null if it is not. */
  readonly countedIos: number | null;
  /** Printed bandwidths by key, bytes/s; empty if bandwidth is meaningless. */
  readonly bandwidths: Readonly<Record<string, number>>;
  readonly submission: Latency | null;
  readonly completion: Latency | null;
  readonly total: Latency | null;
}

/** Maximum ratio between figures that should be equal. */
const MAX_FACTOR = 2;
/** Old versions print minimum and maximum in whole microseconds. */
const ROUNDED_US = 1;
/** Two units of the rounding in old versions: whole operations/s and KiB/s. */
const ROUNDING_SLACK = { iops: 2, bandwidth: 2048 };

export function listContradictions(measured: readonly RawDirection[]): readonly string[] {
  return measured.flatMap((one) => [
    ...checkRates(one),
    ...[one.completion, one.total].flatMap((latency) => (latency === null ? [] : checkLatency(latency))),
  ]);
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

/** A mean is between minimum and maximum, and a histogram has all I/Os. */
function checkLatency({ name, meanUs, leastUs, mostUs, count, bins }: Latency): readonly string[] {
  const [low, high] = [leastUs ?? 0, mostUs ?? Infinity];
  const isInside = meanUs >= low - ROUNDED_US && meanUs <= high + ROUNDED_US;
  const range = `from ${toText(low)} to ${toText(high)} us`;
  return [
    ...(isInside ? [] : [`mean of ${name} is ${toText(meanUs)} us, but latencies are ${range}`]),
    ...(bins === null || count === null || bins.count === count
      ? []
      : [`the histogram of ${name} contains ${toText(bins.count)} I/Os, but fio measured ${toText(count)}`]),
  ];
}

function isNear(value: number, expected: number, slack: number): boolean {
  return value <= expected * MAX_FACTOR + slack && value >= expected / MAX_FACTOR - slack;
}

function toText(value: number): string {
  return String(Number(value.toPrecision(7)));
}
