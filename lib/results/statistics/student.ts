/** Quantiles of Student's t, for any real number of degrees of freedom from 1 on. */

/** Probabilities below the quantile that decisions ask for. */
export type Quantile = 0.8 | 0.95 | 0.975;

/**
 * Degrees of freedom 1 to 10. NIST/SEMATECH e-Handbook of Statistical Methods, §1.3.6.7.2 (columns 0.95 and 0.975), and
 * for 0.8 Abramowitz and Stegun, table 26.10; the tests hold each against the integral of the density.
 */
const TABLE: Readonly<Record<Quantile, readonly number[]>> = {
  0.8: [1.3764, 1.0607, 0.9785, 0.941, 0.9195, 0.9057, 0.896, 0.8889, 0.8834, 0.8791],
  0.95: [6.3138, 2.92, 2.3534, 2.1318, 2.015, 1.9432, 1.8946, 1.8595, 1.8331, 1.8125],
  0.975: [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281],
};
const TABLED = 10;

/** The same of the standard normal distribution. */
const NORMAL: Readonly<Record<Quantile, number>> = { 0.8: 0.841621, 0.95: 1.644854, 0.975: 1.959964 };

/**
 * The value that Student's t stays below with probability `quantile`. Between two lines of the table the logarithm is
 * interpolated in 1/ν, which is above the true value by at most 3 % (ν below 2) and 1 % (above): never too bold.
 * Above 10 degrees of freedom Abramowitz and Stegun 26.7.5 is used (off by less than 0.001).
 * @param freedom at least 1; infinite for a deviation that is known
 */
export function studentT(quantile: Quantile, freedom: number): number {
  if (freedom > TABLED) return expansion(NORMAL[quantile], freedom);
  const lines = TABLE[quantile];
  const below = Math.max(1, Math.floor(freedom));
  const low = lines[below - 1] ?? Number.NaN;
  const high = lines[below] ?? low;
  const share = (1 / below - 1 / freedom) / (1 / below - 1 / (below + 1));
  return low * (high / low) ** Math.max(0, share);
}

function expansion(z: number, freedom: number): number {
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
