import { contest, COPIES, type Entry, FOLDERS, type How, turns } from '../../../checks/statistics/contest';
import { makeRatioFinder, computeRatios } from '../../../lib/results/design/reference';
import { spread } from '../pair';

/** Of all cells but the last, which is the reference. */
function computeAll(entries: readonly Entry[], how: How = FOLDERS) {
  const [candidates, { trials: counting, several }] = contest(entries, how);
  const measures = new Map(candidates.map((one) => [one.cell, one.measures]));
  const to = candidates.at(-1)!.cell;
  const references = candidates.map(({ cell }) => ({ cell, to, exact: true }));
  const measured = { measures, counting, several, assumed: () => undefined };
  return { found: computeRatios({ references }, measured), between: makeRatioFinder(measured), measures };
}

const computePair = (own: readonly number[], reference: readonly number[], how = FOLDERS) =>
  computeAll(
    [
      { name: 'own', turns: turns(own) },
      { name: 'reference', turns: turns(reference) },
    ],
    how,
  );
const computeFirst = (...of: Parameters<typeof computePair>) => computePair(...of).found.get('cell-own')?.[0];

it('computes the ratio to the reference cell with a 96% interval, and the inverse in the other direction', () => {
  const more = computeFirst(spread(200), spread(100));
  const less = computeFirst(spread(100), spread(200));
  expect(more?.value).toBeCloseTo(2, 9);
  expect(less?.value).toBeCloseTo(0.5, 9);
  expect(less?.interval?.low).toBeCloseTo(1 / more!.interval!.high, 9);
  expect(more?.interval?.level).toBe(0.96);
});

it('includes the assumed spread between instances in the interval when each target was created once', () => {
  const computeWidth = (how: How): number => {
    const { low, high } = computeFirst(spread(200), spread(100), how)!.interval!;
    return high / low;
  };
  // 2 · 2.054 · √2 · 5% at least.
  expect(computeWidth(COPIES)).toBeGreaterThan(Math.exp(0.29));
  expect(computeWidth(FOLDERS)).toBeLessThan(1.2);
});

it('returns no interval with 2 units, and null when a value is zero or missing', () => {
  expect(computeFirst([1, 2], spread(1))).toMatchObject({
    value: expect.closeTo(Math.SQRT2, 2) as number,
    interval: null,
  });
  expect(computeFirst([0, 1, 2], spread(1))).toBeNull();
  expect(computeFirst([], spread(1))).toBeNull();
});

it('returns the same ratio between two cells as to the reference, and null for an unknown cell', () => {
  const { found, between, measures } = computePair(spread(200), spread(100));
  const own = measures.get('cell-own')![0]!;
  expect(between('cell-own', own, 'cell-reference')).toEqual(found.get('cell-own')![0]);
  expect(between('cell-own', own, 'nobody')).toBeNull();
});
