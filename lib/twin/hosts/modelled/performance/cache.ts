/** Reads that no disk serves: from the memory of the file servers, or from the page cache of the host. */
import type { Demand } from '../../../../workloads/demand';

/**
 * Part of a host's memory that its page cache can take. Assumed: the rest is the system's and the tool's.
 */
const PAGE_CACHE_SHARE = 0.8;
/** Around the size of the cache, relative: in-order reads of a little more than a cache holds find nothing in it. */
const EDGE = 0.1;

/**
 * Share of the reads that a cache answers, 0–1, once all was read or written through it. Random reads find what fits.
 * In-order reads of more than fits find nothing, for what comes next was dropped last time round (least recently used).
 * @param cacheBytes what it holds
 * @param workingBytes what is read again and again
 */
export function hitShare(cacheBytes: number, workingBytes: number, sequential: boolean): number {
  if (workingBytes <= 0 || cacheBytes <= 0) return 0;
  const fits = cacheBytes / workingBytes;
  if (!sequential) return Math.min(1, fits);
  return Math.max(0, Math.min(1, (fits - (1 - EDGE)) / (2 * EDGE)));
}

/** Share of a host's reads that its own page cache answers; none with O_DIRECT. */
export function pageCacheShare({ buffered, workingBytes, unit }: Demand, memoryBytes: number): number {
  if (!buffered) return 0;
  return hitShare(memoryBytes * PAGE_CACHE_SHARE, workingBytes, unit.sequential);
}
