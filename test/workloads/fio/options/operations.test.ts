import { listDirections, isRandom, RW_VALUES, getReadShare } from '../../../../lib/workloads/fio/options/operations';

it('tells the directions of each operation', () => {
  expect(RW_VALUES.map((rw) => listDirections(rw).join('+'))).toEqual([
    'read',
    'write',
    'read',
    'write',
    'read+write',
    'read+write',
  ]);
});

it('tells random operations, and the share of reads', () => {
  expect(RW_VALUES.filter(isRandom)).toEqual(['randread', 'randwrite', 'randrw']);
  expect(RW_VALUES.map((rw) => getReadShare(rw, 70))).toEqual([1, 0, 1, 0, 0.7, 0.7]);
  expect(getReadShare('rw')).toBe(0.5);
});
