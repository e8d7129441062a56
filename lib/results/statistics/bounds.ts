/** Whether a cell keeps to a limit, as far as its units can tell. */
import type { Logs } from './logs';
import { studentT } from './student';

/** Each by itself holds with the probability asked for: the true value is above `low`, or it is below `high`. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** A condition on a value, in its unit. */
export interface Limits {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** It keeps to the limit, or does not, or that cannot be told. */
export type Standing = 'yes' | 'no' | 'open';

/** What is held against a limit. */
export interface Tested {
  /** Null where fewer than two units count. */
  readonly logs: Logs | null;
  /** What is printed: where it lies on the other side than the bounds, it is open. */
  readonly shown: number;
  /** Of which value of the distribution the limit speaks. */
  readonly of: 'middle' | 'mean';
}

/** How often a bound may be on the wrong side. */
export const ERROR = 0.05;

/**
 * exp(m ± t(1 − error, n−1)·e). For the middle m is x̄, e is s/√n. For the mean of log-normal values, which lies above
 * their middle, m is x̄ + s²/2 and e² is s²/n + s⁴/(2(n−1)): Cox's method with Student's t (Olsson, Journal of
 * Statistics Education 13, 2005). Null for fewer than two units.
 */
export function boundsOf({ n, mean, deviation }: Logs, of: Tested['of'] = 'middle', error = ERROR): Bounds | null {
  if (deviation === null) return null;
  const variance = deviation ** 2;
  const middle = of === 'mean' ? mean + variance / 2 : mean;
  const spread = variance / n + (of === 'mean' ? variance ** 2 / (2 * (n - 1)) : 0);
  const half = studentT(1 - error, n - 1) * Math.sqrt(spread);
  return { low: Math.exp(middle - half), high: Math.exp(middle + half) };
}

/**
 * Fewer than two units are always open, never a failure.
 * @param among so many may be the answer, of which one that keeps to the limit will do: the more are tried, the surer
 *   each has to be (Bonferroni), for chance has as many tries. That it does not keep to it needs no such.
 */
export function standingOf({ logs, shown, of }: Tested, { atLeast, atMost }: Limits, among = 1): Standing {
  const missing = logs === null ? null : boundsOf(logs, of);
  const keeping = logs === null ? null : boundsOf(logs, of, ERROR / among);
  if (missing === null || keeping === null) return 'open';
  const low = atLeast ?? Number.NEGATIVE_INFINITY;
  const high = atMost ?? Number.POSITIVE_INFINITY;
  const within = shown >= low && shown <= high;
  if (keeping.low >= low && keeping.high <= high) return within ? 'yes' : 'open';
  return (missing.high < low || missing.low > high) && !within ? 'no' : 'open';
}
