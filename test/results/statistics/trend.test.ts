import { mayDrift, trendOf } from '../../../lib/results/statistics/trend';

it('finds cells that fall together, by Mann and Kendall worked by hand', () => {
  // One cell of five: S = −10, variance 5·4·15 ÷ 18 = 50/3. Two of them: S = −20, z = −19 ÷ √(100/3) = −3.29.
  const falling = [100, 95, 90, 80, 75];
  const found = trendOf([falling, falling.map((value) => value * 7)]);
  expect(found?.z).toBeCloseTo(-19 / Math.sqrt(100 / 3), 9);
  // Halves of two: 77.5 ÷ 97.5.
  expect(found?.ratio).toBeCloseTo(77.5 / 97.5, 9);
  expect(trendOf([falling])).toBeNull();
});

it('is silent where cells go both ways, where it is little, and where there is too little', () => {
  const rising = [75, 80, 90, 95, 100];
  expect(trendOf([rising, rising.toReversed()])).toBeNull();
  const slightly = [100, 99.5, 99, 98.5, 98];
  expect(trendOf([slightly, slightly, slightly])).toBeNull();
  expect(trendOf([[1], [2], []])).toBeNull();
  expect(trendOf([])).toBeNull();
});

it('finds what rises too', () => {
  const rising = [50, 60, 70, 80, 90, 100];
  expect(trendOf([rising, rising, rising])?.ratio).toBeCloseTo(90 / 60, 9);
});

it('reckons with a drift sooner than it says that there was one', () => {
  const [falling, mixed] = [
    [5, 4, 3],
    [4, 5, 3],
  ];
  expect(trendOf([falling, falling])).toBeNull();
  expect(mayDrift([falling, falling])).toBe(true);
  expect(mayDrift([falling, mixed])).toBe(false);
  expect(mayDrift([[1], []])).toBe(false);
});
