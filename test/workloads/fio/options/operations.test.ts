import { directionsIn, OPERATIONS } from '../../../../lib/workloads/fio/options/operations';

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
