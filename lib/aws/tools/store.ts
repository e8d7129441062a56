/** Where tool bundles lie: the results bucket of a deployment, or the folder that stands for it on one machine. */
import { createReadStream } from 'node:fs';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { TOOLS } from '../../shapes/layout';
import { BUNDLE_NAMES, type BundlePointer, parsePointer } from '../../shapes/tool-bundles';
import { ensure } from '../../shapes/errors';
import { findResultsBucket } from '../operator';
import { readPages } from '../pages';

/** Objects by key; keys are those of the bucket. */
export interface ToolStore {
  /** In words for people: `s3://BUCKET` or the path of a folder. */
  readonly where: string;
  /** All keys below a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** A short text; null where there is none. */
  read(key: string): Promise<string | null>;
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

const POINTER_KEY = /^tools\/([^/]+)\/([^/]+)\.txt$/;

/** All pointers of a store, in the order of their keys. */
export async function listPointers(store: ToolStore): Promise<readonly FoundPointer[]> {
  const found: FoundPointer[] = [];
  for (const key of (await store.list(TOOLS)).toSorted()) {
    const [, bundle, system] = POINTER_KEY.exec(key) ?? [];
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

/** The calls that are made. Tests give others. */
export type BucketCalls = Pick<S3, 'listObjectsV2' | 'getObject' | 'putObject'>;

/** The results bucket of a deployment. @throws as `findResultsBucket` does */
export async function openStackStore(stackName: string, region: string | undefined): Promise<ToolStore> {
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  return makeBucketStore(new S3(config), await findResultsBucket(new CloudFormation(config), stackName));
}

/** See {@link ToolStore}. */
export function makeBucketStore(s3: BucketCalls, Bucket: string): ToolStore {
  return {
    where: `s3://${Bucket}`,
    list: async (Prefix) => {
      const pages = await readPages(async (token) => {
        const more = token === undefined ? {} : { ContinuationToken: token };
        const page = await s3.listObjectsV2({ Bucket, Prefix, ...more });
        return { ...page, nextToken: page.NextContinuationToken };
      });
      return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
    },
    read: (Key) =>
      nullIfMissing(async () =>
        ensure((await s3.getObject({ Bucket, Key })).Body, 'the body of an object').transformToString('utf8'),
      ),
    write: async (Key, Body) => void (await s3.putObject({ Bucket, Key, Body, ContentType: 'text/plain' })),
    putOnce: async (Key, file, sha256) => {
      // S3 refuses what does not have this checksum when it arrives: a file that changes meanwhile is not stored.
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      // Streams are sent once, whatever comes of it: none is where the object is there already.
      const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: Key, MaxKeys: 1 });
      if (Contents[0]?.Key === Key) return false;
      try {
        await s3.putObject({ Bucket, Key, Body: createReadStream(file), ChecksumSHA256, IfNoneMatch: '*' });
        return true;
      } catch (error) {
        if ((error as Error).name === 'PreconditionFailed') return false;
        throw error;
      }
    },
  };
}

async function nullIfMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return null;
    throw error;
  }
}
