/** How many units a question needs, and what units detect. Raises the measured spread, which may be small by luck. */
import { UNITS_MIN } from './difference';
import { chiSquared, normalZ, studentT } from './quantiles';

/** More units than this are not practical. */
export const UNITS_MAX = 100;
/** Probability of detection. */
const POWER = 0.8;

/** Spread between units: standard deviation of logarithms, and its degrees of freedom. */
export interface UnitSpread {
  readonly deviation: number;
  readonly freedom: number;
  /** Assumed variance of the difference, which more units do not reduce. */
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
  for (let n = UNITS_MIN; n <= UNITS_MAX; n += 1) if (findDetectable(n, spread, margin) <= share) return n;
  return null;
}
