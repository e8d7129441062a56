import { isMemoryFileSystem, mayCache } from '../../lib/workloads/host-memory';

it('suspects the page cache when data is smaller than twice the memory, or a size is unknown', () => {
  expect([1, 1.9, 2, 3].map((times) => mayCache(times * 2 ** 30, 2 ** 30))).toEqual([true, true, false, false]);
  expect([mayCache(Number.NaN, 1), mayCache(1, Number.NaN)]).toEqual([true, true]);
});

it('detects tmpfs and hugetlbfs as file systems in memory', () => {
  expect(['tmpfs', 'hugetlbfs', 'ext4', undefined].map(isMemoryFileSystem)).toEqual([true, true, false, false]);
});
