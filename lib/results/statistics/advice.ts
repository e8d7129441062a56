/** How many units a question needs, and what units detect. Raises the measured spread, which may be small by luck. */
import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import { UNITS_MIN } from './difference';
import { STUDENT_ERROR, countRanksGivenUp, countUnitsForLimit } from './limit';
import { chiSquared, normalZ, studentT } from './quantiles';

/** More units than this are not practical. */
export const UNITS_MAX = 100;
/** Probability of detection. */
const POWER = 0.8;

/** Spread between units: standard deviation of logarithms, and its degrees of freedom. */
export interface UnitSpread {
  readonly deviation: number;
  readonly freedom: number;
  /** Assumed variance that more units do not reduce: of a difference, or of a value against a threshold. */
  readonly assumed: number;
}

/** An upper estimate of the deviation, too low in two of five cases (Browne, Statistics in Medicine 14, 1995). */
function raiseDeviation({ deviation, freedom }: UnitSpread): number {
  return deviation * Math.sqrt(freedom / Math.max(0.05, chiSquared(0.4, freedom)));
}

/** Smallest difference (a share) that n units of each detect in four of five cases. @param margin a share */
export function findDetectable(n: number, spread: UnitSpread, margin: number): number {
  const error = raiseDeviation(spread) * Math.sqrt(2 / n);
  const certain = Math.max(combineErrors(1 - 0.02, error, n, spread), Math.log1p(margin));
  return Math.expm1(certain + combineErrors(POWER, error, n, spread));
}

/** Combines measured (Student's t) and assumed (normal) error. @param error of an estimate from n units */
function combineErrors(probability: number, error: number, n: number, { assumed }: UnitSpread): number {
  const measured = studentT(probability, Math.max(2, n - 1)) * error;
  return Math.hypot(measured, normalZ(probability) * Math.sqrt(assumed));
}

/** Fewest units of each configuration that detect this difference (a share) in four of five cases; null above 100. */
export function countUnitsToCompare(share: number, spread: UnitSpread, margin: number): number | null {
  return findFewest(UNITS_MIN, (n) => findDetectable(n, spread, margin) <= share);
}

/**
 * Fewest units that show in four of five cases on which side of a threshold a configuration is; null above 100.
 * @param distance of logarithms, to the threshold @param among see `Certainty`
 */
export function countUnitsToPlace(distance: number, spread: UnitSpread, among = 1): number | null {
  const deviation = raiseDeviation(spread);
  const apart = distance - normalZ(1 - STUDENT_ERROR / among) * Math.sqrt(spread.assumed);
  const below = normalCdf(-apart / deviation, 0, 1);
  return findFewest(countUnitsForLimit(among), (n) => {
    const error = deviation / Math.sqrt(n);
    const needed = combineErrors(1 - STUDENT_ERROR / among, error, n, spread) + combineErrors(POWER, error, n, spread);
    return needed <= distance && binomialCdf(countRanksGivenUp(n, among), n, below) >= POWER;
  });
}

function findFewest(from: number, enough: (n: number) => boolean): number | null {
  for (let n = from; n <= UNITS_MAX; n += 1) if (enough(n)) return n;
  return null;
}
