/**
 * 95 % intervals of what is shown for a cell.
 *
 * Six trials and more: the exact interval of the median from order statistics. It assumes no distribution, only that
 * replicates are exchangeable: from the k-th smallest to the k-th largest of n values covers the true median with
 * probability 1 − 2·P(B ≤ k−1), B ~ Binomial(n, ½); the narrowest that covers at least 95 % is taken.
 * Three to five trials: no such interval reaches 95 %, so Student's t on logarithms, which assumes that the values are
 * log-normal. Two: none, the values stand for themselves. Several blocks: Student's t over their mean logarithms.
 * Sources: Le Boudec, Performance Evaluation of Computer and Communication Systems, §2.2 and appendix A
 * (https://leboudec.github.io/perfeval/); Conover, Practical Nonparametric Statistics, §3.2.
 */
import type { Logs } from './logs';
import { deviationOf, meanOf, sorted } from './moments';
import { studentT } from './student';

/** An interval that holds the true value with probability `level` (0–1), where its assumptions hold. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The level reached: at least 0.95. */
  readonly level: number;
  /**
   * `log-normal`: Student's t on the logarithms of three to five trials; `units`: of blocks; `student-t`: of a mean, on
   * the values.
   */
  readonly method: 'order-statistics' | 'log-normal' | 'units' | 'student-t';
}

/** Level wished for. */
const LEVEL = 0.95;
/** Below it no interval from order statistics reaches 95 %. */
const ORDER_MIN = 6;
/** With fewer trials an interval would be wider than anything it could say. */
const LOGS_MIN = 3;

/**
 * Of the median of trials; null for fewer than three, and for fewer than six that are not all above zero.
 * @param logs of the same trials, each of them a unit
 */
export function medianInterval(values: readonly number[], logs: Logs | null): Interval | null {
  if (values.length < ORDER_MIN) return values.length < LOGS_MIN ? null : logInterval(logs, 'log-normal');
  const order = sorted(values);
  const n = order.length;
  let rank = 1;
  // Narrow from the range inwards for as long as the level stays at 95 %.
  while (rank + 1 <= n / 2 && coverage(n, rank + 1) >= LEVEL) rank += 1;
  const low = order[rank - 1] ?? Number.NaN;
  const high = order[n - rank] ?? Number.NaN;
  return { low, high, level: coverage(n, rank), method: 'order-statistics' };
}

/** exp(x̄ ± t(0.975, n−1)·s/√n) over units; null for fewer than two. */
export function logInterval(logs: Logs | null, method: Interval['method']): Interval | null {
  if (logs === null || logs.deviation === null) return null;
  const half = (studentT(0.975, logs.n - 1) * logs.deviation) / Math.sqrt(logs.n);
  return { low: Math.exp(logs.mean - half), high: Math.exp(logs.mean + half), level: LEVEL, method };
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

/** Of the mean, by Student's t; null for fewer than three values. Supposes values that scatter about normally. */
export function meanInterval(values: readonly number[]): Interval | null {
  const deviation = deviationOf(values);
  if (deviation === null || values.length < LOGS_MIN) return null;
  const half = (studentT(0.975, values.length - 1) * deviation) / Math.sqrt(values.length);
  const mean = meanOf(values);
  return { low: mean - half, high: mean + half, level: LEVEL, method: 'student-t' };
}
