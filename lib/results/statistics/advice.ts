/** How many units a question takes, and what so many can find: by a spread that is raised, as a lucky one is small. */
import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import { UNITS_MIN } from './difference';
import { STUDENT_ERROR, countRanksGivenUp, countUnitsForLimit } from './limit';
import { chiSquared, normalZ, studentT } from './quantiles';

/** More units than this are no advice any more. */
export const UNITS_MAX = 100;
/** Found in so many cases. */
const POWER = 0.8;

/** What is known of the spread of one unit: standard deviation of logarithms, and its degrees of freedom. */
export interface UnitSpread {
  readonly deviation: number;
  readonly freedom: number;
  /** Variance that is assumed and no number of units makes less: of a difference, or of one value beside a limit. */
  readonly assumed: number;
}

/** The deviation that is exceeded in two cases of five (Browne, Statistics in Medicine 14, 1995). */
function raiseDeviation({ deviation, freedom }: UnitSpread): number {
  return deviation * Math.sqrt(freedom / Math.max(0.05, chiSquared(0.4, freedom)));
}

/** The smallest difference, as a share, that n units of each find in four of five cases. @param margin a share */
export function findDetectable(n: number, spread: UnitSpread, margin: number): number {
  const error = raiseDeviation(spread) * Math.sqrt(2 / n);
  const certain = Math.max(combineErrors(1 - 0.02, error, n, spread), Math.log1p(margin));
  return Math.expm1(certain + combineErrors(POWER, error, n, spread));
}

/** What is measured, by Student's t, and what is assumed. @param error of what is estimated from n units */
function combineErrors(probability: number, error: number, n: number, { assumed }: UnitSpread): number {
  const measured = studentT(probability, Math.max(2, n - 1)) * error;
  return Math.hypot(measured, normalZ(probability) * Math.sqrt(assumed));
}

/** The fewest units of each that find a difference of that share in four of five cases; null for more than 100. */
export function countUnitsToCompare(share: number, spread: UnitSpread, margin: number): number | null {
  return findFewest(UNITS_MIN, (n) => findDetectable(n, spread, margin) <= share);
}

/**
 * The fewest units that put a configuration on its side of a limit in four of five cases; null for more than 100.
 * @param distance from the limit, of logarithms
 * @param among see `Certainty`
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
