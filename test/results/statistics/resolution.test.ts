import { detectable, unitsToPlace, unitsToTell } from '../../../lib/results/statistics/resolution';

it('says what so many tell apart', () => {
  // n = 3: (t(0.975, 4) + t(0.8, 4))·s·√(2/3) = (2.7764 + 0.9410)·0.05·0.81650 = 0.15176: 16.4 %.
  expect(detectable(3, 0.05)).toBeCloseTo(Math.expm1(0.15176), 4);
  // n = 10: (t(0.975, 18) + t(0.8, 18))·0.05·√0.2 = (2.1009 + 0.8621)·0.02236 = 0.06626: 6.85 %.
  expect(detectable(10, 0.05)).toBeCloseTo(Math.expm1(0.06626), 4);
});

it('finds the fewest that tell a difference, which tell it', () => {
  for (const share of [0.03, 0.05, 0.2]) {
    const n = unitsToTell(share, 0.05)!;
    expect(detectable(n, 0.05)).toBeLessThanOrEqual(share);
    expect(detectable(n - 1, 0.05)).toBeGreaterThan(share);
  }
  expect(unitsToTell(0.001, 0.05)).toBeNull();
});

it('finds the fewest that place a cell beside a limit', () => {
  // n = 5: (2.1318 + 0.9410)·0.05 ÷ √5 = 0.0687; n = 4: (2.3534 + 0.9785)·0.025 = 0.0833.
  expect(unitsToPlace(0.07, 0.05)).toBe(5);
  expect(unitsToPlace(0.084, 0.05)).toBe(4);
  expect(unitsToPlace(0.001, 0.05)).toBeNull();
});
