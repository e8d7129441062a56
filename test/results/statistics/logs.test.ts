import { logsOf, logsOfMeans, pooledDeviation, unitMeans } from '../../../lib/results/statistics/logs';

const E = Math.E;
const alone = (...values: readonly number[]) => values.map((value) => ({ value, unit: null }));

it('takes mean and deviation of logarithms', () => {
  const logs = logsOf(alone(E, E ** 2, E ** 3));
  expect(logs?.n).toBe(3);
  expect(logs?.mean).toBeCloseTo(2, 12);
  expect(logs?.deviation).toBeCloseTo(1, 12);
  expect(logsOf(alone(5))).toEqual({ n: 1, mean: Math.log(5), deviation: null });
});

it('counts a block once, however many trials it has', () => {
  const values = [
    ...alone(E, E ** 3).map((one) => ({ ...one, unit: '1' })),
    ...alone(E ** 4).map((one) => ({ ...one, unit: '2' })),
  ];
  expect(unitMeans(values)?.map((mean) => Math.round(mean * 1e9) / 1e9)).toEqual([2, 4]);
  expect(logsOf(values)).toMatchObject({ n: 2, mean: expect.closeTo(3, 12) as number });
});

it('takes the plain mean of a block where that is asked', () => {
  const values = [
    ...alone(1, 3).map((one) => ({ ...one, unit: '1' })),
    ...alone(8).map((one) => ({ ...one, unit: '2' })),
  ];
  expect(logsOfMeans(values)).toMatchObject({ n: 2, mean: expect.closeTo(Math.log(4), 12) as number });
  expect(logsOfMeans(alone(1, 4))).toEqual(logsOf(alone(1, 4)));
});

it('has nothing to say of values that are not above zero, nor of none', () => {
  expect(logsOf(alone(1, 0))).toBeNull();
  expect(logsOf(alone(-1))).toBeNull();
  expect(logsOf([])).toBeNull();
});

it('pools spreads by their degrees of freedom', () => {
  // (2 · 1² + 4 · 2²) ÷ 6 = 3.
  const cells = [
    { n: 3, mean: 0, deviation: 1 },
    { n: 5, mean: 9, deviation: 2 },
    { n: 1, mean: 4, deviation: null },
  ];
  expect(pooledDeviation(cells)).toBeCloseTo(Math.sqrt(3), 12);
  expect(pooledDeviation(cells.slice(2))).toBeNull();
});
