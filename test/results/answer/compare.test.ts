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
  ['better', [makeEntry('a', 110), makeEntry('b', 100)], 'better', null],
  ['nearly the same', [makeEntry('a', 100.1, 0.001), makeEntry('b', 100, -0.001)], 'nearly', null],
  [
    'no worse, where the rival may be as good',
    [makeEntry('a', 101.2, 0.006), makeEntry('b', 100, -0.006)],
    'nearly',
    null,
  ],
  ['inconclusive by chance', [makeEntry('a', 103, 0.03), makeEntry('b', 100, -0.02)], 'open', 'noise'],
  [
    'no worse, where it may be better by less than matters',
    [makeEntry('a', 101.9, 0.0031), makeEntry('b', 100, -0.0031)],
    'nearly',
    null,
  ],
  ['inconclusive for values that are all the same', [makeEntry('a', 110, 0), makeEntry('b', 100, 0)], 'open', 'few'],
  [
    'inconclusive where the rival may be better',
    [makeEntry('a', 110), makeEntry('b', 100, 0.002, { bound })],
    'open',
    'bound',
  ],
  [
    'better where the leader is a lower bound',
    [makeEntry('a', 110, 0.002, { bound }), makeEntry('b', 100)],
    'better',
    null,
  ],
  [
    'not equal to what is a lower bound',
    [makeEntry('a', 100.1, 0.001, { bound }), makeEntry('b', 100, -0.001)],
    'nearly',
    null,
  ],
] as const)('calls the leader %s', (_, entries, verdict, reason) => {
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

it('sets isMutual only when neither value is a lower bound', () => {
  expect(compareFirst([makeEntry('a', 100.1, 0.001), makeEntry('b', 100, -0.001)])?.isMutual).toBe(true);
  expect(compareFirst([makeEntry('a', 100.1, 0.001, { bound }), makeEntry('b', 100, -0.001)])?.isMutual).toBe(false);
});

it('reads lower bounds of a rate in the direction of prefer: lowest', () => {
  const compareLowest = (entries: readonly Entry[]) => answer({ prefer: 'lowest' }, entries).compared[0];
  expect(compareLowest([makeEntry('a', 110, 0.002, { bound }), makeEntry('b', 100)])?.verdict).toBe('better');
  expect(compareLowest([makeEntry('a', 110), makeEntry('b', 100, 0.002, { bound })])).toMatchObject({
    verdict: 'open',
    reason: 'bound',
  });
});

it('finds a 10% difference within blocks although hours differ by up to 50%', () => {
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
