import {
  computeInterval,
  computeLowerBound,
  countRanksGivenUp,
  countUnitsForLimit,
} from '../../../lib/results/statistics/limit';

const NARROW = [0.001, -0.001, 0.0005, -0.0005, 0, 0.0007, -0.0007];

describe('lower confidence bound', () => {
  it.each([
    [3, -1],
    [4, 0],
    [6, 0],
    [7, 1],
    [9, 1],
    [10, 2],
    [13, 3],
    [15, 4],
  ])('ignores by order statistics, of %d values, the %d lowest (-1: too few values for a bound)', (n, rank) => {
    expect(countRanksGivenUp(n, 1)).toBe(rank);
  });

  it("uses the wider of the bounds by Student's t and by order statistics", () => {
    // One far below: Student's is wide. Two levels: the order is.
    expect(computeLowerBound([0, 0, 0, 0, 0, -1])).toBeLessThan(-0.4);
    expect(computeLowerBound([...NARROW.slice(0, 5), -0.002])).toBe(-0.002);
    expect(computeLowerBound(NARROW.slice(0, 3))).toBe(Number.NEGATIVE_INFINITY);
  });

  it('decreases with the number of candidates and with the assumed spread between instances', () => {
    expect(computeLowerBound(NARROW, { among: 8 })).toBeLessThan(computeLowerBound(NARROW));
    expect(computeLowerBound(NARROW.slice(0, 4), { among: 2 })).toBe(Number.NEGATIVE_INFINITY);
    expect(computeLowerBound(NARROW, { spread: 0.05 })).toBeCloseTo(-0.0005 - 1.6449 * 0.05, 2);
  });

  it.each([
    [1, 4],
    [2, 5],
    [4, 6],
    [8, 7],
  ])('exists for each of %d candidates from %d units (trials or blocks) on', (among, units) => {
    expect(countUnitsForLimit(among)).toBe(units);
  });
});

it('computes the 90% interval of six units, and returns null for two', () => {
  expect(computeInterval([0, 0])).toBeNull();
  const found = computeInterval([0, 0.1, 0.05, 0.02, 0.08, 0.03]);
  expect(found).toMatchObject({ level: 0.9 });
  expect(found!.low).toBe(1);
  expect(found!.high).toBeCloseTo(Math.exp(0.1), 12);
});

it('returns the bound -Infinity when 1 of 6 values is -Infinity, and a finite one when 1 of 8 is', () => {
  expect(computeLowerBound([...NARROW.slice(0, 5), -Infinity])).toBe(Number.NEGATIVE_INFINITY);
  expect(computeLowerBound([...NARROW, -Infinity])).toBeGreaterThan(-0.01);
  expect(computeLowerBound(Array.from({ length: 4 }, () => Infinity))).toBe(Infinity);
});
