/**
 * One-sided bounds of the typical value (geometric mean, median): the wider one of Student's t on logarithms, with 5 %
 * error if values have one level, and of an order statistic, with an error of 1/16 for any distribution.
 */
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import { UNITS_MIN } from './difference';
import { computeStdDev, computeMean, sortNumbers } from './moments';
import { normalZ, studentT } from './quantiles';

/** An interval of a typical value, in its unit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Confidence level, 0–1, if the values have a single level. For any distribution 0.875; with three units 0.75. */
  readonly level: number;
}

/** Probability that a bound by Student's t is wrong. */
const STUDENT_ERROR = 0.05;
/** Probability that a bound by the order statistic is wrong; needs four units. */
const ORDER_ERROR = 1 / 16;

export interface Certainty {
  /** Number of candidates (or thresholds) of which one result suffices: each is another chance of error. */
  readonly among?: number;
  /** Assumed standard deviation of the logarithms of instances. */
  readonly spread?: number;
}

/** Number of lowest values that a bound of the median skips; −1 for too few. @param among see {@link Certainty} */
export function countRanksGivenUp(n: number, among: number): number {
  let rank = -1;
  while (rank + 1 < n / 2 && binomialCdf(rank + 1, n, 0.5) <= ORDER_ERROR / among + 1e-12) rank += 1;
  return rank;
}

/** Units needed for a threshold if any of 1, 2, 4 or 8 configurations may meet it: 4, 5, 6 or 7. */
export function countUnitsForLimit(among = 1): number {
  return Math.ceil(Math.log2(among / ORDER_ERROR) - 1e-9);
}

/**
 * Lower bound, from logarithms of units; −∞ for too few. For an upper bound, negate the values and the result. A unit
 * without a bound of its own is −∞: it counts as the lowest, and Student's t leaves it out.
 */
export function computeLowerBound(logs: readonly number[], { among = 1, spread = 0 }: Certainty = {}): number {
  const ordered = sortNumbers(logs)[countRanksGivenUp(logs.length, among)];
  if (ordered === undefined) return Number.NEGATIVE_INFINITY;
  const z = computeSpreadMargin(spread, among);
  const finite = logs.filter(Number.isFinite);
  if (finite.length < 2) return ordered - z;
  return Math.min(computeMean(finite) - Math.hypot(computeStudentHalf(finite, STUDENT_ERROR / among), z), ordered - z);
}

/** How far a bound keeps from a level for an assumed spread, however many units there are. */
export function computeSpreadMargin(spread: number, among: number): number {
  return spread === 0 ? 0 : normalZ(1 - STUDENT_ERROR / among) * spread;
}

/** Two-sided interval of measured values, for display; null for fewer than three units. */
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
