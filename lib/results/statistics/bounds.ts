/** Whether a cell keeps to a limit, as far as its units can tell. */
import type { Logs, Spread } from './logs';
import { coverage } from './interval';
import { sorted } from './moments';
import { studentT } from './student';

/** Each by itself holds with the probability asked for: the true value is above `low`, or it is below `high`. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** By which it was decided how a cell stands to a limit. */
export interface DecidingBounds extends Bounds {
  /** One-sided, of each: 0–1. */
  readonly level: number;
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
  /** Trials where each is a unit, in any order; none where blocks are. */
  readonly values: readonly number[];
  /** Of all cells of which any would do, and of no other; absent for one by itself. */
  readonly pooled?: Spread | null;
}

/** How often a bound may be on the wrong side. */
export const ERROR = 0.05;

/**
 * exp(x̄ ± t(1 − error, n−1)·s/√n) of the middle. The mean of log-normal values lies above it, at exp(μ + σ²/2): its
 * bounds are put together of those of μ and those of σ²/2, which are (n−1)·s²/2 ÷ χ², by the squares of their distances
 * (Zou, Taleban and Huo, Computational Statistics & Data Analysis 53, 2009). Null for fewer than two units.
 * @param pooled that of several cells, where it makes wider ones: of eight with three trials each, one has all of them
 *   on the better of two levels by chance, and its own spread does not show it
 */
export function boundsOf(
  { n, mean, deviation }: Logs,
  of: Tested['of'] = 'middle',
  error = ERROR,
  pooled: Spread | null = null,
): Bounds | null {
  if (deviation === null) return null;
  const all = pooled === null ? 0 : studentT(1 - error, pooled.freedom) * pooled.deviation;
  const half = Math.max(studentT(1 - error, n - 1) * deviation, all) / Math.sqrt(n);
  const above = of === 'mean' ? deviation ** 2 / 2 : 0;
  const [more, less] = [error, 1 - error].map((share) => above * ((n - 1) / chiSquared(share, n - 1) - 1));
  const [low, high] = [less, more].map((apart = 0) => (above === 0 ? half : Math.hypot(half, apart)));
  return { low: Math.exp(mean + above - (low ?? half)), high: Math.exp(mean + above + (high ?? half)) };
}

/**
 * What χ² stays below with this probability: Wilson and Hilferty, PNAS 17, 1931. For few degrees too small where the
 * probability is: bounds are too wide, never too narrow.
 */
function chiSquared(probability: number, freedom: number): number {
  const normal =
    probability < 0.5
      ? -studentT(1 - probability, Number.POSITIVE_INFINITY)
      : studentT(probability, Number.POSITIVE_INFINITY);
  const part = 2 / (9 * freedom);
  return freedom * Math.max(0, 1 - part + normal * Math.sqrt(part)) ** 3;
}

/**
 * Of so many values the least and the most are one-sided bounds of their median, whatever they scatter as: all lie on
 * one side of it in 2⁻ⁿ. Five at 5 %.
 */
export function trialsForOrder(error: number): number {
  return Math.ceil(Math.log2(1 / error) - 1e-9);
}

/**
 * What is held against a limit. Of a median both: the bounds on logarithms, which hold where these scatter evenly about
 * it, and from five trials on those of order statistics, which hold for any distribution (values of two levels whose
 * median lies below a limit were said to reach it in up to 26 %). The wider ones count; of several cells, where their
 * order does not reach as far, with the spread of all. Null for fewer than two units.
 */
export function decidingBounds({ logs, of, values, pooled = null }: Tested, error: number): Bounds | null {
  if (logs === null) return null;
  const ordered = values.length >= trialsForOrder(error);
  const known = boundsOf(logs, of, error, ordered || of === 'mean' ? null : pooled);
  if (known === null || of === 'mean' || values.length < trialsForOrder(ERROR)) return known;
  const order = sorted(values);
  let rank = 1;
  // The k-th smallest lies above the median with this probability: those that are certain enough, the innermost.
  while (rank + 1 <= order.length / 2 && (1 - coverage(order.length, rank + 1)) / 2 <= error) rank += 1;
  const [low, high] = [order[rank - 1] ?? known.low, order[order.length - rank] ?? known.high];
  return { low: Math.min(known.low, low), high: Math.max(known.high, high) };
}

/** How surely it is asked. */
export interface Certainty {
  /**
   * So many may be the answer, of which one that keeps to the limit will do: the more are tried, the surer each has to
   * be (Bonferroni), for chance has as many tries. That it does not keep to it needs no such.
   */
  readonly among?: number;
  /** It has to keep to so many conditions: to miss one of them will do, so that chance has as many tries at that. */
  readonly conditions?: number;
  /** What the hour may have done to the value, as a share: the bound has to be beyond the limit by as much. */
  readonly floor?: number;
}

/** Fewer than two units are always open, never a failure. */
export function standingOf(tested: Tested, { atLeast, atMost }: Limits, asked: Certainty = {}): Standing {
  const { among = 1, conditions = 1, floor = 0 } = asked;
  // To miss it needs no other: the cell stands by itself.
  const missing = decidingBounds({ ...tested, pooled: null }, ERROR / conditions);
  const keeping = decidingBounds(tested, ERROR / among);
  if (missing === null || keeping === null) return 'open';
  const low = atLeast ?? Number.NEGATIVE_INFINITY;
  const high = atMost ?? Number.POSITIVE_INFINITY;
  const within = tested.shown >= low && tested.shown <= high;
  const by = 1 + floor;
  if (keeping.low >= low * by && keeping.high <= high / by) return within ? 'yes' : 'open';
  return (missing.high < low / by || missing.low > high * by) && !within ? 'no' : 'open';
}
