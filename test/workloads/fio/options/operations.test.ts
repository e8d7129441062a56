import { directionsIn, isRandom, OPERATIONS, getReadShare } from '../../../../lib/workloads/fio/options/operations';

it('tells the directions of each operation', () => {
  expect(OPERATIONS.map((rw) => directionsIn(rw).join('+'))).toEqual([
    'read',
    'write',
    'read',
    'write',
    'read+write',
    'read+write',
  ]);
});

it('tells random operations, and the share of reads', () => {
  expect(OPERATIONS.filter(isRandom)).toEqual(['randread', 'randwrite', 'randrw']);
  expect(OPERATIONS.map((rw) => getReadShare(rw, 70))).toEqual([1, 0, 1, 0, 0.7, 0.7]);
  expect(getReadShare('rw')).toBe(0.5);
});
