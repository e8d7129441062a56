/** A bucket in memory. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import type { ObjectStore, StoredObject } from './store';
import { byKey, wholeSeconds } from './store';

/** @param clock gives the time of `LastModified`. */
export function memoryStore(clock: Pick<Clock, 'now'>): ObjectStore {
  const objects = new Map<string, StoredObject>();
  const get = async (key: string): Promise<StoredObject | undefined> => objects.get(key);
  return {
    get,
    head: get,
    put: async (key, text, onlyIfAbsent) => {
      if (onlyIfAbsent && objects.has(key)) return 'exists';
      const etag = `"${createHash('md5').update(text).digest('hex')}"`;
      objects.set(key, { key, text, size: Buffer.byteLength(text), etag, lastModified: wholeSeconds(clock.now()) });
      return { etag };
    },
    list: async (prefix) => [...objects.values()].filter((object) => object.key.startsWith(prefix)).sort(byKey),
  };
}
