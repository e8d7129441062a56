/** Storage of the objects of a bucket: in memory for rehearsals, in a folder for local executions. */
import type { Clock } from '../../../asl/clock/clock';
import { BUNDLE_NAMES, BUNDLE_SYSTEM, formatPointer } from '../../../shapes/tool-bundles';
import { getToolArchiveKey } from '../../../shapes/layout';

export interface ObjectEntry {
  readonly key: string;
  readonly size: number;
  /** 32 hex digits by content, not always MD5: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html */
  readonly etag: string;
  /** Epoch milliseconds in whole seconds, as in S3. */
  readonly lastModified: number;
}

export interface StoredObject extends ObjectEntry {
  /** Content read as UTF-8. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

export interface ObjectStore {
  get(key: string): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectEntry | undefined>;
  /** Atomic. With `onlyIfAbsent`, `exists` means that nothing was changed. */
  put(key: string, content: string | Uint8Array, onlyIfAbsent: boolean): Promise<{ readonly etag: string } | 'exists'>;
  /** Objects whose key begins with `prefix`, in ascending order of their keys. */
  list(prefix: string): Promise<readonly ObjectEntry[]>;
}

/** Maximum length of a key in bytes of UTF-8. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const MAX_KEY_BYTES = 1024;

/** Fast path for the usual form of keys. */
const COMMON_KEY = /^\w[\w.-]{0,254}(?:\/\w[\w.-]{0,254})*$/;

/** Why a key is invalid. Stricter than S3: a path of nonempty parts that do not begin with a dot (hidden: uploads). */
export function checkKey(key: string): string | undefined {
  if (COMMON_KEY.test(key) && key.length <= MAX_KEY_BYTES) return undefined;
  if (key === '') return 'Object keys must not be empty';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return 'Your key is too long';
  if (/[\u0000-\u001f\u007f\\]/.test(key)) return `Key '${key}' has a control character or a backslash`;
  const bad = key.split('/').find((part) => part === '' || part.startsWith('.') || Buffer.byteLength(part) > 255);
  return bad === undefined
    ? undefined
    : `Key '${key}' has a part that is empty, begins with a dot or is over 255 bytes`;
}

/** Order of S3 listings, by code units: equal to the order of UTF-8 bytes for all characters of the basic plane. */
export function compareKeys(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** Whole seconds of a moment, as `LastModified` shows it. */
export function floorToSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

// A bucket in memory.

/**
 * Number of key parts that select a shelf: listings read only shelves that match, of tens of thousands of objects. Most
 * are by trial: `executions/<experiment>/<execution>/raw/<rig>/<trial>/`.
 */
const INDEX_PREFIX_PARTS = 6;

/** Getters for the length: few of the many objects need it. */
class MemoryObject implements StoredObject {
  private length: number | null = null;

  constructor(
    readonly key: string,
    private readonly content: string | Uint8Array,
    readonly lastModified: number,
    /** Sequence number of the write. */
    private readonly written: number,
  ) {}

  get etag(): string {
    return `"${this.written.toString(16).padStart(32, '0')}"`;
  }

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

/** A bucket from which a fault can remove objects; fsxbench never does. */
export interface MemoryStore extends ObjectStore {
  /** Removes an object; no effect if there is none. */
  lose(key: string): void;
}

/** @param clock gives the time of `LastModified`. */
export function makeMemoryStore(clock: Pick<Clock, 'now'>): MemoryStore {
  const objects = new Map<string, StoredObject>();
  let written = 0;
  /** Objects by key, by shelf. */
  const shelves = new Map<string, Map<string, StoredObject>>();
  // Cache: the pages of one listing are requested one after another, mostly without a write in between.
  let last: { readonly prefix: string; readonly found: readonly StoredObject[] } | null = null;
  const get = async (key: string): Promise<StoredObject | undefined> => objects.get(key);
  return {
    get,
    head: get,
    put: async (key, content, onlyIfAbsent) => {
      if (onlyIfAbsent && objects.has(key)) return 'exists';
      written += 1;
      const object = new MemoryObject(key, content, floorToSeconds(clock.now()), written);
      objects.set(key, object);
      const name = getIndexPrefix(key);
      const shelf = shelves.get(name) ?? new Map<string, StoredObject>();
      shelves.set(name, shelf);
      shelf.set(key, object);
      last = null;
      return object;
    },
    lose: (key) => {
      objects.delete(key);
      shelves.get(getIndexPrefix(key))?.delete(key);
      last = null;
    },
    list: async (prefix) => {
      if (last?.prefix === prefix) return last.found;
      const found = findByPrefix(shelves, prefix).sort(compareKeys);
      last = { prefix, found };
      return found;
    },
  };
}

/** The first parts of a key, or of a prefix; all but the last if it has fewer. Ends in `/`, or is empty. */
function getIndexPrefix(key: string): string {
  let end = 0;
  for (let parts = 0; parts < INDEX_PREFIX_PARTS; parts += 1) {
    const next = key.indexOf('/', end) + 1;
    if (next === 0) break;
    end = next;
  }
  return key.slice(0, end);
}

/** Objects whose key begins with `prefix`, in any order. */
function findByPrefix(shelves: ReadonlyMap<string, ReadonlyMap<string, StoredObject>>, prefix: string): StoredObject[] {
  const own = getIndexPrefix(prefix);
  const found: StoredObject[] = [];
  const take = (shelf: ReadonlyMap<string, StoredObject> | undefined): void => {
    for (const object of shelf?.values() ?? []) if (object.key.startsWith(prefix)) found.push(object);
  };
  // A prefix with all parts of a shelf matches no other shelf.
  if (own.split('/').length > INDEX_PREFIX_PARTS) take(shelves.get(own));
  else for (const [name, shelf] of shelves) if (name.startsWith(own)) take(shelf);
  return found;
}

// A results bucket with all tool bundles for all operating systems, as rehearsals assume.

const FAKE_SHA256 = '0'.repeat(64);

/** The same store with pointers for all missing bundles. Nothing is written. */
export function addSimulatedTools(store: ObjectStore): ObjectStore {
  return { ...store, get: async (key) => (await store.get(key)) ?? findToolPointer(key) };
}

function findToolPointer(key: string): StoredObject | undefined {
  const [, name, version = 'modelled', system = ''] = /^tools\/([^/]+)\/(?:([^/]+)\/)?([^/]+)\.txt$/.exec(key) ?? [];
  const bundle = BUNDLE_NAMES.find((one) => one === name);
  if (bundle === undefined || !BUNDLE_SYSTEM.test(system)) return undefined;
  const archive = getToolArchiveKey(bundle, FAKE_SHA256, 'tar.gz');
  const added = '2026-01-01T00:00:00.000Z';
  const text = formatPointer({ sha256: FAKE_SHA256, version, archive, bytes: 1, added });
  const bytes = Buffer.from(text);
  return {
    key,
    text,
    bytes,
    size: bytes.length,
    etag: `"${FAKE_SHA256.slice(0, 32)}"`,
    lastModified: Date.parse(added),
  };
}
