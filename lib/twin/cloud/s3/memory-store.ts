/** A bucket in memory. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import type { ObjectStore, StoredObject } from './store';
import { byKey, wholeSeconds } from './store';

/** Objects by folder: a listing looks only at what lies below its prefix, for rehearsals hold tens of thousands. */
interface Folder {
  readonly folders: Map<string, Folder>;
  readonly objects: Map<string, StoredObject>;
}

/** Most objects of a rehearsal are written and read, and nobody asks for their MD5. */
class MemoryObject implements StoredObject {
  readonly size: number;
  private digest: string | null = null;

  constructor(
    readonly key: string,
    readonly text: string,
    readonly lastModified: number,
  ) {
    this.size = Buffer.byteLength(text);
  }

  get etag(): string {
    this.digest ??= `"${createHash('md5').update(this.text).digest('hex')}"`;
    return this.digest;
  }
}

/** @param clock gives the time of `LastModified`. */
export function memoryStore(clock: Pick<Clock, 'now'>): ObjectStore {
  const objects = new Map<string, StoredObject>();
  const root = newFolder();
  // The pages of one listing are asked for one after another, mostly without a write between them.
  let last: { readonly prefix: string; readonly found: readonly StoredObject[] } | null = null;
  const get = async (key: string): Promise<StoredObject | undefined> => objects.get(key);
  return {
    get,
    head: get,
    put: async (key, text, onlyIfAbsent) => {
      if (onlyIfAbsent && objects.has(key)) return 'exists';
      const object = new MemoryObject(key, text, wholeSeconds(clock.now()));
      objects.set(key, object);
      folderOf(root, key).objects.set(key, object);
      last = null;
      return object;
    },
    list: async (prefix) => {
      if (last?.prefix === prefix) return last.found;
      const found = below(root, prefix).sort(byKey);
      last = { prefix, found };
      return found;
    },
  };
}

function newFolder(): Folder {
  return { folders: new Map(), objects: new Map() };
}

/** The folder of a key, made where there is none. */
function folderOf(root: Folder, key: string): Folder {
  let folder = root;
  for (const name of key.split('/').slice(0, -1)) {
    const next = folder.folders.get(name) ?? newFolder();
    folder.folders.set(name, next);
    folder = next;
  }
  return folder;
}

/** Objects whose key begins with `prefix`, in any order. */
function below(root: Folder, prefix: string): StoredObject[] {
  const names = prefix.split('/');
  const begin = names.pop() ?? '';
  let folder = root;
  for (const name of names) {
    const next = folder.folders.get(name);
    if (next === undefined) return [];
    folder = next;
  }
  const found = [...folder.objects.values()].filter(({ key }) => key.startsWith(prefix));
  for (const [name, one] of folder.folders) if (name.startsWith(begin)) collect(one, found);
  return found;
}

function collect({ folders, objects }: Folder, found: StoredObject[]): void {
  for (const object of objects.values()) found.push(object);
  for (const folder of folders.values()) collect(folder, found);
}
