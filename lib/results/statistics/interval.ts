/**
 * Intervals of medians and means over the replicates of a cell.
 *
 * The interval of a median is the exact one from order statistics: it assumes no distribution, only that replicates are
 * exchangeable. The interval from the k-th smallest to the k-th largest of n values covers the true median with
 * probability
 * 1 − 2·P(B ≤ k−1), B ~ Binomial(n, ½). The narrowest such interval that covers at least 95 % is taken; with fewer than
 * six values there is none, so the whole range is given with the level that it truly reaches: 50 % for two values, 75 %
 * for three,
 * 87.5 % for four, 93.75 % for five. A t-interval of so few values would rest on a normality that cannot be checked
 * with them.
 * Sources: Le Boudec, Performance Evaluation of Computer and Communication Systems, §2.2 and appendix A
 * (https://leboudec.github.io/perfeval/); Conover, Practical Nonparametric Statistics, §3.2.
 */
import { deviationOf, meanOf, sorted } from './moments';

/** An interval that holds the true value with probability `level` (0–1), where its assumptions hold. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The level reached, not the level wished for. */
  readonly level: number;
  readonly method: 'order-statistics' | 'student-t';
}

/** Level wished for. */
const LEVEL = 0.95;

/** Interval of the median from order statistics (see above); null for fewer than two values. */
export function medianInterval(values: readonly number[]): Interval | null {
  const order = sorted(values);
  const n = order.length;
  if (n < 2) return null;
  let rank = 1;
  // Narrow from the range inwards for as long as the level stays at 95 %.
  while (rank + 1 <= n / 2 && coverage(n, rank + 1) >= LEVEL) rank += 1;
  const low = order[rank - 1] ?? Number.NaN;
  const high = order[n - rank] ?? Number.NaN;
  return { low, high, level: coverage(n, rank), method: 'order-statistics' };
}

/**
 * Probability that the ranges of n and m values lie apart although both come from the same distribution: of all orders
 * of n + m values two put one set wholly before the other, 2·n!·m!/(n+m)!. No distribution is assumed.
 */
export function rangesApart(n: number, m: number): number {
  let share = 2;
  for (let i = 1; i <= m; i += 1) share *= i / (n + i);
  return share;
}

/** Probability that the k-th smallest and the k-th largest of n values enclose the true median. */
export function coverage(n: number, k: number): number {
  let term = 2 ** -n;
  let tail = 0;
  for (let i = 0; i < k; i += 1) {
    tail += term;
    term *= (n - i) / (i + 1);
  }
  return 1 - 2 * tail;
}

/**
 * Interval of the mean by Student's t, 95 %; null for fewer than two values. Supposes values that scatter about
 * normally.
 */
export function meanInterval(values: readonly number[]): Interval | null {
  const deviation = deviationOf(values);
  if (deviation === null) return null;
  const half = (studentT(values.length - 1) * deviation) / Math.sqrt(values.length);
  const mean = meanOf(values);
  return { low: mean - half, high: mean + half, level: LEVEL, method: 'student-t' };
}

/** NIST/SEMATECH e-Handbook of Statistical Methods, §1.3.6.7.2, column 0.975: degrees of freedom 1 to 10. */
const STUDENT_T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
/** 97.5 % quantile of the standard normal distribution. */
export const NORMAL_975 = 1.959964;

/** 97.5 % quantile of Student's t; above 10 degrees of freedom by Abramowitz and Stegun 26.7.5 (error below 0.001). */
export function studentT(freedom: number): number {
  const tabled = STUDENT_T[freedom - 1];
  if (tabled !== undefined) return tabled;
  const z = NORMAL_975;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
