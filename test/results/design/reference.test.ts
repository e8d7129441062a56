import { ratioBetween, ratiosOf } from '../../../lib/results/design/reference';
import type { Measure } from '../../../lib/results/measures';
import type { Decide } from '../../../lib/shapes/decide';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import {
  contest,
  COPIES,
  decide,
  type Entry,
  FOLDERS,
  type How,
  type Turn,
  turns,
} from '../../../checks/statistics/contest';
import { pairOf, spread } from '../pair';

type Asked = (measure: Measure) => Measure;

/** Of all cells but the last, which is the reference. */
function ratios(
  [candidates, { trials, several }]: ReturnType<typeof contest>,
  asked: Decide | null = null,
  as: Asked = (one) => one,
) {
  const measured = new Map(candidates.map(({ cell, measures }) => [cell, measures.map(as)]));
  const to = candidates.at(-1)!.cell;
  const references = candidates.map(({ cell }) => ({ cell, to, exact: true }));
  const found = ratiosOf({ decide: asked, metrics: METRICS, references }, measured, trials, several);
  return candidates.slice(0, -1).map(({ cell }) => found.get(cell)![0]!);
}

function ratio(
  own: readonly Turn[],
  reference: readonly Turn[],
  how: How,
  more: Partial<Entry> = {},
  asked: Decide | null = null,
) {
  return ratios(pairOf({ turns: own, ...more }, { turns: reference, ...more }, how), asked)[0]!;
}

/** A metric that nobody describes, in microseconds. */
function ratioOfTime(own: readonly Turn[], reference: readonly Turn[]) {
  const both = pairOf({ turns: own, unit: 'us' }, { turns: reference, unit: 'us' }, FOLDERS);
  return ratios(both, null, (one) => ({ ...one, metric: 'wait' }))[0]!;
}

const MANY = 'may be chance among so many';
const equal = (count: number) => Array.from({ length: count }, () => 'equal to within 2 %');

describe('a ratio to the reference', () => {
  it('stands without a mark where it is told from it, in both directions', () => {
    const more = ratio(turns(spread(200)), turns(spread(100)), FOLDERS);
    expect(more).toMatchObject({ value: expect.closeTo(2, 9) as number, doubt: null });
    const less = ratio(turns(spread(100)), turns(spread(200)), FOLDERS);
    expect(less).toMatchObject({ value: expect.closeTo(0.5, 9) as number, doubt: null });
    expect(less.interval?.low).toBeCloseTo(1 / more.interval!.high, 9);
    expect(less.interval?.high).toBeCloseTo(1 / more.interval!.low, 9);
  });

  it('says what else it may be: by the rules of answers', () => {
    expect(ratio(turns(spread(105, 0.1)), turns(spread(100, 0.1)), FOLDERS)?.doubt).toBe('noise');
    expect(ratio(turns(spread(105)), turns(spread(100)), COPIES)?.doubt).toBe('copy');
    expect(ratio(turns([1, 2]), turns(spread(1)), FOLDERS)).toMatchObject({ doubt: 'few', interval: null });
    const during = (period: number, mean: number) => spread(mean).map((value) => ({ value, period }));
    const stages = { copy: 'c' };
    expect(ratio(during(1, 105), during(2, 100), COPIES, stages)).toMatchObject({
      doubt: 'period',
      words: 'may be the hour',
    });
    const lost = [...turns(spread(200)), { value: 50, out: 'LongRun', lost: 'slow' } as const];
    expect(ratio(lost, turns(spread(100)), FOLDERS)?.doubt).toBe('selected');
  });

  it('knows that less of a time is better: what lost slow trials is not marked where it is worse all the same', () => {
    const lost = { value: 500, out: 'LongRun', lost: 'slow' } as const;
    const time = (own: number, reference: number) =>
      ratioOfTime([...turns(spread(own)), lost], turns(spread(reference)));
    expect(time(100, 200)).toMatchObject({ value: expect.closeTo(0.5, 9) as number, doubt: 'selected' });
    expect(time(200, 100)).toMatchObject({ value: expect.closeTo(2, 9) as number, doubt: null });
    const { interval } = time(200, 100);
    expect(interval!.low).toBeLessThan(2);
    expect(interval!.high).toBeGreaterThan(2);
  });

  it('is the ratio that its interval is of: by logarithms, or of means where these are asked for', () => {
    const own = turns([80, 100, 101, 102, 100]);
    const middle = ratio(own, turns([100, 100.5, 99.5, 100, 100]), FOLDERS);
    expect(middle.value).toBeCloseTo(Math.exp(Math.log(0.8 * 1.01 * 1.02) / 5), 3);
    const asked = decide({ statistic: 'mean' });
    const wide = ratio(turns([100, 400]), turns([100]), FOLDERS, {}, asked);
    expect(wide).toMatchObject({ value: 2.5, interval: null, doubt: 'few' });
    const means = ratio(turns([100, 200, 400]), turns([100, 101, 99]), FOLDERS, {}, asked);
    // exp(ln 200 + 0.6931² ÷ 2) ÷ 100, which the plain middle of 2 is not.
    expect(means.value).toBeCloseTo(2 * Math.exp(Math.LN2 ** 2 / 2), 2);
    expect(means.interval!.low).toBeLessThan(means.value);
    expect(means.interval!.high).toBeGreaterThan(means.value);
  });

  it('says of what is surely the same by how much it may differ, be the difference ever so certain', () => {
    const fine = ratio(turns(spread(100.5, 0.0005)), turns(spread(100, 0.0005)), FOLDERS);
    expect(fine.interval!.low).toBeGreaterThan(1);
    expect(fine).toMatchObject({ doubt: 'equal', words: 'equal to within 2 %' });
    const wide = ratio(turns(spread(103, 0.001)), turns(spread(100, 0.001)), FOLDERS, {}, decide({ margin: 0.05 }));
    expect(wide).toMatchObject({ doubt: 'equal', words: 'equal to within 5 %' });
  });

  it('has to be the surer, the more of them stand in one table', () => {
    const differ = (by: number) => ({ name: `d${by}`, turns: turns(spread(100 * by)) });
    const same = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ name: `s${nth}`, turns: turns(spread(100)) }));
    const doubts = (...entries: readonly Entry[]) =>
      ratios(contest([...entries, { name: 'reference', turns: turns(spread(100)) }], FOLDERS)).map(
        ({ words }) => words,
      );
    // 0.008165 is its error, of four degrees: 2.78 times that (2.3 %) by itself, 5.60 (4.7 %) as one of ten.
    expect(doubts(differ(1.03))).toEqual([null]);
    expect(doubts(differ(1.03), ...same(9))).toEqual([MANY, ...equal(9)]);
    expect(doubts(differ(1.06), ...same(9))).toEqual([null, ...equal(9)]);
    // Those that are the same are surely equal; those that are told apart are no tries any more.
    const all = doubts(differ(1.03), ...[1.1, 1.2, 1.3, 1.4, 1.5, 1.6].map(differ));
    expect(all).toEqual(Array.from({ length: 7 }, () => null));
    expect(doubts(differ(1.03), ...[1.1, 1.2, 1.3, 1.4, 1.5].map(differ), ...same(2))).toEqual([
      MANY,
      ...Array.from({ length: 5 }, () => null),
      ...equal(2),
    ]);
  });

  it('shows the interval that it has by itself', () => {
    const others = Array.from({ length: 9 }, (_, nth) => ({ name: `s${nth}`, turns: turns(spread(100)) }));
    const one = { name: 'd', turns: turns(spread(103)) };
    const reference = { name: 'reference', turns: turns(spread(100)) };
    const [found] = ratios(contest([one, ...others, reference], FOLDERS));
    expect(found?.interval).toEqual(ratio(one.turns, reference.turns, FOLDERS).interval);
  });

  it('is none where one has no value above zero', () => {
    expect(ratio(turns([0, 1, 2]), turns(spread(1)), FOLDERS)).toBeNull();
    expect(ratio([], turns(spread(1)), FOLDERS)).toBeNull();
  });
});

describe('ratioBetween', () => {
  it('is of any two cells what the ratio to a reference is, and null where nothing of the other counts', () => {
    const [candidates, { trials, several }] = pairOf(
      { turns: turns(spread(200)) },
      { turns: turns(spread(100)) },
      FOLDERS,
    );
    const measured = new Map(candidates.map(({ cell, measures }) => [cell, measures]));
    const between = ratioBetween({ decide: null, metrics: METRICS }, measured, trials, several);
    const [[a, [own]], [b]] = [...measured] as [[string, [Measure]], [string, [Measure]]];
    expect(between(a, own, b)).toEqual(ratio(turns(spread(200)), turns(spread(100)), FOLDERS));
    expect(between(a, own, b)?.value).toBeCloseTo(2, 9);
    expect(between(a, own, 'nobody')).toBeNull();
  });
});
