import { toDiskOperations } from '../../lib/targets/model';

it('counts sequential I/Os below 128 KiB as a fraction of a disk operation, and random I/Os as one each', () => {
  expect(toDiskOperations(4096, true)).toBe(1 / 32);
  expect(toDiskOperations(1024 ** 2, true)).toBe(1);
  expect(toDiskOperations(4096, false)).toBe(1);
});
