import { type Demand, detectable, unitsToPlace, unitsToTell } from '../../../lib/results/statistics/resolution';
import { studentT } from '../../../lib/results/statistics/student';

const plain: Demand = { margin: 0.02, floor: 0, means: false, equal: true };

it('says what so many tell apart', () => {
  // n = 3: (t(0.975, 2.7) + t(0.8, 2.7))·s·√(2/3), between those of 2 (5.364) and of 3 degrees (4.161).
  const of = (freedom: number, n: number) =>
    (studentT(0.975, freedom) + studentT(0.8, freedom)) * 0.05 * Math.sqrt(2 / n);
  expect(of(2.7, 3)).toBeGreaterThan(4.161 * 0.05 * Math.sqrt(2 / 3));
  expect(of(2.7, 3)).toBeLessThan(5.364 * 0.05 * Math.sqrt(2 / 3));
  expect(Math.log1p(detectable(3, 0.05, plain))).toBeCloseTo(of(2.7, 3), 9);
  expect(Math.log1p(detectable(10, 0.05, plain))).toBeCloseTo(of(13.2, 10), 9);
  // Means: of n − 1 degrees, 4.3027 + 1.0607.
  expect(detectable(3, 0.05, { ...plain, means: true })).toBeCloseTo(Math.expm1(5.3634 * 0.05 * Math.sqrt(2 / 3)), 4);
});

it('asks for as much as matters, and for more than copies may differ by', () => {
  // n = 10, s = 0.001: t(0.8, 13.2)·s·√0.2 = 0.000389 above the margin; certain from 0.001354 on.
  const likely = studentT(0.8, 13.2) * 0.001 * Math.sqrt(0.2);
  const certain = studentT(0.975, 13.2) * 0.001 * Math.sqrt(0.2);
  expect([likely, likely + certain]).toEqual([expect.closeTo(0.000389, 6), expect.closeTo(0.001354, 6)]);
  expect(detectable(10, 0.001, plain)).toBeCloseTo(1.02 * Math.exp(likely) - 1, 9);
  expect(detectable(10, 0.001, { ...plain, floor: 0.1 })).toBeCloseTo(1.1 * Math.exp(likely + certain) - 1, 9);
  expect(unitsToTell(0.09, 0.001, { ...plain, floor: 0.1 })).toBeNull();
  // What hours may differ by is the less, the more trials there are.
  const hours: Demand = { ...plain, floor: 0.3, floorAt: (n) => (n < 10 ? 0.3 : 0.1) };
  expect(detectable(10, 0.001, hours)).toBe(detectable(10, 0.001, { ...plain, floor: 0.1 }));
  expect(unitsToTell(0.2, 0.001, hours)).toBe(10);
});

it('finds the fewest that tell a difference, which tell it', () => {
  for (const share of [0.03, 0.05, 0.2]) {
    const n = unitsToTell(share, 0.05, plain)!;
    expect(detectable(n, 0.05, plain)).toBeLessThanOrEqual(share);
    expect(detectable(n - 1, 0.05, plain)).toBeGreaterThan(share);
  }
  expect(unitsToTell(0.001, 0.05, { ...plain, equal: false })).toBeNull();
});

it('finds the fewest that show that a difference does not matter', () => {
  // ln 1.001 + (t(0.95, ν) + t(0.8, ν))·0.01·√(2/n) ≤ ln 1.02 from n = 5 on, ν = 5.7: 0.001 + 0.0183.
  expect(unitsToTell(0.001, 0.01, plain)).toBe(5);
  expect(unitsToTell(0.001, 0.01, { ...plain, equal: false })).toBeNull();
});

it('finds the fewest that place a cell beside a limit', () => {
  // n = 5: (2.1318 + 0.9410)·0.05 ÷ √5 = 0.0687; n = 4: (2.3534 + 0.9785)·0.025 = 0.0833.
  expect(unitsToPlace(0.07, 0.05, 1)).toBe(5);
  expect(unitsToPlace(0.084, 0.05, 1)).toBe(4);
  expect(unitsToPlace(0.001, 0.05, 1)).toBeNull();
  // Among eight: t(0.99375, 6) = 3.5212, t(0.8, 6) = 0.9057: 4.4269·0.05 ÷ √7 = 0.0837; with six units 0.0991.
  expect(unitsToPlace(0.084, 0.05, 8)).toBe(7);
});
