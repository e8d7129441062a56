import { type Entry, COPIES, FOLDERS } from '../../../checks/statistics/contest';
import { answer, type EntryOptions, makeEntry } from './answers';

const make = (name: string, mean: number, by = 0.002, more: EntryOptions = {}) =>
  makeEntry(name, mean, 0, { by, ...more });
const BOUND = { bound: [{ code: 'ClientBound', trials: 6 }] };
const [A, B] = [make('a', 110), make('b', 100)];
const [NEAR_A, NEAR_B] = [make('a', 100.1, 0.001), make('b', 100, -0.001)];
const compareFirst = (entries: readonly Entry[], how = FOLDERS) => answer({}, entries, how).compared[0];

it.each([
  ['better', null, 'a 10% difference', [A, B]],
  ['nearly', null, 'a 0.1% difference', [NEAR_A, NEAR_B]],
  ['nearly', null, 'a 1.2% difference, 3% noise', [make('a', 101.2, 0.006), make('b', 100, -0.006)]],
  ['open', 'noise', 'a 3% difference, 15% noise', [make('a', 103, 0.03), make('b', 100, -0.02)]],
  ['nearly', null, 'a 1.9% difference (margin: 2%)', [make('a', 101.9, 0.0031), make('b', 100, -0.0031)]],
  ['open', 'few', 'trials of equal values', [make('a', 110, 0), make('b', 100, 0)]],
  ['open', 'bound', 'a rival that is a lower bound', [A, { ...B, ...BOUND }]],
  ['better', null, 'a leader that is a lower bound', [{ ...A, ...BOUND }, B]],
  ['nearly', null, 'a lower bound 0.1% higher', [{ ...NEAR_A, ...BOUND }, NEAR_B]],
] as const)('returns verdict %s (reason %s) for %s', (verdict, reason, _, entries) => {
  expect(compareFirst(entries)).toMatchObject({ cell: 'cell-b', verdict, reason });
});

it('requires a larger difference (5% assumed between instances) when each target was created once', () => {
  const assumedInstance = expect.closeTo(0.05, 9) as number;
  expect(compareFirst([A, B], COPIES)).toMatchObject({ verdict: 'open', reason: 'assumed', assumedInstance });
  expect(compareFirst([make('a', 130), B], COPIES)?.verdict).toBe('better');
  const ofOneCopy = [A, B].map((one) => ({ ...one, copy: 'c' }));
  expect(compareFirst(ofOneCopy, COPIES)).toMatchObject({ verdict: 'better', assumedInstance: 0 });
});

it('marks verdict nearly as mutual (isMutual), but not when the leader is a lower bound', () => {
  expect(compareFirst([NEAR_A, NEAR_B])?.isMutual).toBe(true);
  expect(compareFirst([{ ...NEAR_A, ...BOUND }, NEAR_B])?.isMutual).toBe(false);
});

it('returns better with prefer: lowest when the rival is a lower bound, and open when the leader is one', () => {
  const compareLowest = (entries: readonly Entry[]) => answer({ prefer: 'lowest' }, entries).compared[0];
  expect(compareLowest([{ ...A, ...BOUND }, B])?.verdict).toBe('better');
  expect(compareLowest([A, { ...B, ...BOUND }])).toMatchObject({ verdict: 'open', reason: 'bound' });
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
