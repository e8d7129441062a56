import { answer } from './answers';
import { answerConstructed, CONSTRUCTED } from './constructed-cases';

const findEvidence = (name: string): readonly string[] => {
  const found = CONSTRUCTED.find((one) => one.name === name);
  return found === undefined ? [] : answerConstructed(found).evidence;
};

it('lists values with intervals, prices and the ratio as evidence', () => {
  expect(findEvidence('best')).toEqual([
    'a: 150 MB/s (90% interval 149–151, n = 6), $219/month.',
    'b: 100 MB/s (90% interval 99.5–100, n = 6), $146/month.',
    'a is 1.500× b (1.500–1.500 at 96%).',
  ]);
  expect(findEvidence('best, lowest').at(-1)).toBe('b is 1.667× a (1.666–1.667 at 96%).');
});

it('shows one confidence bound as evidence when a threshold is met or missed, and both when inconclusive', () => {
  expect(findEvidence('meets, commits')[0]).toBe('gp3-6k: 4.80 ms (at most 4.82 at 95%, n = 6), $23/month.');
  expect(findEvidence('misses, all')[0]).toBe('b: 200 MB/s (at most 201 at 95%, n = 6), $292/month.');
  expect(findEvidence('inconclusive, limit')[0]).toBe(
    'a, bs 4k: 251 MB/s (245 to 257 at 95% each, n = 6), $146/month.',
  );
});

it('adds to the evidence the provisioned rate of a burst, missed criteria, and known storage prices', () => {
  expect(findEvidence('burst only')[0]).toBe('small: 884 MB/s, 150 MB/s provisioned (n = 6), $146/month.');
  expect(findEvidence('misses, criteria')[0]).toMatch(/, \$73\/month; misses quick \(200 µs\)\.$/);
  expect(findEvidence('safe, a price unknown')[0]).toContain(', $365/month.');
});

it('writes provisioned IOPS with their unit in the headline', () => {
  const entry = { name: 'a', turns: [26, 26.1, 26.2, 26.1].map((k) => ({ value: 1000 * k })), unit: 'ops/s' } as const;
  const iops = { ...entry, metric: 'iops', provisioned: 20_000 };
  expect(answer({ metric: 'iops', atLeast: 15_000, prefer: 'cheapest' }, [iops]).headline).toBe(
    'a, bs 4k meets 15,000 IOPS: 20.0k IOPS provisioned (26.1k measured).',
  );
});
