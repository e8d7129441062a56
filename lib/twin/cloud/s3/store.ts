/** Where the objects of a bucket are: in memory for rehearsals, in a folder for local executions. */

/** What a listing says of an object. */
export interface ObjectFacts {
  readonly key: string;
  readonly size: number;
  /**
   * 32 hex digits in quotes that change with the content. S3 promises no more: only some objects have their MD5
   * (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html).
   */
  readonly etag: string;
  /** Epoch milliseconds, whole seconds: S3 keeps no fraction. */
  readonly lastModified: number;
}

export interface StoredObject extends ObjectFacts {
  /** Content read as UTF-8. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

export interface ObjectStore {
  get(key: string): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectFacts | undefined>;
  /** Writes whole or not at all. With `onlyIfAbsent`, `exists` means that nothing was changed. */
  put(key: string, content: string | Uint8Array, onlyIfAbsent: boolean): Promise<{ readonly etag: string } | 'exists'>;
  /** Objects whose key begins with `prefix`, in ascending order of their keys. */
  list(prefix: string): Promise<readonly ObjectFacts[]>;
}

/** Longest key in bytes of UTF-8. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const KEY_BYTES = 1024;

/** Keys as this program makes them, which are all that most executions ever see. */
const USUAL_KEY = /^\w[\w.-]{0,254}(?:\/\w[\w.-]{0,254})*$/;

/**
 * Why a key cannot be used, or undefined. Stricter than S3, and the same for both stores: a key must also be a path
 * below a folder, without parts that are empty, begin with a dot (hidden files are uploads under way) or leave the
 * folder.
 */
export function keyProblem(key: string): string | undefined {
  if (USUAL_KEY.test(key) && key.length <= KEY_BYTES) return undefined;
  if (key === '') return 'Object keys must not be empty';
  if (Buffer.byteLength(key) > KEY_BYTES) return 'Your key is too long';
  if (/[\u0000-\u001f\u007f\\]/.test(key)) return `Key '${key}' has a control character or a backslash`;
  const bad = key.split('/').find((part) => part === '' || part.startsWith('.') || Buffer.byteLength(part) > 255);
  return bad === undefined
    ? undefined
    : `Key '${key}' has a part that is empty, begins with a dot or is over 255 bytes`;
}

/** Order of S3 listings, by code units: equal to the order of UTF-8 bytes for all characters of the basic plane. */
export function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** Whole seconds of a moment, as `LastModified` shows it. */
export function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
