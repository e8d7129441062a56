/** How many more replicates would tell two things apart, if their spread stays what it is. */
import { NORMAL_975 } from './interval';

/** More than this is no advice any more. */
export const REPLICATES_MAX = 100;

/** Below it no interval of a median reaches 95 %. */
const MEDIAN_N_MIN = 6;

/**
 * Standard error of a median ÷ that of a mean, for values that scatter normally: √(π/2)
 * (https://en.wikipedia.org/wiki/Median#Sampling_distribution).
 */
const MEDIAN_FACTOR = Math.sqrt(Math.PI / 2);

interface Side {
  readonly n: number;
  /** Standard deviation of the trials; null for one trial. */
  readonly deviation: number | null;
}

/**
 * Replicates to add to each side, so that 95 % intervals of the two would just part:
 * n = (z · c · (s₁ + s₂) ÷ distance)², z = 1.96, c = 1.25 for medians and 1 for means.
 * @param distance between the two values, or between one value and a limit (then one side is given)
 * @returns null where the spread is not known, or more than {@link REPLICATES_MAX} would be needed
 */
export function moreReplicates(
  sides: readonly Side[],
  distance: number,
  statistic: 'median' | 'mean' | 'min' | 'max',
): number | null {
  if (statistic === 'min' || statistic === 'max' || distance === 0) return null;
  let deviations = 0;
  for (const { deviation } of sides) {
    if (deviation === null) return null;
    deviations += deviation;
  }
  const factor = statistic === 'median' ? MEDIAN_FACTOR : 1;
  const wanted = Math.ceil(((NORMAL_975 * factor * deviations) / Math.abs(distance)) ** 2);
  const needed = statistic === 'median' ? Math.max(MEDIAN_N_MIN, wanted) : wanted;
  const more = Math.max(1, needed - Math.min(...sides.map(({ n }) => n)));
  return more > REPLICATES_MAX ? null : more;
}
