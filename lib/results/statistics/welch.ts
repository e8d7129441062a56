/**
 * Two cells against each other, on logarithms, by Welch's test: spreads may differ. No correction is made for having
 * picked the best of many: that it has to beat each of the others is enough (Gutmann and Maymin, Annals of Statistics
 * 15, 1987; Hung and Fithian, arXiv 1610.03944).
 */
import type { Logs } from './logs';
import { studentT } from './student';

/** How many times one is the other. */
export interface Ratio {
  /** Difference of the means of logarithms, and its standard error. */
  readonly difference: number;
  readonly error: number;
  /** Degrees of freedom by Welch and Satterthwaite; infinite where neither side has any spread. */
  readonly freedom: number;
  /** e to the difference, and its 95 % interval. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** How many times `a` is `b`; null where one has fewer than two units. */
export function welch(a: Logs, b: Logs): Ratio | null {
  if (a.deviation === null || b.deviation === null) return null;
  const difference = a.mean - b.mean;
  const [qa, qb] = [a.deviation ** 2 / a.n, b.deviation ** 2 / b.n];
  const error = Math.sqrt(qa + qb);
  const freedom = error === 0 ? Number.POSITIVE_INFINITY : (qa + qb) ** 2 / (qa ** 2 / (a.n - 1) + qb ** 2 / (b.n - 1));
  const half = error === 0 ? 0 : studentT(0.975, freedom) * error;
  return {
    difference,
    error,
    freedom,
    ratio: Math.exp(difference),
    low: Math.exp(difference - half),
    high: Math.exp(difference + half),
  };
}

/** The first is more than the second, surely, and by at least the margin: 0.02 for 2 %. */
export function isMore({ low, ratio }: Ratio, margin: number): boolean {
  return low > 1 && ratio >= 1 + margin;
}

/** They differ by less than the margin, surely: two one-sided tests at 5 % (Schuirmann 1987). */
export function isEqual({ difference, error, freedom }: Ratio, margin: number): boolean {
  const half = error === 0 ? 0 : studentT(0.95, freedom) * error;
  return Math.abs(difference) + half <= Math.log1p(margin);
}
