/** The calls of S3 that the machines use: whole objects of text, conditional writes, listings by prefix. */
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type GetObjectCommandOutput,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { decodeBody } from '../../../aws/bucket';
import { slicePage } from '../paging';
import { type Service, ServiceError } from '../service';
import { makeAction } from '../sdk-shape';
import { checkKey, type ObjectEntry, type ObjectStore } from './store';

const PRECONDITION_FAILED_MESSAGE = 'At least one of the pre-conditions you specified did not hold';

/** Maximum keys of a page. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const MAX_PAGE_KEYS = 1000;

/** @param buckets store of each bucket by its name; other buckets do not exist */
export function makeS3(buckets: Readonly<Record<string, ObjectStore>>): Service {
  const store = (name: string): ObjectStore => {
    const found = Object.hasOwn(buckets, name) ? buckets[name] : undefined;
    if (found === undefined) throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
    return found;
  };
  const at = (bucket: string, key: string): ObjectStore => {
    const problem = checkKey(key);
    if (problem !== undefined) throw new ServiceError('InvalidArgument', problem);
    return store(bucket);
  };

  return {
    GetObject: makeAction(GetObjectCommand, async ({ Bucket, Key }) => {
      const found = await at(Bucket, Key).get(Key);
      if (found === undefined) throw new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
      return addObjectMetadata(found, { Body: Key.endsWith('.gz') ? decodeBody(Key, found.bytes) : found.text });
    }),

    PutObject: makeAction(PutObjectCommand, async ({ Bucket, Key, Body, IfNoneMatch, IfMatch }) => {
      if (IfNoneMatch !== undefined && IfNoneMatch !== '*') {
        const message = 'A header you provided implies functionality that is not implemented';
        throw new ServiceError('NotImplemented', message, 501);
      }
      if (IfMatch !== undefined) await requireMatchingEtag(at(Bucket, Key), Key, IfMatch);
      const written = await at(Bucket, Key).put(Key, Body ?? '', IfNoneMatch === '*');
      if (written === 'exists') {
        throw new ServiceError('PreconditionFailed', PRECONDITION_FAILED_MESSAGE, 412);
      }
      return { ETag: written.etag, ServerSideEncryption: 'AES256' as const };
    }),

    ListObjectsV2: makeAction(ListObjectsV2Command, async (input) =>
      listObjects(input, await store(input.Bucket).list(input.Prefix ?? '')),
    ),
  };
}

/** @throws ServiceError if the ETag differs: S3 user guide, Conditional writes */
async function requireMatchingEtag(store: ObjectStore, key: string, etag: string): Promise<void> {
  const found = await store.head(key);
  if (found === undefined) throw new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
  if (found.etag !== etag) throw new ServiceError('PreconditionFailed', PRECONDITION_FAILED_MESSAGE, 412);
}

function listObjects(
  input: ListObjectsV2CommandInput,
  all: readonly ObjectEntry[],
): Omit<ListObjectsV2CommandOutput, '$metadata'> {
  const { StartAfter, ContinuationToken, MaxKeys = MAX_PAGE_KEYS } = input;
  if (MaxKeys < 0) throw new ServiceError('InvalidArgument', 'Argument maxKeys must be an integer of 0 or more');
  const refuse = (): Error => new ServiceError('InvalidArgument', 'The continuation token provided is incorrect');
  // With a token StartAfter has no effect: the token is already behind it.
  const from = ContinuationToken === undefined && StartAfter !== undefined ? StartAfter : '';
  const rest = from === '' ? all : all.filter((object) => object.key > from);
  const { Prefix = '', Delimiter } = input;
  const rolled = rollUpPrefixes(rest, Prefix, Delimiter);
  const given = slicePage(
    rolled,
    (one) => (typeof one === 'string' ? one : one.key),
    Math.min(MaxKeys, MAX_PAGE_KEYS),
    ContinuationToken,
    refuse,
  );
  const objects = given.items.filter((one) => typeof one !== 'string');
  const folders = given.items.filter((one) => typeof one === 'string').map((folder) => ({ Prefix: folder }));
  return {
    Name: input.Bucket,
    Prefix,
    Delimiter,
    KeyCount: given.items.length,
    MaxKeys: Math.min(MaxKeys, MAX_PAGE_KEYS),
    IsTruncated: given.next !== undefined,
    ContinuationToken,
    StartAfter,
    NextContinuationToken: given.next,
    // An empty listing lacks this member.
    ...(objects.length === 0 ? {} : { Contents: objects.map(toListingEntry) }),
    ...(folders.length === 0 ? {} : { CommonPrefixes: folders }),
  };
}

/** Keys equal up to the delimiter are one: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
function rollUpPrefixes(
  objects: readonly ObjectEntry[],
  prefix: string,
  delimiter = '',
): readonly (ObjectEntry | string)[] {
  // Most listings have no delimiter, and many pages: avoid a copy for each page.
  if (delimiter === '') return objects;
  const items = new Set<ObjectEntry | string>();
  for (const object of objects) {
    const end = object.key.indexOf(delimiter, prefix.length);
    items.add(end < 0 ? object : object.key.slice(0, end + delimiter.length));
  }
  return [...items];
}

function toListingEntry(object: ObjectEntry): NonNullable<ListObjectsV2CommandOutput['Contents']>[number] {
  return {
    Key: object.key,
    LastModified: new Date(object.lastModified),
    ETag: object.etag,
    Size: object.size,
    StorageClass: 'STANDARD',
  };
}

type ObjectMetadata = Pick<
  GetObjectCommandOutput,
  'AcceptRanges' | 'ContentLength' | 'ContentType' | 'ETag' | 'LastModified' | 'Metadata' | 'ServerSideEncryption'
>;

function addObjectMetadata<T extends object>(found: ObjectEntry, more: T): T & ObjectMetadata {
  return {
    AcceptRanges: 'bytes',
    ...more,
    // Lazy: counting bytes is slow, and few callers need it.
    get ContentLength() {
      return found.size;
    },
    ContentType: 'application/octet-stream',
    ETag: found.etag,
    LastModified: new Date(found.lastModified),
    Metadata: {},
    ServerSideEncryption: 'AES256',
  };
}
