import { MAX_BINS, getBinStart, toBin } from '../../lib/shapes/distribution';
import { Bins, hasEnoughSamples } from '../../lib/workloads/histogram';

describe('latency histogram (Bins)', () => {
  it('computes percentiles of merged histograms over all I/Os instead of a mean of percentiles', () => {
    const fast = Bins.of([[1, 990]]);
    const slow = Bins.of([[100, 10]]);
    const both = Bins.merge([fast, slow].filter((bins) => bins !== null));
    expect(both?.count).toBe(1000);
    expect([50, 95, 99, 99.9].map((percent) => both?.percentile(percent))).toEqual([1, 1, 1, 100]);
  });

  it('adds the counts of equal values', () => {
    const one = Bins.ofColumns([1, 2], [1, 1]) as Bins;
    const merged = Bins.merge([one, one]);
    expect([merged?.count, merged?.percentile(50)]).toEqual([4, 1]);
  });

  it('computes percentiles as fio does when the count equals the limit exactly', () => {
    const bins = Bins.ofColumns([1, 2], [999, 1]);
    // 99.9 as a double is above 99.9: 999 of 1000 do not reach it. 99 is exact.
    expect(bins?.percentile(99.9)).toBe(2);
    const exact = Bins.of(new Map([[1, 99]]).set(2, 1));
    expect(exact?.percentile(99)).toBe(1);
  });

  it('computes several percentiles in one call as in separate calls', () => {
    const percents = [0.1, 1, 50, 95, 99, 99.9, 100];
    for (const last of [1, 2, 7, 100, 1000]) {
      const bins = Bins.ofColumns([1, 3.5, 9], [1, last, 3]) as Bins;
      expect(bins.percentiles(percents)).toEqual(percents.map((percent) => bins.percentile(percent)));
      expect(bins.percentile(100)).toBe(9);
      expect(bins.percentile(1)).toBe(last < 100 ? 1 : 3.5);
      expect(Bins.merge([bins])).toEqual(bins);
    }
  });

  it('returns null when the histogram has no operations', () => {
    expect(Bins.of([])).toBeNull();
    expect(Bins.of([[5, 0]])).toBeNull();
  });
});

describe('hasEnoughSamples', () => {
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
  ])('returns for p%d whether %d operations are enough samples: %p', (percent, count, tells) =>
    expect(hasEnoughSamples(percent, count)).toBe(tells),
  );
});

const compact = (...entries: [number, number][]) => (Bins.of(entries) as Bins).compact();

it('assigns each value to the bin that starts at or below it', () => {
  expect([0.1, 1, 10, 100, 1e6].map(toBin)).toEqual([-8, 0, 8, 16, 48]);
  expect([99.9, 101, 133, 134].map(toBin)).toEqual([15, 16, 16, 17]);
  for (const bin of [-7, 0, 5, 31]) expect(toBin(getBinStart(bin))).toBe(bin);
});

it('keeps all operations in compact bins, and empty bins between two peaks', () => {
  expect(compact([100, 3], [101, 4], [1000, 2])).toEqual({ first: 16, counts: [7, 0, 0, 0, 0, 0, 0, 0, 2] });
});

it('limits the number of compact bins, and counts the fastest operations in the first bin', () => {
  const { first, counts } = compact([0, 5], [1e-3, 5], [1, 5], [1e8, 1]);
  expect(counts).toHaveLength(MAX_BINS);
  expect(first).toBe(64 - MAX_BINS + 1);
  expect(counts[0]).toBe(15);
  expect(counts.at(-1)).toBe(1);
});
