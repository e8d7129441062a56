/** Where tool bundles lie: the results bucket of a deployment, or the folder that stands for it on one machine. */
import type { Readable } from 'node:stream';
import { TOOLS } from '../../shapes/layout';
import { BUNDLE_NAMES, type BundlePointer, parsePointer } from '../../shapes/tool-bundles';

/** Objects by key; keys are those of the bucket. */
export interface ToolStore {
  /** In words for people: `s3://BUCKET` or the path of a folder. */
  readonly where: string;
  /** All keys below a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** A short text; null where there is none. */
  read(key: string): Promise<string | null>;
  /** The bytes; null where there are none. */
  open(key: string): Promise<Readable | null>;
  /** Writes or replaces a short text. */
  write(key: string, text: string): Promise<void>;
  /**
   * Stores a file where nothing is yet, whole or not at all.
   * @param sha256 hex digits, of all its bytes
   * @returns false where an object of this key was there
   */
  putOnce(key: string, file: string, sha256: string): Promise<boolean>;
}

/** What is found where a pointer should be. */
export interface FoundPointer {
  readonly bundle: string;
  /** `<os>-<arch>` */
  readonly system: string;
  readonly key: string;
  /** What it says; in words what is wrong with it. */
  readonly says: BundlePointer | string;
}

const POINTER = /^tools\/([^/]+)\/([^/]+)\.txt$/;

/** All pointers of a store, in the order of their keys. */
export async function allPointers(store: ToolStore): Promise<readonly FoundPointer[]> {
  const found: FoundPointer[] = [];
  for (const key of (await store.list(TOOLS)).toSorted()) {
    const [, bundle, system] = POINTER.exec(key) ?? [];
    if (bundle === undefined || system === undefined) continue;
    const known = (BUNDLE_NAMES as readonly string[]).includes(bundle);
    const text = known ? await store.read(key) : '';
    const says = known
      ? parsePointer(text ?? '', bundle)
      : `no tool bundle is called so; there is ${BUNDLE_NAMES.join()}`;
    found.push({ bundle, system, key, says });
  }
  return found;
}
