import { comparer, DOUBT_WORDS } from '../../../lib/results/design/reference';
import { contest, COPIES, type Entry, FOLDERS, type How, type Turn, turns } from '../../../tools/statistics/contest';

const spread = (mean: number, by = 0.01) => [mean * Math.exp(-by), mean, mean * Math.exp(by)];

function ratio(own: readonly Turn[], reference: readonly Turn[], how: How, more: Partial<Entry> = {}) {
  const [candidates, { trials, several }] = contest(
    [
      { name: 'a', turns: own, ...more },
      { name: 'b', turns: reference, ...more },
    ],
    how,
  );
  const measured = new Map(candidates.map(({ cell, measures }) => [cell, measures]));
  const compare = comparer({ local: !how.made, decide: null }, measured, trials, several);
  return compare('cell-a', measured.get('cell-a')![0]!, 'cell-b', measured.get('cell-b')!);
}

describe('a ratio to the reference', () => {
  it('stands without a mark where it is told from it, in both directions', () => {
    const more = ratio(turns(spread(200)), turns(spread(100)), FOLDERS)!;
    expect(more).toMatchObject({ value: expect.closeTo(2, 9) as number, doubt: null });
    const less = ratio(turns(spread(100)), turns(spread(200)), FOLDERS)!;
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
    expect(ratio(during(1, 105), during(2, 100), COPIES, stages)?.doubt).toBe('period');
    const lost = [...turns(spread(200)), { value: 50, out: 'LongRun', lost: 'slow' } as const];
    expect(ratio(lost, turns(spread(100)), FOLDERS)?.doubt).toBe('selected');
    expect(DOUBT_WORDS.period).toBe('may be the hour');
  });

  it('is none where one has no value above zero', () => {
    expect(ratio(turns([0, 1, 2]), turns(spread(1)), FOLDERS)).toBeNull();
    expect(ratio([], turns(spread(1)), FOLDERS)).toBeNull();
  });
});
