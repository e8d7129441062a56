import {
  coverage,
  meanInterval,
  medianInterval,
  studentT,
  rangesApart,
} from '../../../lib/results/statistics/interval';

describe('medianInterval', () => {
  // 1 - 2 * sum(C(n, i), i < k) / 2^n, worked by hand; the same figures stand in published tables.
  it.each([
    { n: 2, low: 1, high: 2, level: 0.5 },
    { n: 3, low: 1, high: 3, level: 0.75 },
    { n: 4, low: 1, high: 4, level: 0.875 },
    { n: 5, low: 1, high: 5, level: 0.9375 },
    { n: 6, low: 1, high: 6, level: 1 - 2 / 64 },
    { n: 8, low: 1, high: 8, level: 1 - 2 / 256 },
    { n: 9, low: 2, high: 8, level: 1 - 20 / 512 },
    { n: 12, low: 3, high: 10, level: 1 - 158 / 4096 },
    { n: 20, low: 6, high: 15, level: 1 - 43_400 / 1_048_576 },
  ])('of $n values goes from the $low. to the $high. and says its level', ({ n, low, high, level }) => {
    const values = Array.from({ length: n }, (_, index) => n - index);
    const interval = medianInterval(values);
    expect(interval).toMatchObject({ low, high, method: 'order-statistics' });
    expect(interval?.level).toBeCloseTo(level, 10);
  });

  it('does not exist for one value or none', () => {
    expect(medianInterval([5])).toBeNull();
    expect(medianInterval([])).toBeNull();
  });

  it('covers the true median as often as it says', () => {
    // All 2^5 ways in which five values can fall on either side of the median: the range misses it in two.
    const ways = Array.from({ length: 32 }, (_, bits) => [0, 1, 2, 3, 4].map((bit) => (bits & (1 << bit) ? 1 : -1)));
    const covered = ways.filter((signs) => Math.min(...signs) < 0 && Math.max(...signs) > 0).length;
    expect(coverage(5, 1)).toBe(covered / 32);
  });
});

describe('meanInterval', () => {
  it('is mean ± t · s ÷ √n', () => {
    const interval = meanInterval([10, 12, 14]);
    expect(interval?.low).toBeCloseTo(12 - (4.303 * 2) / Math.sqrt(3), 9);
    expect(interval?.high).toBeCloseTo(16.9687, 3);
    expect(interval?.level).toBe(0.95);
    expect(meanInterval([1])).toBeNull();
  });
});

describe('studentT', () => {
  it.each([
    [1, 12.706],
    [2, 4.303],
    [10, 2.228],
    [11, 2.201],
    [20, 2.086],
    [30, 2.042],
    [100, 1.984],
  ])('of %i degrees of freedom is %f', (freedom, expected) => {
    expect(studentT(freedom)).toBeCloseTo(expected, 3);
  });
});

describe('rangesApart', () => {
  it.each([
    [3, 3, 0.1],
    [4, 4, 2 / 70],
    [6, 6, 2 / 924],
    [3, 5, 2 / 56],
  ])('is two of all orders of %d and %d values', (n, m, share) => {
    expect(rangesApart(n, m)).toBeCloseTo(share, 12);
    expect(rangesApart(m, n)).toBeCloseTo(share, 12);
  });
});
