import { compared, type Comparing, hourFloor, hourMargin } from '../../../lib/results/answer/rivals';
import { entrantsOf } from '../../../lib/results/answer/contender';
import {
  APART,
  COPIES,
  decide,
  type Entry,
  FOLDERS,
  type How,
  type Turn,
  turns,
} from '../../../checks/statistics/contest';
import { pairOf, spread } from '../pair';

function pair(a: Partial<Entry>, b: Partial<Entry>, how: How, asked: Partial<Comparing> = {}) {
  const [candidates, circumstances] = pairOf(a, b, how);
  const { entrants } = entrantsOf(decide(), candidates, circumstances);
  return compared(entrants[0]!, entrants[1]!, {
    ...circumstances,
    better: 'higher',
    margin: 0.02,
    statistic: 'typical',
    drifting: () => false,
    ...asked,
  });
}

describe('two folders that take turns', () => {
  it('are apart where the ratio is certain and as large as matters', () => {
    const found = pair({ turns: turns(spread(105)) }, { turns: turns(spread(100)) }, FOLDERS);
    // Deviation 0.01 each, SE = 0.01·√(2/3) = 0.008165, ν = 4: ln 1.05 ± 2.7764·0.008165.
    expect(found).toMatchObject({ result: 'apart', doubt: null, sameCopy: true, periods: null });
    expect(found.ratio).toBeCloseTo(1.05, 9);
    expect(found.low).toBeCloseTo(1.05 * Math.exp(-0.02267), 4);
    expect(found.high).toBeCloseTo(1.05 * Math.exp(0.02267), 4);
  });

  it('turn the ratio round where less is better', () => {
    const found = pair({ turns: turns(spread(100)) }, { turns: turns(spread(105)) }, FOLDERS, { better: 'lower' });
    expect(found).toMatchObject({ result: 'apart', ratio: expect.closeTo(1.05, 9) as number });
  });

  it('are not where chance may do it, where it does not matter, or where the median says otherwise', () => {
    const of = (a: readonly number[], b: readonly number[]) => pair({ turns: turns(a) }, { turns: turns(b) }, FOLDERS);
    expect(of(spread(105, 0.1), spread(100, 0.1))).toMatchObject({ result: 'close', doubt: 'noise' });
    expect(of(spread(101.9, 0.0001), spread(100, 0.0001))).toMatchObject({ result: 'equal', doubt: null });
    expect(of(spread(101.9, 0.004), spread(100, 0.004))).toMatchObject({ result: 'close', doubt: 'margin' });
    // Two levels: by logarithms 0.4 % apart for sure, and medians that are 4 % apart stand beside it.
    const levels = (slow: number) => Array.from({ length: 20 }, (_, nth) => (nth < slow ? 96 : 100));
    expect(of(levels(9), levels(11))).toMatchObject({ result: 'close', doubt: 'order' });
    expect(of(levels(9), levels(9))).toMatchObject({ result: 'equal', doubt: null });
    // What was rounded to one value may differ by what was rounded off.
    expect(of([100, 100, 100], [100, 100, 100])).toMatchObject({ result: 'close', doubt: 'noise' });
    expect(of([101, 101, 101], [100, 100, 100])).toMatchObject({ result: 'close', doubt: 'noise' });
    expect(of([101, 101, 101.1], [100, 100, 100])).toMatchObject({ result: 'equal', doubt: null });
    // By logarithms a is far ahead; its median is below that of b.
    const skewed = [99, 99, 99, 99, 99, 200, 200, 200, 200];
    const flat = [99.5, 100, 100.5, 99.5, 100, 100.5, 100, 99.5, 100.5];
    expect(of(skewed, flat)).toMatchObject({ result: 'close', doubt: 'order' });
    // By logarithms 1.10 times; what is shown is 1.004 times.
    const slowed = [100, 100.1, 99.9, 75, 76, 100, 74, 99.8, 100.2, 75];
    const even = [100.4, 100.5, 100.3, 100.4, 100.4, 100.3, 100.5, 100.4, 100.4, 100.4];
    expect(of(even, slowed)).toMatchObject({
      result: 'close',
      doubt: 'order',
      ratio: expect.closeTo(1.13, 1) as number,
    });
  });

  it('are not compared with fewer than three trials of each', () => {
    for (const few of [[1], [100, 100.1]])
      expect(pair({ turns: turns(spread(105)) }, { turns: turns(few) }, FOLDERS)).toMatchObject({
        result: 'close',
        doubt: 'few',
        ratio: null,
      });
  });

  it('are compared by their means where these are asked for', () => {
    // A mean of 2.5 and one of 2.4: by the middles b is far ahead.
    const a = { turns: turns([1, 1.1, 1.2, 1, 1.1, 1.2, 9, 9.5]) };
    const b = { turns: turns([2.3, 2.4, 2.5, 2.3, 2.4, 2.5, 2.4, 2.4]) };
    expect(pair(b, a, FOLDERS)).toMatchObject({ ratio: expect.closeTo(1.283, 2) as number });
    const means = pair(a, b, FOLDERS, { statistic: 'mean' });
    expect(means).toMatchObject({ result: 'close', doubt: 'noise' });
    expect(means.low).toBeLessThan(1);
    expect(means.high).toBeGreaterThan(1);
  });
});

describe('two copies in one block', () => {
  const of = (ratio: number, how: How, more: Partial<Entry> = {}) =>
    pair({ turns: turns(spread(100 * ratio)), ...more }, { turns: turns(spread(100)), ...more }, how);

  it('have to be further apart than copies may be by themselves', () => {
    // Half of the interval is 2.27 %: 1.12 goes down to 1.0949, 1.13 to 1.1047.
    expect(of(1.12, COPIES)).toMatchObject({ result: 'close', doubt: 'copy', sameCopy: false });
    expect(of(1.13, COPIES)).toMatchObject({ result: 'apart', sameCopy: false });
  });

  it('could differ by the hour too, where they had each their own', () => {
    expect(of(1.12, APART)).toMatchObject({ result: 'close', doubt: 'hour' });
    expect(of(1.13, APART)).toMatchObject({ result: 'apart' });
    const same = pair({ turns: turns(spread(100, 0.0001)) }, { turns: turns(spread(100, 0.0001)) }, APART);
    expect(same).toMatchObject({ result: 'close', doubt: 'hour' });
  });

  it('are no two copies where both cells were measured on one, or where nothing was made', () => {
    expect(of(1.05, COPIES, { copy: 'c' })).toMatchObject({ result: 'apart', sameCopy: true });
    expect(of(1.05, FOLDERS)).toMatchObject({ result: 'apart' });
    expect(of(1.05, { comparison: 'sequential', made: false })).toMatchObject({ result: 'close', doubt: 'hour' });
  });
});

describe('copies in several blocks', () => {
  const inBlocks = (means: readonly number[]): readonly Turn[] =>
    means.flatMap((mean, index) => spread(mean).map((value) => ({ value, block: index + 1 })));

  it('are compared by block means, without any demand for more', () => {
    const found = pair({ turns: inBlocks([104, 105, 106]) }, { turns: inBlocks([99, 100, 101]) }, APART);
    expect(found).toMatchObject({ result: 'apart', doubt: null });
    // Block means 99, 100, 101 deviate by 1.0 %: the nine trials of each are three units.
    expect(Math.log(found.high! / found.low!)).toBeGreaterThan(2 * 0.02);
  });

  it('had hours of their own where their rigs followed each other in one order in every block', () => {
    const of = (means: readonly number[], how: How) =>
      pair({ turns: inBlocks(means) }, { turns: inBlocks([99, 100, 101]) }, how);
    const kept = { ...APART, asWritten: true } as const;
    expect(of([104, 105, 106], kept)).toMatchObject({ result: 'close', doubt: 'hour', confounded: 'hour' });
    expect(of([134, 135, 136], kept)).toMatchObject({ result: 'apart', confounded: 'hour' });
    expect(of([104, 105, 106], APART)).toMatchObject({ result: 'apart', confounded: null });
    expect(of([104, 105, 106], COPIES)).toMatchObject({ result: 'apart', confounded: null });
  });

  it('are not compared by two blocks, however many trials these have', () => {
    const many = (mean: number): readonly Turn[] =>
      [1, 2].flatMap((block) => Array.from({ length: 10 }, (_, nth) => ({ value: mean + nth / 100, block })));
    expect(pair({ turns: many(150) }, { turns: many(100) }, COPIES)).toMatchObject({ doubt: 'few', ratio: null });
  });

  it('are not told apart by many repeats on copies that differ', () => {
    const found = pair({ turns: inBlocks([120, 100, 92]) }, { turns: inBlocks([90, 95, 91]) }, COPIES);
    expect(found).toMatchObject({ result: 'close', doubt: 'noise' });
  });
});

describe('periods', () => {
  const during = (period: number, values: readonly number[]): readonly Turn[] =>
    values.map((value) => ({ value, period }));

  it('are compared where both have two trials, whatever the others say', () => {
    const lasting = { turns: [...during(1, spread(100)), ...during(2, spread(150))] };
    const second = { turns: during(2, spread(100)) };
    const found = pair(lasting, second, FOLDERS);
    expect(found).toMatchObject({ periods: [2], result: 'apart' });
    expect(found.ratio).toBeCloseTo(1.5, 9);
  });

  it('are what the values are of that stand beside the ratio', () => {
    const lasting = { turns: [...during(1, spread(100)), ...during(2, spread(150))] };
    const found = pair(lasting, { turns: during(2, spread(100)) }, FOLDERS);
    expect(found.leader).toMatchObject({ value: expect.closeTo(150, 9) as number, n: 3 });
    expect(found.rival).toMatchObject({ value: expect.closeTo(100, 9) as number, n: 3, logs: { n: 3 } });
    expect(found.leader.value / found.rival.value).toBeCloseTo(found.ratio!, 9);
  });

  it('leave in doubt who leads where they say otherwise than all trials', () => {
    const lasting = { turns: [...during(1, spread(300)), ...during(2, spread(80))] };
    const found = pair(lasting, { turns: during(2, spread(100)) }, FOLDERS);
    expect(found).toMatchObject({ periods: [2], result: 'close', doubt: 'order' });
    expect(found.high).toBeLessThan(1);
  });

  it('need two blocks of each where blocks are what is drawn', () => {
    const inBlock = (block: number, period: number, mean: number): readonly Turn[] =>
      spread(mean).map((value) => ({ value, period, block }));
    // Six trials of period 2, of one block: nothing is known of how copies differ there.
    const a = { turns: [...inBlock(1, 1, 130), ...inBlock(2, 1, 131), ...inBlock(1, 2, 130)] };
    const b = { turns: [...inBlock(1, 2, 100), ...inBlock(2, 2, 101)] };
    expect(pair(a, b, COPIES)).toMatchObject({ periods: null });
  });

  it('that are not shared may differ by their hour, on one copy too', () => {
    const stages = (ratio: number): ReturnType<typeof compared> =>
      pair({ turns: during(1, spread(100 * ratio)), copy: 'c' }, { turns: during(2, spread(100)), copy: 'c' }, COPIES);
    expect(stages(1.05)).toMatchObject({ result: 'close', doubt: 'period', sameCopy: true });
    expect(stages(1.13)).toMatchObject({ result: 'apart', doubt: null });
    expect(stages(1)).toMatchObject({ result: 'close' });
    const a = { turns: during(1, spread(150)), copy: 'c' };
    const b = { turns: during(2, spread(100)), copy: 'c' };
    const found = pair(a, b, COPIES, { drifting: () => true });
    expect(found).toMatchObject({ result: 'close', doubt: 'drift', confounded: 'period' });
    // Where they differ by less than hours may anyway, that is the doubt.
    const near = { turns: during(1, spread(108)), copy: 'c' };
    expect(pair(near, b, COPIES, { drifting: () => true })).toMatchObject({ result: 'close', doubt: 'period' });
    expect(
      pair({ turns: spread(150).map((value) => ({ value })) }, { turns: turns(spread(100)) }, COPIES, {
        drifting: () => true,
      }),
    ).toMatchObject({ result: 'apart' });
  });

  it('that are not shared have to differ the more, the more trials scatter: what lasts in them may do it', () => {
    const of = (ratio: number, by: number): ReturnType<typeof compared> =>
      pair(
        { turns: during(1, spread(100 * ratio, by)), copy: 'c' },
        { turns: during(2, spread(100, by)), copy: 'c' },
        COPIES,
      );
    expect(of(1.14, 0.015)).toMatchObject({ floor: 0.1, result: 'apart' });
    // Of three trials 5.3 deviations of 0.1: exp(0.53) − 1 = 69.9 %, where 10 % were enough.
    expect(of(1.6, 0.1)).toMatchObject({ floor: expect.closeTo(0.6989, 4) as number, doubt: 'period' });
    expect(of(1.6, 0.1).low).toBeGreaterThan(1.1);
    expect(of(2.3, 0.1)).toMatchObject({ result: 'apart' });
    // The more there are, the more of what lasts is in their own spread; a limit is of one hour, not of two.
    expect([3, 4, 5, 10, 11, 20].map((n) => Math.log1p(hourFloor(n, 0.1)).toFixed(3))).toEqual([
      '0.530',
      '0.440',
      '0.350',
      '0.225',
      '0.200',
      '0.200',
    ]);
    const logs = { n: 3, mean: 0, deviation: 0.1 };
    expect(hourMargin([logs, logs], false, 1)).toBeCloseTo(Math.expm1(0.53 / Math.SQRT2), 9);
    expect(hourMargin([logs, logs], true)).toBe(0.1);
  });

  it('that are not shared are no better for several blocks: stages have the same order in each', () => {
    const inBlocks = (period: number, mean: number): readonly Turn[] =>
      [1, 2, 3].flatMap((block) => spread(mean + block / 10).map((value) => ({ value, period, block })));
    const of = (ratio: number): ReturnType<typeof compared> =>
      pair({ turns: inBlocks(1, 100 * ratio), copy: 'c' }, { turns: inBlocks(2, 100), copy: 'c' }, COPIES);
    expect(of(1.05)).toMatchObject({ result: 'close', doubt: 'period' });
    expect(of(1.15)).toMatchObject({ result: 'apart' });
  });

  it('are taken together where there is no such', () => {
    const found = pair({ turns: during(1, spread(130)) }, { turns: during(2, spread(100)) }, FOLDERS);
    expect(found).toMatchObject({ periods: null, result: 'apart' });
  });
});

describe('what was left out for how it came out', () => {
  const left = (lost: 'slow' | 'quick'): Turn => ({ value: 1, out: 'Reason', lost });
  const of = (a: readonly Turn[], b: readonly Turn[], ratio = 1.5) =>
    pair({ turns: [...turns(spread(100 * ratio)), ...a] }, { turns: [...turns(spread(100)), ...b] }, FOLDERS);

  it('is no reason to call what is left better', () => {
    expect(of([], [])).toMatchObject({ result: 'apart' });
    expect(of([left('slow')], [])).toMatchObject({ result: 'close', doubt: 'selected' });
    expect(of([], [left('quick')])).toMatchObject({ result: 'close', doubt: 'selected' });
    expect(of([{ value: 1, without: true }], [])).toMatchObject({ result: 'close', doubt: 'selected' });
    // What would have made the difference larger takes nothing from it.
    expect(of([left('quick')], [left('slow')])).toMatchObject({ result: 'apart' });
  });

  it('is no reason to call two equal either', () => {
    const even = [100, 100.1, 99.9, 100].map((value) => ({ value }));
    const equal = (...more: readonly Turn[]) => pair({ turns: even }, { turns: [...even, ...more] }, FOLDERS);
    expect(equal()).toMatchObject({ result: 'equal' });
    expect(equal(left('slow'))).toMatchObject({ result: 'close', doubt: 'selected' });
  });
});
