/** Reads and writes objects of the results bucket by key. */
import { gunzipSync } from 'node:zlib';
import type { ListObjectsV2CommandInput } from '@aws-sdk/client-s3';
import { ensure } from '../shapes/errors';
import { mapInBatches } from './pages';
import type { Context } from './context';

/** Text of an object: UTF-8, decompressed if the key ends in `.gz`. @throws Error for corrupt archives */
export function decodeBody(key: string, bytes: Uint8Array): string {
  return (key.endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8');
}

/** @returns the text; null for a missing object. Other errors are thrown. */
export async function readText(context: Context, key: string): Promise<string | null> {
  try {
    return (await context.aws.s3.getObject({ Bucket: context.config.bucket, Key: key })).Body;
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return null;
    throw error;
  }
}

/** @returns the parsed object; null if it is missing. @throws SyntaxError for invalid JSON */
export async function readJson<T>(context: Context, key: string): Promise<T | null> {
  const text = await readText(context, key);
  return text === null ? null : (JSON.parse(text) as T);
}

/** {@link readJson} for cleanup: invalid JSON counts as missing, and is logged. */
export async function tryReadJson<T>(context: Context, key: string): Promise<T | null> {
  const text = await readText(context, key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    context.log.error('an object holds no valid JSON', { key, why: String(error) });
    return null;
  }
}

/** @returns the text with its ETag, for {@link replaceIfMatch}; null for a missing object */
export async function readWithEtag(context: Context, key: string): Promise<{ text: string; etag: string } | null> {
  try {
    const { Body, ETag } = await context.aws.s3.getObject({ Bucket: context.config.bucket, Key: key });
    return { text: Body, etag: ensure(ETag, `the ETag of ${key}`) };
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return null;
    throw error;
  }
}

/** Replaces an object if its ETag still matches (`If-Match`). @returns false if the object has changed since */
export async function replaceIfMatch(context: Context, key: string, text: string, etag: string): Promise<boolean> {
  try {
    const { bucket } = context.config;
    const body = { Bucket: bucket, Key: key, Body: text, ContentType: 'application/json', IfMatch: etag };
    await context.aws.s3.putObject(body);
    return true;
  } catch (error) {
    // 404: the object was deleted by hand. 409: another conditional write is in progress.
    if (['PreconditionFailed', 'NoSuchKey', CONFLICT].includes((error as Error).name)) return false;
    throw error;
  }
}

/** Content types by file extension, for browsers that open an object. */
const CONTENT_TYPES: readonly (readonly [string, string])[] = [
  ['.json', 'application/json'],
  ['.jsonl', 'application/x-ndjson'],
  // No Content-Encoding: clients would decompress the file, although its name ends in `.gz`.
  ['.gz', 'application/gzip'],
  ['.html', 'text/html; charset=utf-8'],
  ['.yaml', 'application/yaml'],
];

export async function writeText(context: Context, key: string, text: string): Promise<void> {
  await putBody(context, key, text);
}

export async function writeBytes(context: Context, key: string, bytes: Uint8Array): Promise<void> {
  await putBody(context, key, bytes);
}

async function putBody(context: Context, key: string, body: string | Uint8Array): Promise<void> {
  const type = CONTENT_TYPES.find(([end]) => key.endsWith(end))?.[1] ?? 'text/plain; charset=utf-8';
  await context.aws.s3.putObject({ Bucket: context.config.bucket, Key: key, Body: body, ContentType: type });
}

/**
 * Two conditional writes of one key collided; S3 asks for a retry with 409 (S3 user guide, Add preconditions to S3
 * operations with conditional requests).
 */
const CONFLICT = 'ConditionalRequestConflict';
/** Milliseconds between retries, far longer than the other write takes. */
const CONFLICT_PAUSES_MS = [100, 400, 1600] as const;

/** Writes an object only if none exists (`If-None-Match: *`). @returns false if one exists */
export async function writeOnce(context: Context, key: string, text: string): Promise<boolean> {
  for (const pause of CONFLICT_PAUSES_MS) {
    try {
      return await writeNew(context, key, text);
    } catch (error) {
      if ((error as Error).name !== CONFLICT) throw error;
      await context.sleep(pause);
    }
  }
  return writeNew(context, key, text);
}

async function writeNew(context: Context, key: string, text: string): Promise<boolean> {
  try {
    await context.aws.s3.putObject({
      Bucket: context.config.bucket,
      Key: key,
      Body: text,
      ContentType: 'application/json',
      IfNoneMatch: '*',
    });
    return true;
  } catch (error) {
    if ((error as Error).name === 'PreconditionFailed') return false;
    throw error;
  }
}

export interface ListedObject {
  readonly key: string;
  /** Epoch seconds of the last write; S3 stores whole seconds. */
  readonly storedAt: number | undefined;
  readonly bytes: number;
}

/** All keys below a prefix, in the bucket's order. */
export async function listKeys(context: Context, prefix: string, after?: string): Promise<string[]> {
  return (await listObjects(context, prefix, after)).map(({ key }) => key);
}

/** All objects below a prefix, in the bucket's order. Skips keys up to `after`. */
export async function listObjects(context: Context, prefix: string, after?: string): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  const from = after === undefined ? {} : { StartAfter: after };
  for await (const page of listPages(context, { Prefix: prefix, ...from })) objects.push(...toObjects(page));
  return objects;
}

/** The first object below a prefix; null if there is none. */
export async function findFirstObject(context: Context, prefix: string): Promise<ListedObject | null> {
  for await (const page of listPages(context, { Prefix: prefix, MaxKeys: 1 })) {
    const [first] = toObjects(page);
    if (first !== undefined) return first;
  }
  return null;
}

/** Names of the folders directly below a prefix that ends in `/`, in the bucket's order. */
export async function listFolders(context: Context, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { CommonPrefixes = [] } of listPages(context, { Prefix: prefix, Delimiter: '/' }))
    for (const { Prefix: folder } of CommonPrefixes)
      if (folder !== undefined) names.push(folder.slice(prefix.length, -1));
  return names;
}

type ListPage = Awaited<ReturnType<Context['aws']['s3']['listObjectsV2']>>;

async function* listPages(
  { aws, config }: Context,
  wanted: Omit<ListObjectsV2CommandInput, 'Bucket' | 'ContinuationToken'>,
): AsyncGenerator<ListPage> {
  let token: string | undefined;
  do {
    const more = token === undefined ? {} : { ContinuationToken: token };
    const page = await aws.s3.listObjectsV2({ Bucket: config.bucket, ...wanted, ...more });
    yield page;
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

function toObjects({ Contents = [] }: ListPage): ListedObject[] {
  return Contents.flatMap(({ Key, LastModified, Size = 0 }) =>
    Key === undefined ? [] : [{ key: Key, storedAt: LastModified && LastModified.getTime() / 1000, bytes: Size }],
  );
}

/** Concurrent reads: enough to hide latency, fewer than a lambda's sockets (SDK default: 50). */
export const READS_AT_ONCE = 32;

/** Reads the texts of many keys, in their order. Skips missing objects. */
export async function readTexts(context: Context, keys: readonly string[]): Promise<{ key: string; text: string }[]> {
  const texts = await mapInBatches(keys, READS_AT_ONCE, async (key) => ({ key, text: await readText(context, key) }));
  return texts.flatMap(({ key, text }) => (text === null ? [] : [{ key, text }]));
}
