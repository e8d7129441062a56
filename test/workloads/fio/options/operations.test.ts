import { listDirections, isRandom, RW_VALUES, getReadShare } from '../../../../lib/workloads/fio/options/operations';

it('lists the directions of each rw value', () => {
  const directions = RW_VALUES.map((rw) => listDirections(rw).join('+'));
  expect(directions).toEqual(['read', 'write', 'read', 'write', 'read+write', 'read+write']);
});

it('returns the random rw values, and the share of reads of each', () => {
  expect(RW_VALUES.filter(isRandom)).toEqual(['randread', 'randwrite', 'randrw']);
  expect(RW_VALUES.map((rw) => getReadShare(rw, 70))).toEqual([1, 0, 1, 0, 0.7, 0.7]);
  expect(getReadShare('rw')).toBe(0.5);
});
