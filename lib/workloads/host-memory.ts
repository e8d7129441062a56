/** Memory of hosts that may serve I/O in place of the storage. */

/** File systems in memory, which have no storage behind a cache. */
const MEMORY_FILE_SYSTEMS = ['tmpfs', 'ramfs', 'hugetlbfs', 'devtmpfs'];

export function isMemoryFileSystem(type: string | undefined): boolean {
  return MEMORY_FILE_SYSTEMS.includes(type ?? '');
}

/** If files have twice the size of the memory, at least half of the I/Os miss the page cache. */
const MEMORY_FACTOR = 2;

/** Whether the page cache may serve half of the I/Os or more. @param bytes of files, NaN: unknown; memory likewise */
export function mayCache(bytes: number, memory: number): boolean {
  return !(bytes >= MEMORY_FACTOR * memory);
}
