/**
 * One-sided bounds of the typical value (geometric mean, median): the wider one of Student's t on logarithms, which
 * holds at 5 % for values of one level, and of an order statistic, which holds at 1/16 for any distribution.
 */
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import { UNITS_MIN } from './difference';
import { computeStdDev, computeMean, sortNumbers } from './moments';
import { normalZ, studentT } from './quantiles';

/** An interval of a typical value, in its unit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** 0–1, where values are of one level; for any distribution 0.875, and 0.75 of three units. */
  readonly level: number;
}

/** How often Student's bound may be on the wrong side. */
export const STUDENT_ERROR = 0.05;
/** The same of the order statistic: four units reach it. */
const ORDER_ERROR = 1 / 16;

/** How surely a bound has to hold. */
export interface Certainty {
  /** Of so many one would do, or one miss of so many is enough: chance has as many tries. */
  readonly among?: number;
  /** Standard deviation of the logarithms of instances, assumed and not measured. */
  readonly spread?: number;
}

/** Least values that a bound of the median gives up; −1 where units are too few. @param among see {@link Certainty} */
export function countRanksGivenUp(n: number, among: number): number {
  let rank = -1;
  while (rank + 1 < n / 2 && binomialCdf(rank + 1, n, 0.5) <= ORDER_ERROR / among + 1e-12) rank += 1;
  return rank;
}

/** Units that a limit takes where any of so many configurations would do: 4, 5, 6, 7 for 1, 2, 4, 8. */
export function countUnitsForLimit(among = 1): number {
  return Math.ceil(Math.log2(among / ORDER_ERROR) - 1e-9);
}

/**
 * Of the logarithms of units; −∞ where they are too few. The upper bound is the negative of that of the negatives.
 * @param logs of the values
 */
export function computeLowerBound(logs: readonly number[], { among = 1, spread = 0 }: Certainty = {}): number {
  const ordered = sortNumbers(logs)[countRanksGivenUp(logs.length, among)];
  if (ordered === undefined) return Number.NEGATIVE_INFINITY;
  const z = spread === 0 ? 0 : normalZ(1 - STUDENT_ERROR / among) * spread;
  return Math.min(computeMean(logs) - Math.hypot(computeStudentHalf(logs, STUDENT_ERROR / among), z), ordered - z);
}

/** Bounds both ways of what was measured, as it is shown; null for fewer than three units. */
export function computeInterval(logs: readonly number[]): Interval | null {
  if (logs.length < UNITS_MIN) return null;
  const order = sortNumbers(logs);
  const rank = countRanksGivenUp(logs.length, 1);
  const [mean, half] = [computeMean(logs), computeStudentHalf(logs, STUDENT_ERROR)];
  const low = Math.min(mean - half, order[rank] ?? Infinity);
  const high = Math.max(mean + half, order[order.length - 1 - rank] ?? -Infinity);
  return { low: Math.exp(low), high: Math.exp(high), level: 1 - 2 * STUDENT_ERROR };
}

function computeStudentHalf(logs: readonly number[], error: number): number {
  return (studentT(1 - error, logs.length - 1) * (computeStdDev(logs) ?? Infinity)) / Math.sqrt(logs.length);
}

/** Fewer rounds show no fall. */
const ROUNDS_MIN = 5;

/**
 * By how much the level of a configuration at the end lies below that of its whole time, as a logarithm; below 0 where
 * it rose. 0 where the change is chance (1 %), or less than what matters.
 * @param rounds its logarithm of each round, in the order of time
 * @param margin a share
 */
export function measureFall(rounds: readonly number[], margin: number): number {
  const n = rounds.length;
  if (n < ROUNDS_MIN) return 0;
  const [mean, middle] = [computeMean(rounds), (n - 1) / 2];
  const sxx = (n * (n * n - 1)) / 12;
  const slope = rounds.reduce((sum, value, i) => sum + (i - middle) * value, 0) / sxx;
  const rss = rounds.reduce((sum, value, i) => sum + (value - mean - slope * (i - middle)) ** 2, 0);
  const certain = Math.abs(slope) > studentT(0.995, n - 2) * Math.sqrt(rss / (n - 2) / sxx);
  return certain && Math.abs(slope) * (n - 1) > Math.log1p(margin) ? -slope * middle : 0;
}
