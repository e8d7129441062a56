/** A bucket in a folder, with paths as keys. Writes are atomic; hosts write a hidden file, then rename it. */
import { createHash, randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../asl/clock/clock';
import {
  compareKeys,
  checkKey,
  type ObjectEntry,
  type ObjectStore,
  type StoredObject,
  floorToSeconds,
} from '../twin/cloud/s3/store';
import { getErrorCode } from '../twin/hosts/driver';

/** @param root absolute path; created on the first write. @param clock stops virtual time during file access */
export function openFolderStore(root: string, clock: Pick<Clock, 'busy'>): ObjectStore {
  const pathOf = (key: string): string => join(root, ...key.split('/'));

  const read = async (key: string): Promise<StoredObject | undefined> => {
    const found = await toUndefinedIfAbsent(readWhole(pathOf(key)));
    if (found === undefined) return undefined;
    const { bytes, ...facts } = found;
    return { key, text: bytes.toString('utf8'), bytes, ...facts };
  };

  const facts = async (key: string): Promise<ObjectEntry | undefined> => {
    const found = await toUndefinedIfAbsent(stat(pathOf(key), { bigint: true }));
    return found?.isFile() ? { key, ...toFacts(found) } : undefined;
  };

  const list = async (prefix: string): Promise<readonly ObjectEntry[]> => {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    // Refuse `..` and empty parts: no key has them, and as a path they could leave the folder.
    if (folder !== '' && checkKey(`${folder}x`) !== undefined) return [];
    const keys = (await listKeys(root, folder)).filter((key) => key.startsWith(prefix));
    const found: ObjectEntry[] = [];
    for (const key of keys) {
      const object = await facts(key);
      if (object !== undefined) found.push(object);
    }
    return found.sort(compareKeys);
  };

  return {
    get: (key) => clock.busy(read(key)),
    head: (key) => clock.busy(facts(key)),
    put: (key, content, onlyIfAbsent) => clock.busy(writeObject(pathOf(key), content, onlyIfAbsent)),
    list: (prefix) => clock.busy(list(prefix)),
  };
}

async function writeObject(
  path: string,
  content: string | Uint8Array,
  onlyIfAbsent: boolean,
): Promise<{ etag: string } | 'exists'> {
  await mkdir(dirname(path), { recursive: true });
  const upload = join(dirname(path), `.${randomUUID()}.upload`);
  try {
    // No fsync: it would load the disk under test, and data need only survive this process.
    await writeFile(upload, Buffer.from(content), { flag: 'wx' });
    const { etag } = toFacts(await stat(upload, { bigint: true }));
    // A hard link fails if the name exists, so exactly one of several writers succeeds.
    await (onlyIfAbsent ? link(upload, path) : rename(upload, path));
    return { etag };
  } catch (error) {
    if (onlyIfAbsent && getErrorCode(error) === 'EEXIST') return 'exists';
    throw error;
  } finally {
    await rm(upload, { force: true });
  }
}

type FileFacts = Omit<ObjectEntry, 'key'>;

async function readWhole(path: string): Promise<{ readonly bytes: Buffer } & FileFacts> {
  const file = await open(path, 'r');
  try {
    const found = await file.stat({ bigint: true });
    const bytes = await readFile(file);
    return { bytes, ...toFacts(found), size: bytes.length };
  } finally {
    await file.close();
  }
}

/** Keys of all files below a folder, without hidden ones. */
async function listKeys(root: string, folder: string): Promise<string[]> {
  const entries = await toUndefinedIfAbsent(readdir(join(root, folder), { withFileTypes: true }));
  const keys: string[] = [];
  for (const entry of entries ?? []) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) keys.push(...(await listKeys(root, `${folder}${entry.name}/`)));
    else if (entry.isFile()) keys.push(`${folder}${entry.name}`);
  }
  return keys;
}

/** Reads no data, since results may be large: the ETag derives from inode, size and time. */
function toFacts({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): FileFacts {
  const etag = `"${createHash('md5').update(`${ino}.${size}.${mtimeNs}`).digest('hex')}"`;
  return { size: Number(size), etag, lastModified: floorToSeconds(Number(mtimeNs / 1_000_000n)) };
}

/** Maps errors of a missing file, a path below a file, or a folder to undefined: none is an object. */
async function toUndefinedIfAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // ELOOP: a symbolic link that leads to itself.
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP'].includes(getErrorCode(error))) return undefined;
    throw error;
  }
}
