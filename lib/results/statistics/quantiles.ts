/** Quantiles of the distributions that decisions use, from `@stdlib` (exact to about 1e-12). */
import chiSquaredQuantile from '@stdlib/stats-base-dists-chisquare-quantile';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/** Quantile of Student's t. @param freedom real, at least 1 */
export function studentT(probability: number, freedom: number): number {
  return tQuantile(probability, freedom);
}

/** Quantile of the standard normal distribution. */
export function normalZ(probability: number): number {
  return normalQuantile(probability, 0, 1);
}

/** Quantile of χ². @param freedom real, above 0 */
export function chiSquared(probability: number, freedom: number): number {
  return chiSquaredQuantile(probability, freedom);
}
