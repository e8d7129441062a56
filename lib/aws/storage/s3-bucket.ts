/**
 * Buckets of S3 Files file systems. All that an execution writes has the prefix of its file system, so a bucket with
 * other keys holds data of other writers: it is never emptied, and remains.
 */
import type {
  CreateBucketCommandInput,
  HeadBucketCommandOutput,
  ListObjectVersionsCommandInput,
  ListObjectVersionsCommandOutput,
  Tag,
} from '@aws-sdk/client-s3';
import { DATA_PREFIX, toBucketArn, toBucketPrefix } from '../../shapes/bucket-name';
import { FsxbenchError } from '../../shapes/errors';
import { TAG_KEYS } from '../../shapes/tags';
import type { AwsCalls } from '../calls';
import { TransientError } from '../handler';
import { type ListedResource, toTagMap } from '../ledger/resource';
import { mapInBatches } from '../pages';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

/** Concurrent calls for tags, which listings omit. */
const CONCURRENCY = 4;
/** Buckets per page; without it a listing has no pages. */
const PER_PAGE = 1000;
/** Pages of 1,000 versions that one delete removes, within the 290 s of the function; the next attempt continues. */
const MAX_PAGES = 200;

type BucketInput = CreateBucketCommandInput & { readonly Tags?: Tag[] };

export const s3Bucket: StorageResource<'s3:bucket'> = {
  absent: ['NotFound', 'NoSuchBucket'],
  sends: { 's3:CreateBucket': makeBucket },
  describe: async ({ s3 }, id) => toStatus(id, await s3.headBucket({ Bucket: id })),
  page: async (aws, { tags: { [TAG_KEYS.stack]: stack = '' }, token }) => {
    const { Buckets = [], ContinuationToken } = await aws.s3.listBuckets({
      Prefix: toBucketPrefix(stack),
      MaxBuckets: PER_PAGE,
      ...(token === undefined ? {} : { ContinuationToken: token }),
    });
    const found = await mapInBatches(Buckets, CONCURRENCY, ({ Name }) =>
      readBucket(aws, requireValue(Name, 'the name of a bucket')),
    );
    return { found: found.flat(), NextToken: ContinuationToken };
  },
  remove: removeBucket,
};

/**
 * Makes an empty, versioned bucket with its tags. A repeated create finds the bucket of the first one.
 * @throws FsxbenchError `Unexpected` for a bucket that holds data
 */
async function makeBucket({ s3 }: AwsCalls, { Tags = [], ...input }: BucketInput): Promise<ResourceState> {
  const Bucket = requireValue(input.Bucket, 'the name of a bucket');
  try {
    await s3.createBucket({ ...input, CreateBucketConfiguration: { Tags } });
  } catch (error) {
    if ((error as Error).name !== 'BucketAlreadyOwnedByYou') throw error;
  }
  if (countListed(await s3.listObjectVersions({ Bucket, MaxKeys: 1 })) > 0)
    throw new FsxbenchError('Unexpected', `the bucket ${Bucket} exists and holds data: it stays as it is`);
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
  return toStatus(Bucket, await s3.headBucket({ Bucket }));
}

/** The ARN is made of the name: HeadBucket returns one only for directory buckets (S3 API reference, HeadBucket). */
function toStatus(id: string, { BucketRegion }: Pick<HeadBucketCommandOutput, 'BucketRegion'>): ResourceState {
  const values = pickKnown({ id, arn: toBucketArn(id, requireValue(BucketRegion, `the Region of the bucket ${id}`)) });
  return { id, state: 'ready', lifecycle: 'CREATED', why: '', values, changedAt: null };
}

/** Empty if the bucket was deleted meanwhile. */
async function readBucket({ s3 }: AwsCalls, id: string): Promise<ListedResource[]> {
  const common = { id, state: 'CREATED', living: true, deletable: true, parent: null, type: null };
  try {
    const { TagSet } = await s3.getBucketTagging({ Bucket: id });
    return [{ ...common, tags: toTagMap(TagSet) }];
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NoSuchTagSet') return [{ ...common, tags: {} }];
    if (!s3Bucket.absent.includes(name)) throw error;
    return [];
  }
}

/** A key, or a folder at the top, outside the prefix of the file system; undefined if there is none. */
async function findOtherKey({ listObjectVersions }: AwsCalls['s3'], Bucket: string): Promise<string | undefined> {
  let markers: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> = {};
  for (;;) {
    const page = await listObjectVersions({ Bucket, Delimiter: '/', ...markers });
    const { Versions = [], DeleteMarkers = [], CommonPrefixes = [], NextKeyMarker, NextVersionIdMarker } = page;
    const keys = [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
    const other = [...keys, ...CommonPrefixes.map(({ Prefix }) => Prefix)].find((key) => key !== DATA_PREFIX);
    if (other !== undefined || NextKeyMarker === undefined) return other;
    markers = { KeyMarker: NextKeyMarker, ...(NextVersionIdMarker ? { VersionIdMarker: NextVersionIdMarker } : {}) };
  }
}

/**
 * Deletes a bucket with all versions and delete markers below the prefix of its file system.
 * @throws FsxbenchError `OtherData` before any delete, if the bucket has other keys
 */
async function removeBucket({ s3 }: AwsCalls, Bucket: string): Promise<void> {
  const others = await findOtherKey(s3, Bucket);
  if (others !== undefined)
    throw new FsxbenchError('OtherData', `the bucket ${Bucket} holds ${others} of another writer: it stays as it is`);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await s3.listObjectVersions({ Bucket, Prefix: DATA_PREFIX });
    if (countListed(listed) === 0) {
      await s3.deleteBucket({ Bucket });
      return;
    }
    const Objects = [...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }));
    const { Errors: [first] = [] } = await s3.deleteObjects({ Bucket, Delete: { Objects, Quiet: true } });
    if (first !== undefined)
      throw new TransientError(`${first.Key ?? 'a version'} in ${Bucket} was not deleted: ${first.Code ?? '?'}`);
  }
  throw new TransientError(`the bucket ${Bucket} still holds versions; the next attempt continues`);
}

function countListed({
  Versions = [],
  DeleteMarkers = [],
}: Pick<ListObjectVersionsCommandOutput, 'Versions' | 'DeleteMarkers'>): number {
  return Versions.length + DeleteMarkers.length;
}
