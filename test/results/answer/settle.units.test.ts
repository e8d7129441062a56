import { findDetectable, countUnitsToCompare } from '../../../lib/results/answer/settle';

const SPREAD = { deviation: 0.05, freedom: 5, assumed: 0 };

it('finds smaller differences with more units, and never less than what matters', () => {
  expect(findDetectable(4, SPREAD, 0.02)).toBeGreaterThan(findDetectable(10, SPREAD, 0.02));
  expect(findDetectable(50, { deviation: 0.0001, freedom: 5, assumed: 0 }, 0.02)).toBeCloseTo(0.02, 3);
});

it('says the fewest units that find a difference', () => {
  const n = countUnitsToCompare(0.1, SPREAD, 0.02)!;
  expect(findDetectable(n, SPREAD, 0.02)).toBeLessThanOrEqual(0.1);
  expect(findDetectable(n - 1, SPREAD, 0.02)).toBeGreaterThan(0.1);
  expect(countUnitsToCompare(0.001, SPREAD, 0.02)).toBeNull();
});

it('finds no less than what instances are assumed to differ by, with however many units', () => {
  const made = { deviation: 0.001, freedom: 5, assumed: 2 * 0.05 ** 2 };
  // (2.054 + 0.842) · √2 · 5%.
  expect(Math.log1p(findDetectable(50, made, 0.02))).toBeCloseTo(0.205, 2);
  expect(countUnitsToCompare(0.1, made, 0.02)).toBeNull();
});
