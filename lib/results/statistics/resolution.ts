/** What so many units can tell apart, in place of a promise that more of them would decide. */
import { studentT } from './student';

/** More units than this are no advice any more. */
export const UNITS_MAX = 100;

/**
 * The smallest difference that n units on each side find in four of five cases, as a share: 0.16 for 16 %.
 * exp((t(0.975, ν) + t(0.8, ν))·s·√(2/n)) − 1, ν = 2n − 2.
 * @param n at least 2
 * @param deviation of the logarithms of units
 */
export function detectable(n: number, deviation: number): number {
  const freedom = 2 * n - 2;
  return Math.expm1((studentT(0.975, freedom) + studentT(0.8, freedom)) * deviation * Math.sqrt(2 / n));
}

/** The fewest units on each side that find a difference of that share; null for more than {@link UNITS_MAX}. */
export function unitsToTell(share: number, deviation: number): number | null {
  return fewest((n) => detectable(n, deviation) <= share);
}

/**
 * The fewest units of one cell that put it on one side of a limit in four of five cases; null for more than
 * {@link UNITS_MAX}.
 * @param distance from the limit, of logarithms, above 0
 */
export function unitsToPlace(distance: number, deviation: number): number | null {
  return fewest((n) => ((studentT(0.95, n - 1) + studentT(0.8, n - 1)) * deviation) / Math.sqrt(n) <= distance);
}

function fewest(enough: (n: number) => boolean): number | null {
  for (let n = 2; n <= UNITS_MAX; n += 1) if (enough(n)) return n;
  return null;
}
