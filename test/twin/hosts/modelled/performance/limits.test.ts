import { computeHitShare, computePageCacheShare } from '../../../../../lib/twin/hosts/modelled/performance/limits';
import type { Demand } from '../../../../../lib/workloads/demand';

it('answers as many random reads as fit', () => {
  expect([1, 2, 4, 8].map((working) => computeHitShare(2, working, false))).toEqual([1, 1, 0.5, 0.25]);
});

it('answers in-order reads of what fits wholly, and none of more', () => {
  expect([1, 1.8, 2.5, 8].map((working) => computeHitShare(2, working, true))).toEqual([1, 1, 0, 0]);
});

it('answers nothing where there is none, or nothing to read', () => {
  expect(computeHitShare(0, 4, false)).toBe(0);
  expect(computeHitShare(4, 0, true)).toBe(0);
});

it('of the host is passed by O_DIRECT', () => {
  const load = { buffered: true, workingBytes: 16, unit: { sequential: false } } as Demand;
  expect(computePageCacheShare(load, 10)).toBeCloseTo(0.5);
  expect(computePageCacheShare({ ...load, buffered: false }, 10)).toBe(0);
});
