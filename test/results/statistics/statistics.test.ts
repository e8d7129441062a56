import { computeMedian } from '../../../lib/results/statistics/moments';
import { computeStatistics } from '../../../lib/results/statistics/statistics';

const makeBlock = (block: number, values: readonly number[]) => values.map((value) => ({ value, block }));

describe('computeStatistics', () => {
  it('returns n, median, mean, min, max and cv of one block', () => {
    const statistics = computeStatistics(makeBlock(1, [14, 10, 12]));
    expect(statistics).toMatchObject({ n: 3, median: 12, mean: 12, min: 10, max: 14, blocks: null });
    expect(statistics?.cv).toBeCloseTo(2 / 12, 12);
    expect(statistics).toMatchObject({
      unit: 'trial',
      interval: { level: 0.9 },
      logs: { n: 3 },
    });
  });

  it('returns the mean of the middle two of an even number of values (computeMedian)', () => {
    expect(computeMedian([4, 1, 3, 2])).toBe(2.5);
    expect(computeMedian([7])).toBe(7);
  });

  it('separates the spread within blocks from the spread between blocks', () => {
    const exponentiate = (...logs: readonly number[]) => logs.map((log) => Math.exp(log));
    const statistics = computeStatistics([...makeBlock(2, exponentiate(3, 5)), ...makeBlock(1, exponentiate(0, 2))]);
    // Inside: variance 2 in both. Block means 4 and 1: variance 4.5, of which 2 ÷ 2 is that of repeats.
    expect(statistics?.blocks?.within).toBeCloseTo(Math.SQRT2, 12);
    expect(statistics?.blocks?.between).toBeCloseTo(Math.sqrt(3.5), 12);
    expect(statistics?.blocks?.medians.map(({ block, n }) => [block, n])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(statistics).toMatchObject({ n: 4, unit: 'block', logs: { n: 2 }, interval: null });
  });

  it('centres on the block means with several blocks, although the median of all trials lies outside', () => {
    const data = [...makeBlock(1, [100, 100, 60]), ...makeBlock(2, [100, 100, 61]), ...makeBlock(3, [100, 100, 59])];
    const statistics = computeStatistics(data)!;
    const { low, high } = statistics.interval!;
    expect(statistics.median).toBe(100);
    expect(statistics.median).toBeGreaterThan(high);
    expect(statistics.centre).toBeCloseTo(Math.cbrt(100 * 100 * Math.cbrt(59 * 60 * 61)), 9);
    expect(statistics.centre).toBeGreaterThan(low);
    expect(statistics.centre).toBeLessThan(high);
    expect(computeStatistics(data, false)).toMatchObject({ unit: 'trial', median: 100 });
    // Without blocks, the units have two levels: their median stands for them.
    expect(computeStatistics(data, false)?.centre).toBeCloseTo(100, 9);
  });

  it('returns no spread between blocks when repeats explain it all', () => {
    expect(computeStatistics([...makeBlock(1, [10, 20]), ...makeBlock(2, [10, 20])])?.blocks?.between).toBe(0);
  });

  it('uses one unit (n = 1) when a cell has trials of only one of several blocks', () => {
    expect(computeStatistics(makeBlock(1, [10, 11, 12]), true)).toMatchObject({
      unit: 'block',
      logs: { n: 1 },
      interval: null,
    });
  });

  it('returns no spread within blocks of one value each', () => {
    expect(computeStatistics([...makeBlock(1, [10]), ...makeBlock(2, [12])])?.blocks).toMatchObject({
      within: null,
      between: expect.closeTo(Math.log(1.2) / Math.SQRT2, 9) as number,
      blocks: 2,
    });
  });

  it('centres on the median when one trial stalled, and on the geometric mean otherwise', () => {
    expect(computeStatistics(makeBlock(1, [3400, 3410, 3420, 3390, 3400, 50_000]))?.centre).toBeCloseTo(3405, 0);
    expect(computeStatistics(makeBlock(1, [4, 5, 6]))?.centre).toBeCloseTo(Math.cbrt(120), 9);
  });

  it('returns neither cv nor interval for one value, and null for none', () => {
    expect(computeStatistics(makeBlock(1, [0]))).toMatchObject({ n: 1, cv: null, interval: null });
    expect(computeStatistics([])).toBeNull();
  });
});
