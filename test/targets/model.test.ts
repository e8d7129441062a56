import { toDiskOperations } from '../../lib/targets/model';

it('counts small I/Os in order as parts of the larger ones that they become, and all others for themselves', () => {
  expect(toDiskOperations(4096, true)).toBe(1 / 32);
  expect(toDiskOperations(1024 ** 2, true)).toBe(1);
  expect(toDiskOperations(4096, false)).toBe(1);
});
