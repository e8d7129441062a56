import { type Entry, COPIES, FOLDERS } from '../../../checks/statistics/contest';
import { makeTurns, answer } from './answers';

const makeEntry = (name: string, mean: number, by = 0.002, more: Partial<Entry> = {}): Entry => ({
  name,
  turns: makeTurns(mean, by, 6),
  ...more,
});
const bound = [{ code: 'ClientBound', trials: 6 }];
const compareFirst = (...[entries, how = FOLDERS]: [readonly Entry[], typeof FOLDERS?]) =>
  answer({}, entries, how).compared[0];

it.each([
  ['better', null, 'a 10% difference', [makeEntry('a', 110), makeEntry('b', 100)]],
  ['nearly', null, 'a 0.1% difference', [makeEntry('a', 100.1, 0.001), makeEntry('b', 100, -0.001)]],
  ['nearly', null, 'a 1.2% difference, 3% noise', [makeEntry('a', 101.2, 0.006), makeEntry('b', 100, -0.006)]],
  ['open', 'noise', 'a 3% difference, 15% noise', [makeEntry('a', 103, 0.03), makeEntry('b', 100, -0.02)]],
  ['nearly', null, 'a 1.9% difference (margin: 2%)', [makeEntry('a', 101.9, 0.0031), makeEntry('b', 100, -0.0031)]],
  ['open', 'few', 'trials of equal values', [makeEntry('a', 110, 0), makeEntry('b', 100, 0)]],
  ['open', 'bound', 'a rival that is a lower bound', [makeEntry('a', 110), makeEntry('b', 100, 0.002, { bound })]],
  ['better', null, 'a leader that is a lower bound', [makeEntry('a', 110, 0.002, { bound }), makeEntry('b', 100)]],
  ['nearly', null, 'a lower bound 0.1% higher', [makeEntry('a', 100.1, 0.001, { bound }), makeEntry('b', 100, -0.001)]],
] as const)('returns verdict %s (reason %s) for %s', (verdict, reason, _, entries) => {
  expect(compareFirst(entries)).toMatchObject({ cell: 'cell-b', verdict, reason });
});

it('requires a larger difference (5% assumed between instances) when each target was created once', () => {
  const found = compareFirst([makeEntry('a', 110), makeEntry('b', 100)], COPIES);
  expect(found).toMatchObject({
    verdict: 'open',
    reason: 'assumed',
    assumedInstance: expect.closeTo(0.05, 9) as number,
  });
  const far = compareFirst([makeEntry('a', 130), makeEntry('b', 100)], COPIES);
  expect(far?.verdict).toBe('better');
  const one = { copy: 'c' };
  expect(compareFirst([makeEntry('a', 110, 0.002, one), makeEntry('b', 100, 0.002, one)], COPIES)).toMatchObject({
    verdict: 'better',
    assumedInstance: 0,
  });
});

it('marks verdict nearly as mutual (isMutual), but not when the leader is a lower bound', () => {
  expect(compareFirst([makeEntry('a', 100.1, 0.001), makeEntry('b', 100, -0.001)])?.isMutual).toBe(true);
  expect(compareFirst([makeEntry('a', 100.1, 0.001, { bound }), makeEntry('b', 100, -0.001)])?.isMutual).toBe(false);
});

it('returns better with prefer: lowest when the rival is a lower bound, and open when the leader is one', () => {
  const compareLowest = (entries: readonly Entry[]) => answer({ prefer: 'lowest' }, entries).compared[0];
  expect(compareLowest([makeEntry('a', 110, 0.002, { bound }), makeEntry('b', 100)])?.verdict).toBe('better');
  expect(compareLowest([makeEntry('a', 110), makeEntry('b', 100, 0.002, { bound })])).toMatchObject({
    verdict: 'open',
    reason: 'bound',
  });
});

it('returns better for a 10% difference within blocks although blocks differ by up to 50%', () => {
  const makeBlocks = (name: string, times: number): Entry => ({
    name,
    turns: [100, 150, 80, 120, 95].flatMap((hour, at) =>
      [1, 2].map((round) => ({
        value: hour * times * (1 + 0.002 * ((at + round) % 3) + (times > 1 ? 0.001 * at : 0)),
        block: at + 1,
        round,
      })),
    ),
  });
  const found = compareFirst([makeBlocks('a', 1.1), makeBlocks('b', 1)], COPIES);
  expect(found).toMatchObject({ verdict: 'better', common: 5, assumedInstance: 0 });
});
