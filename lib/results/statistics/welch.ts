/**
 * Two cells against each other, on logarithms, by Welch's test: spreads may differ. No correction is made for having
 * picked the best of many: that it has to beat each of the others is enough (Gutmann and Maymin, Annals of Statistics
 * 15, 1987; Hung and Fithian, arXiv 1610.03944).
 */
import { boundsOf, ERROR } from './bounds';
import type { Logs } from './logs';
import { studentT } from './student';

/** How many times one is the other. */
export interface Ratio {
  readonly ratio: number;
  /** Its 95 % interval; of several claims at once (`among`) wider, so that all of them hold in 95 % (Bonferroni). */
  readonly low: number;
  readonly high: number;
  /** Its 90 % interval, whose ends are those of two one-sided tests at 5 %. */
  readonly within: { readonly low: number; readonly high: number };
}

/** Up to so many times as many units on one side, Welch's degrees of freedom hold; beyond, they are too many. */
const UNEQUAL = 1.5;

/**
 * How many times the middle of `a` is that of `b`; null where one has fewer than two units. Degrees of freedom are
 * those of Welch and Satterthwaite. Where one side has many more units than the other, a spread of the few that is
 * small by chance would lend them the degrees of the many (10 and 2 values of two levels: 26 % false): then those of
 * the few.
 */
export function welch(a: Logs, b: Logs, among = 1): Ratio | null {
  if (a.deviation === null || b.deviation === null) return null;
  const difference = a.mean - b.mean;
  const [qa, qb] = [a.deviation ** 2 / a.n, b.deviation ** 2 / b.n];
  const error = Math.sqrt(qa + qb);
  const satterthwaite = (qa + qb) ** 2 / (qa ** 2 / (a.n - 1) + qb ** 2 / (b.n - 1));
  const [fewer, more] = [Math.min(a.n, b.n), Math.max(a.n, b.n)];
  const freedom = more > UNEQUAL * fewer ? fewer - 1 : satterthwaite;
  const around = (side: number): Ratio['within'] => {
    const half = error === 0 ? 0 : studentT(1 - side / among, freedom) * error;
    return { low: Math.exp(difference - half), high: Math.exp(difference + half) };
  };
  return { ratio: Math.exp(difference), ...around(ERROR / 2), within: around(ERROR) };
}

/**
 * How many times the mean of `a` is that of `b`, by the intervals of both (Zou, Taleban and Huo 2009, the difference of
 * two): of values that scatter by factors, the mean lies above the middle, the further the more they scatter. Null
 * where one has fewer than two units.
 * @param a of the plain means of units
 */
export function ratioOfMeans(a: Logs, b: Logs, among = 1): Ratio | null {
  if (a.deviation === null || b.deviation === null) return null;
  const middle = ({ mean, deviation }: Logs): number => mean + (deviation ?? 0) ** 2 / 2;
  const [ma, mb] = [middle(a), middle(b)];
  const around = (side: number): Ratio['within'] => {
    const [ia, ib] = [boundsOf(a, 'mean', side / among), boundsOf(b, 'mean', side / among)];
    const [la, ha, lb, hb] = [ia?.low, ia?.high, ib?.low, ib?.high].map((bound) => Math.log(bound ?? Number.NaN));
    const apart = (own = Number.NaN, other = Number.NaN): number => Math.hypot(ma - own, mb - other);
    return { low: Math.exp(ma - mb - apart(la, hb)), high: Math.exp(ma - mb + apart(ha, lb)) };
  };
  return { ratio: Math.exp(ma - mb), ...around(ERROR / 2), within: around(ERROR) };
}

/** The first is more than the second, surely, and by at least the margin: 0.02 for 2 %. */
export function isMore({ low, ratio }: Ratio, margin: number): boolean {
  return low > 1 && ratio >= 1 + margin;
}

/** They differ by less than the margin, surely: two one-sided tests at 5 % (Schuirmann 1987). */
export function isEqual({ within: { low, high } }: Ratio, margin: number): boolean {
  return low >= 1 / (1 + margin) && high <= 1 + margin;
}
