import { Bins, tellsPercentile } from '../../lib/workloads/histogram';

describe('Bins', () => {
  it('merged is the percentile over all I/Os, not a mean of percentiles', () => {
    const fast = Bins.of([[1, 990]]);
    const slow = Bins.of([[100, 10]]);
    const both = Bins.merged([fast, slow].filter((bins) => bins !== null));
    expect(both?.count).toBe(1000);
    expect([50, 95, 99, 99.9].map((percent) => both?.percentile(percent))).toEqual([1, 1, 1, 100]);
  });

  it('adds up bins of the same value', () => {
    const one = Bins.of([
      [1, 1],
      [2, 1],
    ]);
    const merged = Bins.merged([one, one].filter((bins) => bins !== null));
    expect(merged?.count).toBe(4);
    expect(merged?.percentile(50)).toBe(1);
  });

  it('counts as fio does where the count meets the limit exactly', () => {
    const bins = Bins.of([
      [1, 999],
      [2, 1],
    ]);
    // 99.9 as a double is above 99.9: 999 of 1000 do not reach it. 99 is exact.
    expect(bins?.percentile(99.9)).toBe(2);
    const exact = Bins.of(new Map([[1, 99]]).set(2, 1));
    expect(exact?.percentile(99)).toBe(1);
  });

  it('is nothing where nothing was counted', () => {
    expect(Bins.of([])).toBeNull();
    expect(Bins.of([[5, 0]])).toBeNull();
  });
});

describe('tellsPercentile', () => {
  it.each([
    [50, 20, true],
    [50, 19, false],
    [99, 1000, true],
    [99, 999, false],
    // A hundredth of a percent that is not exact as a binary fraction.
    [99.9, 10_000, true],
    [99.9, 9999, false],
    [95, 200, true],
    [95, 0, false],
  ])('p%d of %d operations: %p', (percent, count, tells) => expect(tellsPercentile(percent, count)).toBe(tells));
});
