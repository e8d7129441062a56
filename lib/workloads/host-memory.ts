/** Memory of hosts that may serve I/O in place of the storage. */

/** Without storage behind a cache. */
export function isMemoryFileSystem(type: string | undefined): boolean {
  return ['tmpfs', 'ramfs', 'hugetlbfs', 'devtmpfs'].includes(type ?? '');
}

/** Whether the page cache may serve half of the I/Os or more; NaN: unknown. @param bytes of files */
export function mayCache(bytes: number, memory: number): boolean {
  return !(bytes >= 2 * memory);
}
