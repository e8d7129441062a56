/** Stores of tool bundles: the results bucket of a deployment, or the folder that replaces it on one machine. */
import { createReadStream } from 'node:fs';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { TOOLS_PREFIX } from '../../shapes/layout';
import { BUNDLE_NAMES, type BundlePointer, parsePointer } from '../../shapes/tool-bundles';
import { ensure } from '../../shapes/errors';
import { findResultsBucket } from '../operator';
import { readPages } from '../pages';

/** Objects by key, as in the bucket. */
export interface ToolStore {
  /** For users: `s3://BUCKET` or the path of a folder. */
  readonly where: string;
  /** All keys below a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** A short text; null if it is missing. */
  read(key: string): Promise<string | null>;
  write(key: string, text: string): Promise<void>;
  /** Stores a file atomically. @param sha256 hex digits, of all its bytes @returns false if the key exists */
  putOnce(key: string, file: string, sha256: string): Promise<boolean>;
}

export interface FoundPointer {
  readonly bundle: string;
  /** `<os>-<arch>` */
  readonly system: string;
  readonly key: string;
  /** The contents of the pointer, or its fault. */
  readonly says: BundlePointer | string;
}

/** Bundles that are downloaded have a folder for each version. */
const POINTER_KEY = /^tools\/([^/]+)\/(?:[^/]+\/)?([^/]+)\.txt$/;

export async function listPointers(store: ToolStore): Promise<readonly FoundPointer[]> {
  const found: FoundPointer[] = [];
  for (const key of (await store.list(TOOLS_PREFIX)).toSorted()) {
    const [, bundle, system] = POINTER_KEY.exec(key) ?? [];
    if (bundle === undefined || system === undefined) continue;
    const known = (BUNDLE_NAMES as readonly string[]).includes(bundle);
    const text = known ? await store.read(key) : '';
    const says = known ? parsePointer(text ?? '', bundle) : `unknown tool bundle; known: ${BUNDLE_NAMES.join()}`;
    found.push({ bundle, system, key, says });
  }
  return found;
}

/** S3 calls; tests replace them. */
export type BucketCalls = Pick<S3, 'listObjectsV2' | 'getObject' | 'putObject'>;

/** The results bucket of a deployment. @throws as `findResultsBucket` */
export async function openStackStore(stackName: string, region: string | undefined): Promise<ToolStore> {
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  return makeBucketStore(new S3(config), await findResultsBucket(new CloudFormation(config), stackName));
}

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
      // S3 refuses the object if this checksum does not match, e.g. if the file changed during the upload.
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      // A stream can be sent only once, without retries, so nothing is sent if the object exists.
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
