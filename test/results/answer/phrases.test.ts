import { answer, makeValues } from './answers';
import { answerConstructed, getConstructed } from './constructed-cases';

const listEvidence = (name: string) => answerConstructed(getConstructed(name)).evidence;

it('lists values with intervals, prices and the ratio as evidence', () => {
  expect(listEvidence('best')).toEqual([
    'a: 150 MB/s (90% interval 149–151, n = 6), $219/month of storage.',
    'b: 100 MB/s (90% interval 99.5–100, n = 6), $146/month of storage.',
    'a is 1.500× b (1.500–1.500 at 96%).',
  ]);
});

it.each([
  ['best, lowest', 2, 'b is 1.667× a (1.666–1.667 at 96%).'],
  // One confidence bound when a threshold is met or missed, and both when inconclusive.
  ['meets, commits', 0, 'gp3-6k: 4.80 ms (at most 4.82 at 95%, n = 6), $23/month of storage.'],
  ['misses, all', 0, 'b: 200 MB/s (at most 201 at 95%, n = 6), $292/month of storage.'],
  ['inconclusive, limit', 0, 'a, bs 4k: 251 MB/s (245 to 257 at 95% each, n = 6), $146/month of storage.'],
  ['burst only', 0, 'small: 884 MB/s, 150 MB/s provisioned (n = 6), $146/month of storage.'],
  ['misses, criteria', 0, expect.stringMatching(/, \$73\/month of storage; misses quick \(200 µs\)\.$/)],
  ['safe, a price unknown', 0, expect.stringContaining(', $365/month of storage.')],
])('lists as evidence bounds, ratios, criteria and known prices: %s [%d]', (name, index, text) => {
  expect(listEvidence(name)[index]).toEqual(text);
});

it('writes provisioned IOPS with their unit in the headline', () => {
  const more = { usdPerHour: 0, unit: 'ops/s', metric: 'iops', provisioned: 20_000 } as const;
  const iops = makeValues('a', [0.026, 0.0261, 0.0262, 0.0261], more);
  expect(answer({ metric: 'iops', atLeast: 15_000, prefer: 'cheapest' }, [iops]).headline).toBe(
    'a, bs 4k meets 15,000 IOPS: 20.0k IOPS provisioned (26.1k measured).',
  );
});
