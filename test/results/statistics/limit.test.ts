import {
  measureFall,
  computeInterval,
  computeLowerBound,
  countRanksGivenUp,
  countUnitsForLimit,
} from '../../../lib/results/statistics/limit';

const NARROW = [0.001, -0.001, 0.0005, -0.0005, 0, 0.0007, -0.0007];

describe('a lower bound', () => {
  it.each([
    [3, -1],
    [4, 0],
    [6, 0],
    [7, 1],
    [9, 1],
    [10, 2],
    [13, 3],
    [15, 4],
  ])('of %d units gives up the %d least of them', (n, rank) => {
    expect(countRanksGivenUp(n, 1)).toBe(rank);
  });

  it('is the wider one of both', () => {
    // One far below: Student's is wide. Two levels: the order is.
    expect(computeLowerBound([0, 0, 0, 0, 0, -1])).toBeLessThan(-0.4);
    expect(computeLowerBound([...NARROW.slice(0, 5), -0.002])).toBe(-0.002);
    expect(computeLowerBound(NARROW.slice(0, 3))).toBe(Number.NEGATIVE_INFINITY);
  });

  it('is the lower, the more would do, and by what instances are assumed to differ by', () => {
    expect(computeLowerBound(NARROW, { among: 8 })).toBeLessThan(computeLowerBound(NARROW));
    expect(computeLowerBound(NARROW.slice(0, 4), { among: 2 })).toBe(Number.NEGATIVE_INFINITY);
    expect(computeLowerBound(NARROW, { spread: 0.05 })).toBeCloseTo(-0.0005 - 1.6449 * 0.05, 2);
  });

  it.each([
    [1, 4],
    [2, 5],
    [4, 6],
    [8, 7],
  ])('of one of %d takes %d units', (among, units) => {
    expect(countUnitsForLimit(among)).toBe(units);
  });
});

it('shows bounds both ways as the interval, from three units on', () => {
  expect(computeInterval([0, 0])).toBeNull();
  const found = computeInterval([0, 0.1, 0.05, 0.02, 0.08, 0.03]);
  expect(found).toMatchObject({ level: 0.9 });
  expect(found!.low).toBe(1);
  expect(found!.high).toBeCloseTo(Math.exp(0.1), 12);
});

describe('a fall', () => {
  const falling = [0, -0.05, -0.1, -0.15, -0.2, -0.25].map((log, at) => log + (NARROW[at] ?? 0));
  it('is half of the change from the first round to the last', () => {
    expect(measureFall(falling, 0.02)).toBeCloseTo(0.125, 2);
    expect(measureFall(falling.toReversed(), 0.02)).toBeCloseTo(-0.125, 2);
  });
  it('is none of chance, of less than what matters, and of four rounds', () => {
    expect(measureFall([0, 0.1, -0.1, 0.05, 0, -0.02], 0.02)).toBe(0);
    expect(measureFall([0, -0.001, -0.002, -0.003, -0.004], 0.02)).toBe(0);
    expect(measureFall(falling.slice(0, 4), 0.02)).toBe(0);
  });
});
