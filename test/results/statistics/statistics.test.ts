import { medianOf } from '../../../lib/results/statistics/moments';
import { statisticsOf } from '../../../lib/results/statistics/statistics';

const inBlock = (block: number, values: readonly number[]) => values.map((value) => ({ value, block }));

describe('statisticsOf', () => {
  it('gives the plain numbers of one block', () => {
    const statistics = statisticsOf(inBlock(1, [14, 10, 12]));
    expect(statistics).toMatchObject({ n: 3, median: 12, mean: 12, min: 10, max: 14, maxOverMin: 1.4, blocks: null });
    expect(statistics?.cv).toBeCloseTo(2 / 12, 12);
    expect(statistics?.interval).toMatchObject({ low: 10, high: 14, level: 0.75 });
  });

  it('takes the mean of the middle two for an even number', () => {
    expect(medianOf([4, 1, 3, 2])).toBe(2.5);
    expect(medianOf([7])).toBe(7);
  });

  it('tells repeats inside a block from fresh copies', () => {
    const blocks = statisticsOf([...inBlock(2, [20, 22]), ...inBlock(1, [10, 12])])?.blocks;
    // Inside: variance 2 in both, pooled √2, mean 16. Between: medians 11 and 21, deviation √50, mean 16.
    expect(blocks?.within).toBeCloseTo(Math.SQRT2 / 16, 12);
    expect(blocks?.between).toBeCloseTo(Math.sqrt(50) / 16, 12);
    expect(blocks?.medians).toEqual([
      { block: 1, median: 11, n: 2 },
      { block: 2, median: 21, n: 2 },
    ]);
  });

  it('knows no spread inside blocks of one value', () => {
    expect(statisticsOf([...inBlock(1, [10]), ...inBlock(2, [12])])?.blocks).toMatchObject({ within: null, blocks: 2 });
  });

  it('leaves out what one value cannot say', () => {
    expect(statisticsOf(inBlock(1, [0]))).toMatchObject({ n: 1, cv: null, interval: null, maxOverMin: null });
    expect(statisticsOf([])).toBeNull();
  });
});
