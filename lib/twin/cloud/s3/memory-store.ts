/** A bucket in memory. */
import type { Clock } from '../../../asl/clock/clock';
import { byKey, type ObjectStore, type StoredObject, wholeSeconds } from './store';

/**
 * Objects by folder: a listing looks only at what lies below its prefix, for rehearsals hold tens of thousands. Most
 * folders are those of one host in one trial, and hold either folders or objects.
 */
interface Folder {
  folders: Map<string, Folder> | null;
  objects: Map<string, StoredObject> | null;
}

/** Many objects of a rehearsal are written and read, and nobody asks for their length. */
class MemoryObject implements StoredObject {
  private length: number | null = null;

  constructor(
    readonly key: string,
    private readonly content: string | Uint8Array,
    readonly lastModified: number,
    readonly etag: string,
  ) {}

  get text(): string {
    return typeof this.content === 'string' ? this.content : Buffer.from(this.content).toString('utf8');
  }

  get bytes(): Uint8Array {
    return Buffer.from(this.content);
  }

  get size(): number {
    this.length ??= Buffer.byteLength(this.content);
    return this.length;
  }
}

/** A bucket of which objects can be lost, as no program of ours may. */
export interface MemoryStore extends ObjectStore {
  /** Removes an object; nothing where there is none. */
  lose(key: string): void;
}

/** @param clock gives the time of `LastModified`. */
export function memoryStore(clock: Pick<Clock, 'now'>): MemoryStore {
  const objects = new Map<string, StoredObject>();
  let written = 0;
  const root = newFolder();
  /** Folders by their path, so that an object finds its own at once. */
  const folders = new Map<string, Folder>([['', root]]);
  // The pages of one listing are asked for one after another, mostly without a write between them.
  let last: { readonly prefix: string; readonly found: readonly StoredObject[] } | null = null;
  const get = async (key: string): Promise<StoredObject | undefined> => objects.get(key);
  return {
    get,
    head: get,
    put: async (key, content, onlyIfAbsent) => {
      if (onlyIfAbsent && objects.has(key)) return 'exists';
      written += 1;
      const etag = `"${written.toString(16).padStart(32, '0')}"`;
      const object = new MemoryObject(key, content, wholeSeconds(clock.now()), etag);
      objects.set(key, object);
      const folder = folderAt(folders, key.slice(0, key.lastIndexOf('/') + 1));
      folder.objects ??= new Map();
      folder.objects.set(key, object);
      last = null;
      return object;
    },
    lose: (key) => {
      objects.delete(key);
      folders.get(key.slice(0, key.lastIndexOf('/') + 1))?.objects?.delete(key);
      last = null;
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
  return { folders: null, objects: null };
}

/** The folder with this path, `a/b/` or empty, made where there is none. */
function folderAt(folders: Map<string, Folder>, path: string): Folder {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const made = newFolder();
  folders.set(path, made);
  const end = path.lastIndexOf('/', path.length - 2) + 1;
  const parent = folderAt(folders, path.slice(0, end));
  parent.folders ??= new Map();
  parent.folders.set(path.slice(end, -1), made);
  return made;
}

/** Objects whose key begins with `prefix`, in any order. */
function below(root: Folder, prefix: string): StoredObject[] {
  const names = prefix.split('/').slice(0, -1);
  const begin = prefix.slice(prefix.lastIndexOf('/') + 1);
  let folder = root;
  for (const name of names) {
    const next = folder.folders?.get(name);
    if (next === undefined) return [];
    folder = next;
  }
  const found = [...(folder.objects?.values() ?? [])].filter(({ key }) => key.startsWith(prefix));
  for (const [name, one] of folder.folders ?? []) if (name.startsWith(begin)) collect(one, found);
  return found;
}

function collect({ folders, objects }: Folder, found: StoredObject[]): void {
  for (const object of objects?.values() ?? []) found.push(object);
  for (const folder of folders?.values() ?? []) collect(folder, found);
}
