/** Was the storage measured, or the memory of the host? */
import type { Reason } from '../../../shapes/verdict';
import type { HostStatus } from '../../contract';
import { formatBytes } from '../../../shapes/quantity';
import type { DataParams, MetadataParams } from '../schema';

/** File systems that are memory: nothing lies behind a cache there. */
const MEMORY = new Set(['tmpfs', 'ramfs', 'hugetlbfs', 'devtmpfs']);

/**
 * Looking files up is answered by the memory of the host, where its caches were kept: whoever made the files, or looked
 * them up before, knows them still.
 */
export function judgeNames(
  host: string,
  { facts, mount }: HostStatus,
  { ioengine }: MetadataParams,
): readonly Reason[] {
  const caches = facts['caches'] ?? 'dropped';
  if (ioengine !== 'filestat' || caches === 'dropped' || MEMORY.has(mount.type)) return [];
  const text = `${host}: files were looked up in the caches of the host, which were ${caches}`;
  return [{ level: 'suspect', code: 'CacheServed', text }];
}

/** Reasons about caches and unwritten data, for a host whose fio ended well. */
export function judgeCache(host: string, status: HostStatus, params: DataParams): readonly Reason[] {
  return [...unwritten(host, status, params), ...buffered(host, status, params)];
}

function unwritten(host: string, { facts }: HostStatus, { rw }: DataParams): readonly Reason[] {
  if (rw === 'write' || rw === 'randwrite') return [];
  const bytes = Number(facts['unwrittenBytes'] ?? Number.NaN);
  if (bytes === 0) return [];
  const how = Number.isNaN(bytes)
    ? 'nothing shows that its files were written before'
    : `${formatBytes(bytes)} of its files were never written before`;
  const text = `${host}: ${how}, and storage answers reads of unwritten extents without any disk`;
  return [{ level: 'invalid', code: 'UnwrittenReads', text }];
}

function buffered(host: string, { facts, mount }: HostStatus, params: DataParams): readonly Reason[] {
  const { direct, rw, random_distribution: distribution = 'random' } = params;
  if (facts['direct'] === '1') return [];
  const why = facts['directReason'] ?? 'O_DIRECT was not used';
  if (MEMORY.has(mount.type)) {
    if (direct === false) return [];
    const text = `${host}: I/O was buffered, as ${why}; ${mount.type} has nothing behind the cache, so this is right`;
    return [{ level: 'note', code: 'BufferedByNecessity', text }];
  }
  // Asked for: the reader knows that caches count. Not asked for: the figures are not those of the storage.
  const level = direct === false ? 'suspect' : 'invalid';
  const files = Number(facts['fileBytes'] ?? Number.NaN);
  const memory = Number(facts['memBytes'] ?? Number.NaN);
  const sizes = `the files (${formatBytes(files)}) against the memory of the host (${formatBytes(memory)})`;
  const only = rw === 'write' || rw === 'randwrite';
  if (!(files > memory)) {
    const served = only ? 'writes ended in the page cache' : 'reads came from the page cache';
    return [{ level, code: 'CacheServed', text: `${host}: I/O was buffered (${why}), and ${served}: ${sizes}` }];
  }
  if (rw !== 'read' && rw !== 'randread' && !waitsForStorage(params)) {
    // fio's own sync at the end lies outside of what it measures.
    const text = `${host}: I/O was buffered (${why}): memory took writes that no sync within the window waited for`;
    return [{ level: 'suspect', code: 'WritesDelayed', text }];
  }
  if (distribution !== 'random') {
    const text = `${host}: I/O was buffered (${why}), and memory took what ${distribution} hits most: ${sizes}`;
    return [{ level: 'suspect', code: 'CacheServed', text }];
  }
  // With files of twice the memory at least half of the I/Os miss the cache.
  if (files < 2 * memory) {
    const text = `${host}: I/O was buffered (${why}), and the page cache took more than half of it: ${sizes}`;
    return [{ level: 'suspect', code: 'CacheServed', text }];
  }
  if (direct === false) return [];
  return [{ level: 'note', code: 'BufferedByNecessity', text: `${host}: I/O was buffered, as ${why}; ${sizes}` }];
}

/** Each write, or each so many of them, waits within the window until the storage has it. */
function waitsForStorage({ sync = 'none', fsync, fdatasync }: DataParams): boolean {
  return sync !== 'none' || fsync !== undefined || fdatasync !== undefined;
}
