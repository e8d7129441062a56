import { studentT } from '../../../lib/results/statistics/student';

const STEPS = 1500;

/**
 * P(T ≤ t): with t = √ν·tan θ the density becomes cos^(ν−1) θ, so that no gamma function is needed. Midpoint rule.
 */
function below(t: number, freedom: number): number {
  const integral = (to: number): number => {
    let sum = 0;
    for (let i = 0; i < STEPS; i += 1) sum += Math.cos(((i + 0.5) * to) / STEPS) ** (freedom - 1);
    return (sum * to) / STEPS;
  };
  return 0.5 + integral(Math.atan(t / Math.sqrt(freedom))) / (2 * integral(Math.PI / 2));
}

const QUANTILES = [0.8, 0.95, 0.975, 0.99375];

describe('studentT', () => {
  it.each(QUANTILES)('leaves %f below it', (quantile) => {
    for (const freedom of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 30, 200])
      expect(below(studentT(quantile, freedom), freedom)).toBeCloseTo(quantile, 4);
  });

  it('is the value that books have', () => {
    // NIST/SEMATECH e-Handbook, §1.3.6.7.2.
    expect([1, 2, 10, 20, 100].map((freedom) => studentT(0.975, freedom).toFixed(3))).toEqual([
      '12.706',
      '4.303',
      '2.228',
      '2.086',
      '1.984',
    ]);
    // Table of the same page and of Abramowitz and Stegun 26.10: 0.9995 and 0.99995 of one degree.
    expect([0.9995, 0.99995].map((probability) => studentT(probability, 1).toFixed(1))).toEqual(['636.6', '6366.2']);
    // Of the normal distribution 1.6449: never less.
    const most = studentT(0.95, Number.POSITIVE_INFINITY);
    expect(most).toBeGreaterThan(1.6449);
    expect(most).toBeLessThan(1.6449 * 1.001);
  });

  it('is never too small as far out as one of many claims asks', () => {
    for (const among of [19, 100])
      for (let freedom = 1.1; freedom < 30; freedom += 0.35) {
        const quantile = 1 - 0.025 / among;
        expect(1 - below(studentT(quantile, freedom), freedom)).toBeLessThan((1 - quantile) * 1.01);
      }
  });

  it('is never too small between whole degrees, and at most a little too large', () => {
    for (const quantile of QUANTILES)
      for (let freedom = 1.1; freedom < 10; freedom += 0.35) {
        const taken = studentT(quantile, freedom);
        expect(below(taken, freedom)).toBeGreaterThan(quantile - 2e-5);
        // Further out, logarithms bend more.
        const [first, others] = quantile > 0.975 ? [1.08, 1.015] : [1.03, 1.01];
        expect(below(taken / (freedom < 2 ? first : others), freedom)).toBeLessThan(quantile);
      }
  });
});
