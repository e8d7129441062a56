import type { Decide } from '../../../lib/shapes/decide';
import { about, answer, MB } from './answers';
import { APART, COPIES, type Entry, FOLDERS } from '../../../checks/statistics/contest';

describe('limits of stages, which follow each other', () => {
  const how = { prefer: 'cheapest', atLeast: 100 * MB } as const;
  const stage = (name: string, period: number, values: readonly number[], usdPerHour: number): Entry => ({
    name,
    usdPerHour,
    copy: 'c',
    turns: values.map((value) => ({ value: value * MB, period })),
  });
  const [LOW, HIGH] = [
    [93, 95, 94],
    [140, 143, 141],
  ] as const;

  it('are kept to or missed only by more than hours may differ by', () => {
    const found = answer(how, [stage('small', 1, LOW, 1), stage('large', 2, HIGH, 2)], COPIES);
    expect(found).toMatchObject({ status: 'open', met: 'open', open: ['cell-small'], unitsNeeded: null });
    expect(found.ranking[0]).toMatchObject({ cell: 'cell-small', limit: 'no', qualifies: 'open', doubt: 'period' });
    expect(found.text).toMatch(/small at \$1\.00 an hour may, with 94\.0 MB\/s \(.*\), which could be the hour\./);
    expect(found.text).toContain('has to be beyond a limit by 10 %');
    expect(found.text).toContain('targets of their own would tell');
    const far = answer(how, [stage('small', 1, [70, 71, 70.5], 1), stage('large', 2, HIGH, 2)], COPIES);
    expect(far).toMatchObject({ status: 'decided', met: 'yes', winner: { cell: 'cell-large', doubt: null } });
    expect(far.text).toMatch(/in median bandwidth in its hour, on this copy: 141 MB/);
    // Taking turns there is nothing that follows.
    expect(answer(how, [stage('small', 1, LOW, 1), stage('large', 1, HIGH, 2)], COPIES).met).toBe('yes');
  });

  it('are open where the rig fell meanwhile', () => {
    const falling = [[130, 128, 126, 124, 122] as const, [160, 158, 156, 154, 152] as const] as const;
    const found = answer(how, [stage('small', 1, falling[0], 1), stage('large', 2, falling[1], 2)], COPIES);
    expect(found).toMatchObject({ status: 'open', open: ['cell-small', 'cell-large'] });
    expect(found.ranking.map(({ doubt }) => doubt)).toEqual(['period', 'period']);
  });
});

describe('limits of rigs of their own, in several blocks', () => {
  const how = { prefer: 'cheapest', atLeast: 100 * MB } as const;
  const entry = (name: string, means: readonly number[], usdPerHour: number): Entry => ({
    name,
    usdPerHour,
    turns: means.map((mean, index) => ({ value: mean * MB, block: index + 1 })),
  });
  const both = [entry('small', [95, 94.5, 95.2], 1), entry('large', [140, 141, 142], 2)];

  it('are comparisons of hours only where one came first in every block', () => {
    expect(answer(how, both, APART)).toMatchObject({ status: 'decided', winner: { cell: 'cell-large' } });
    const kept = answer(how, both, { ...APART, asWritten: true });
    expect(kept).toMatchObject({ status: 'open', open: ['cell-small'] });
    expect(kept.ranking[0]).toMatchObject({ limit: 'no', qualifies: 'open', doubt: 'hour' });
    expect(kept.text).toContain('more blocks, in random order, would tell');
  });

  it('say so where two are not told apart', () => {
    const found = answer({}, [entry('a', [108, 109, 108.5], 1), entry('b', [100, 101, 100.5], 1)], {
      ...APART,
      asWritten: true,
    });
    expect(found.compared[0]).toMatchObject({ doubt: 'hour' });
    expect(found.text).toContain('since their rigs followed each other in one order in every block');
  });
});

describe('what bounds assume', () => {
  const of = (how: Partial<Decide>, n: number) =>
    answer({ prefer: 'cheapest', ...how }, [{ name: 'a', turns: about(100, 0.02, n) }], FOLDERS).notes;
  const median = expect.stringMatching(/^Bounds of fewer than 5 trials, and of blocks, assume/) as string;
  const mean = expect.stringMatching(/^Bounds of a mean assume log-normal values/) as string;
  const atLeast = 50 * MB;

  it('is said of a median of few trials', () => {
    expect(of({ atLeast }, 4)).toContainEqual(median);
    expect(of({ atLeast }, 5)).not.toContainEqual(median);
    expect(of({ require: [{ name: 'much', metric: 'bandwidth', atLeast }] }, 4)).toContainEqual(median);
    expect(of({}, 4)).not.toContainEqual(median);
  });

  it('is said of five trials, too, where one of several of one price has to be the surer', () => {
    const notes = (n: number, prices: readonly number[]) =>
      answer(
        { prefer: 'cheapest', atLeast },
        prices.map((usdPerHour, nth) => ({ name: `x${nth}`, usdPerHour, turns: about(100, 0.02, n) })),
        FOLDERS,
      ).notes;
    const seven = expect.stringMatching(/^Bounds of fewer than 7 trials, and of blocks, assume/) as string;
    expect(notes(5, [1, 1, 1, 1])).toContainEqual(seven);
    expect(notes(7, [1, 1, 1, 1])).not.toContainEqual(seven);
    expect(notes(5, [1, 2, 3, 4])).not.toContainEqual(expect.stringMatching(/^Bounds/));
  });

  it('is said of means that are compared', () => {
    const notes = (how: Partial<Decide>) =>
      answer(
        how,
        [100, 200].map((mean) => ({ name: `x${mean}`, turns: about(mean, 0.02, 20) })),
        FOLDERS,
      ).notes;
    const ratios = expect.stringMatching(/^Ratios of means assume log-normal values on one level/) as string;
    expect(notes({ statistic: 'mean' })).toContainEqual(ratios);
    expect(notes({})).not.toContainEqual(ratios);
    expect(of({ statistic: 'mean' }, 4)).not.toContainEqual(ratios);
  });

  it('is said of a mean, of however many trials', () => {
    expect(of({ atLeast, statistic: 'mean' }, 4)).toContainEqual(mean);
    expect(of({ atLeast, statistic: 'mean' }, 20)).toContainEqual(mean);
    expect(of({ atLeast, statistic: 'mean' }, 4)).not.toContainEqual(median);
    expect(of({ atLeast }, 4)).not.toContainEqual(mean);
    expect(of({ statistic: 'mean' }, 4)).not.toContainEqual(mean);
  });
});
