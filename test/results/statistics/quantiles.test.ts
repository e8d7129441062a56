import { chiSquared, normalZ, studentT } from '../../../lib/results/statistics/quantiles';

// Printed tables of these distributions, and t of real degrees of freedom as R 4.3 gives it.
it.each([
  [studentT(0.975, 2), 4.3027],
  [studentT(0.95, 5), 2.015],
  [studentT(0.98, 4.3), 2.9104],
  [normalZ(0.98), 2.0537],
  [chiSquared(0.4, 5), 3.6555],
])('computes quantiles of t, normal and chi-squared distributions as printed tables: %d is %d', (found, known) => {
  expect(found).toBeCloseTo(known, 3);
});
