/** What so many units can tell apart, in place of a promise that more of them would decide. */
import { TRIALS_TO_COMPARE } from '../../shapes/decide';
import { ERROR } from './bounds';
import { studentT } from './student';

/** More units than this are no advice any more. */
export const UNITS_MAX = 100;

/** What is asked of a difference besides being certain: the rules of a comparison. */
export interface Demand {
  /** It has to be as much as this, to matter: 0.02 for 2 %. */
  readonly margin: number;
  /** It has to be more than this, surely: what copies or hours may differ by; 0 where there is nothing of the kind. */
  readonly floor: number;
  /** The same with so many units; absent: however many there are. */
  readonly floorAt?: (n: number) => number;
  /** Means are compared: their intervals are put together of those of both sides. */
  readonly means: boolean;
  /** Two may be called equal: not where their hours could hide a difference. */
  readonly equal: boolean;
}

/**
 * The smallest difference that n units on each side find in four of five cases, as a share: 0.18 for 18 %. It is
 * certain from exp((t(0.975, ν) + t(0.8, ν))·s·√(2/n)) times the floor on, and matters from exp(t(0.8, ν)·s·√(2/n))
 * times the margin on.
 * @param n at least 2
 * @param deviation of the logarithms of units
 */
export function detectable(n: number, deviation: number, { margin, floor, floorAt, means }: Demand): number {
  const freedom = means ? n - 1 : freedomOf(n);
  const error = deviation * Math.sqrt(2 / n);
  const likely = studentT(0.8, freedom) * error;
  const certain = studentT(0.975, freedom) * error;
  return Math.expm1(Math.max(Math.log1p(floorAt?.(n) ?? floor) + certain + likely, Math.log1p(margin) + likely));
}

/**
 * Degrees of freedom of a comparison that finds in four of five cases what it is reckoned by. Those of the spread are
 * 2n − 2, but Welch's test gives up what it cannot know, the spread of the other, so that with 2n − 2 three units found
 * 69 % in place of 80 %. Fitted to simulations of the decision for 3 to 10 units: `docs/statistics.md` shows how well.
 */
function freedomOf(n: number): number {
  return 1.5 * (n - 1) - 0.3;
}

/**
 * The fewest units on each side that find a difference of that share, or that it does not matter; null for more than
 * {@link UNITS_MAX}, and for none that would.
 */
export function unitsToTell(share: number, deviation: number, demand: Demand): number | null {
  return fewest((n) => detectable(n, deviation, demand) <= share || (demand.equal && isShown(n)), TRIALS_TO_COMPARE);

  function isShown(n: number): boolean {
    const [certain, likely] = [studentT(0.95, freedomOf(n)), studentT(0.8, freedomOf(n))];
    return Math.log1p(share) + (certain + likely) * deviation * Math.sqrt(2 / n) <= Math.log1p(demand.margin);
  }
}

/**
 * The fewest units of one cell that put it on one side of a limit in four of five cases; null for more than
 * {@link UNITS_MAX}.
 * @param distance from the limit, of logarithms, above 0
 * @param among see `standingOf`; 1 for a cell beyond the limit
 */
export function unitsToPlace(distance: number, deviation: number, among: number): number | null {
  const certain = 1 - ERROR / among;
  return fewest((n) => ((studentT(certain, n - 1) + studentT(0.8, n - 1)) * deviation) / Math.sqrt(n) <= distance);
}

/** More units never tell less: what is enough is sought by halves. */
function fewest(enough: (n: number) => boolean, from = 2): number | null {
  if (!enough(UNITS_MAX)) return null;
  let [low, high] = [from, UNITS_MAX];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
