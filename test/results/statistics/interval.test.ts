import { coverage, logInterval, meanInterval, medianInterval } from '../../../lib/results/statistics/interval';
import { logsOf } from '../../../lib/results/statistics/logs';

const logs = (values: readonly number[]) => logsOf(values.map((value) => ({ value, unit: null })));

describe('medianInterval', () => {
  // 1 - 2 * sum(C(n, i), i < k) / 2^n, worked by hand; the same figures stand in published tables.
  it.each([
    { n: 6, low: 1, high: 6, level: 1 - 2 / 64 },
    { n: 8, low: 1, high: 8, level: 1 - 2 / 256 },
    { n: 9, low: 2, high: 8, level: 1 - 20 / 512 },
    { n: 12, low: 3, high: 10, level: 1 - 158 / 4096 },
    { n: 20, low: 6, high: 15, level: 1 - 43_400 / 1_048_576 },
  ])('of $n values goes from the $low. to the $high. and says its level', ({ n, low, high, level }) => {
    const values = Array.from({ length: n }, (_, index) => n - index);
    const interval = medianInterval(values, logs(values));
    expect(interval).toMatchObject({ low, high, method: 'order-statistics' });
    expect(interval?.level).toBeCloseTo(level, 10);
  });

  it('of three to five is Student’s t on logarithms', () => {
    const values = [Math.E, Math.E ** 2, Math.E ** 3];
    const interval = medianInterval(values, logs(values));
    // 2 ± 4.3027 · 1 ÷ √3.
    expect(interval).toMatchObject({ level: 0.95, method: 'log-normal' });
    expect(Math.log(interval!.low)).toBeCloseTo(2 - 4.3027 / Math.sqrt(3), 3);
    expect(Math.log(interval!.high)).toBeCloseTo(2 + 4.3027 / Math.sqrt(3), 3);
  });

  it('does not exist for two values, which stand for themselves, nor for three of which one is zero', () => {
    expect(medianInterval([5], logs([5]))).toBeNull();
    expect(medianInterval([5, 6], logs([5, 6]))).toBeNull();
    expect(medianInterval([0, 5, 6], logs([0, 5, 6]))).toBeNull();
    expect(medianInterval([0, 1, 2, 3, 4, 5], null)).toMatchObject({ low: 0, high: 5 });
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
    expect(interval?.low).toBeCloseTo(12 - (4.3027 * 2) / Math.sqrt(3), 3);
    expect(interval?.high).toBeCloseTo(16.968, 3);
    expect(interval?.level).toBe(0.95);
    expect(meanInterval([1, 2])).toBeNull();
  });
});

it('of blocks is as wide as two of them deserve', () => {
  const interval = logInterval({ n: 2, mean: 0, deviation: 0.1 }, 'units');
  expect(Math.log(interval!.high)).toBeCloseTo((12.7062 * 0.1) / Math.SQRT2, 3);
  expect(logInterval({ n: 1, mean: 0, deviation: null }, 'units')).toBeNull();
});
