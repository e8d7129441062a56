import { type Demand, detectable, unitsToPlace, unitsToTell } from '../../../lib/results/statistics/resolution';

const plain: Demand = { margin: 0.02, floor: 0, equal: true };

it('says what so many tell apart', () => {
  // n = 3: (t(0.975, 4) + t(0.8, 4))·s·√(2/3) = (2.7764 + 0.9410)·0.05·0.81650 = 0.15176: 16.4 %.
  expect(detectable(3, 0.05, plain)).toBeCloseTo(Math.expm1(0.15176), 4);
  // n = 10: (t(0.975, 18) + t(0.8, 18))·0.05·√0.2 = (2.1009 + 0.8621)·0.02236 = 0.06626: 6.85 %.
  expect(detectable(10, 0.05, plain)).toBeCloseTo(Math.expm1(0.06626), 4);
});

it('asks for as much as matters, and for more than copies may differ by', () => {
  // n = 3, s = 0.001: t(0.8, 4)·s·√(2/3) = 0.00076834 above the margin; certain from 0.0030352 on.
  expect(detectable(3, 0.001, plain)).toBeCloseTo(1.02 * Math.exp(0.00076834) - 1, 6);
  expect(detectable(3, 0.001, { ...plain, floor: 0.1 })).toBeCloseTo(1.1 * Math.exp(0.0030352) - 1, 6);
  expect(unitsToTell(0.09, 0.001, { ...plain, floor: 0.1 })).toBeNull();
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
  // ln 1.001 + (t(0.95, 2n − 2) + t(0.8, 2n − 2))·0.01·√(2/n) ≤ ln 1.02 from n = 5 on: 0.001 + 0.01733.
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
