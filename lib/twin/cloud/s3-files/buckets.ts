/** Calls of S3 for the buckets that executions create: versions only, since nothing reads the objects. */
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getPage, type PageRules } from '../paging';
import { readTags, toTagList } from '../resource-store';
import { type Action, type Service, ServiceError } from '../service';
import { type CommandInput, makeAction } from '../sdk-shape';
import { toBucketArn } from '../../../shapes/bucket-name';
import type { RigBucket, ObjectVersion, S3FilesState } from './state';

/** S3 guide, Bucket naming rules. */
const BUCKET_NAME = /^(?!xn--|sthree-|amzn-s3-demo-)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
/** Maximum items of a page, and objects of a delete. API reference, ListObjectVersions and DeleteObjects */
const MAX_ITEMS = 1000;
const PAGE_RULES: PageRules = {
  least: 1,
  most: 10_000,
  refuseSize: (size) => makeS3Error('InvalidArgument', `MaxBuckets is 1 to 10000, not ${size}`),
  refuseToken: () => makeS3Error('InvalidArgument', 'The continuation token provided is incorrect'),
};

/** Adds the calls to those for the results bucket. */
export function addRigBuckets(results: Service, state: S3FilesState): Service {
  const put = results['PutObject'] as Action<unknown, unknown>;
  return {
    ...results,
    ...makeBucketActions(state),
    ListObjectVersions: makeAction(ListObjectVersionsCommand, (input) =>
      listVersions(state.buckets.find(input.Bucket), input),
    ),
    DeleteObjects: makeAction(DeleteObjectsCommand, ({ Bucket, Delete }) => {
      deleteVersions(state.buckets.find(Bucket), Delete);
      return {};
    }),
    // Another writer of a bucket than S3 Files.
    PutObject: makeAction(PutObjectCommand, (input, caller) => {
      const bucket = state.buckets.get(input.Bucket);
      if (bucket === undefined) return put(input, caller) as object;
      return { VersionId: state.write(bucket, input.Key) };
    }),
  };
}

function makeBucketActions(state: S3FilesState): Service {
  const { buckets } = state;
  return {
    CreateBucket: makeAction(CreateBucketCommand, (input) => {
      createBucket(state, input);
      return { BucketArn: toBucketArn(input.Bucket, state.options.place.region), Location: `/${input.Bucket}` };
    }),
    PutBucketVersioning: makeAction(PutBucketVersioningCommand, ({ Bucket, VersioningConfiguration: { Status } }) => {
      buckets.find(Bucket).isVersioned = Status === 'Enabled';
      return {};
    }),
    HeadBucket: makeAction(HeadBucketCommand, ({ Bucket }) => {
      if (buckets.get(Bucket) === undefined) throw makeS3Error('NotFound', 'Not Found', 404);
      // S3 returns an ARN only for directory buckets.
      return { BucketRegion: state.options.place.region };
    }),
    ListBuckets: makeAction(ListBucketsCommand, ({ Prefix = '', MaxBuckets, ContinuationToken }) => {
      const found = buckets.list().filter(({ id }) => id.startsWith(Prefix));
      const { items, next } = getPage(found, MaxBuckets, ContinuationToken, PAGE_RULES);
      const Buckets = items.map(({ id, createdAt }) => ({ Name: id, CreationDate: new Date(createdAt) }));
      return { Buckets, Prefix, ContinuationToken: next };
    }),
    GetBucketTagging: makeAction(GetBucketTaggingCommand, ({ Bucket }) => {
      const { tags } = buckets.find(Bucket);
      if (Object.keys(tags).length === 0) throw makeS3Error('NoSuchTagSet', 'The TagSet does not exist', 404);
      return { TagSet: toTagList(tags) };
    }),
    DeleteBucket: makeAction(DeleteBucketCommand, ({ Bucket }) => {
      const record = buckets.find(Bucket);
      if (record.versions.length > 0) throw makeS3Error('BucketNotEmpty', 'The bucket is not empty', 409);
      const isUndone = buckets.count(record, () => makeS3Error('InternalError', 'An internal error occurred', 500));
      if (!isUndone) buckets.drop(record);
      return {};
    }),
  };
}

function createBucket(
  state: S3FilesState,
  { Bucket: id, CreateBucketConfiguration: { Tags } = {} }: CommandInput<typeof CreateBucketCommand>,
): void {
  if (!BUCKET_NAME.test(id)) throw makeS3Error('InvalidBucketName', `The specified bucket is not valid: ${id}`);
  const tags = readTags(Tags, (message) => makeS3Error('InvalidTag', message));
  // IAM policies of the roles deny this too (condition `aws:RequestTag`).
  state.requireTags(tags, (missing) => makeS3Error('AccessDenied', `s3:CreateBucket without tags ${missing}`, 403));
  if (state.buckets.get(id) !== undefined)
    throw makeS3Error('BucketAlreadyOwnedByYou', 'You already own the requested bucket', 409);
  state.buckets.add({ ...state.newBase(), id, tags, lifecycle: 'CREATED', isVersioned: false, versions: [] });
}

/** Keys ascending, newest version first; keys with the delimiter after the prefix are one item. */
function listVersions(
  bucket: RigBucket,
  {
    Prefix = '',
    Delimiter,
    MaxKeys = MAX_ITEMS,
    KeyMarker,
    VersionIdMarker,
  }: CommandInput<typeof ListObjectVersionsCommand>,
): Omit<ListObjectVersionsCommandOutput, '$metadata'> {
  const all = bucket.versions
    .filter(({ key }) => key.startsWith(Prefix))
    .toReversed()
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const items = new Map<string, ObjectVersion | string>();
  for (const one of all) {
    const end = Delimiter === undefined ? -1 : one.key.indexOf(Delimiter, Prefix.length);
    if (end < 0) items.set(`${one.key} ${one.id}`, one);
    else items.set(one.key.slice(0, end + 1), one.key.slice(0, end + 1));
  }
  const last = VersionIdMarker === undefined ? KeyMarker : `${KeyMarker ?? ''} ${VersionIdMarker}`;
  const names = [...items.keys()];
  // A version that was deleted since: continue after its key.
  const known = last === undefined ? -1 : names.indexOf(last);
  const first = known >= 0 || last === undefined ? known + 1 : names.findIndex((name) => name > (KeyMarker ?? ''));
  const rest = first < 0 ? [] : [...items.values()].slice(first);
  const page = rest.slice(0, Math.min(MaxKeys, MAX_ITEMS));
  const end = page.length < rest.length ? page.at(-1) : undefined;
  const versions = page.filter((one) => typeof one !== 'string');
  const toEntry = ({ key, id }: ObjectVersion) => ({ Key: key, VersionId: id });
  return {
    IsTruncated: end !== undefined,
    Versions: versions.filter(({ isMarker }) => !isMarker).map(toEntry),
    DeleteMarkers: versions.filter(({ isMarker }) => isMarker).map(toEntry),
    CommonPrefixes: page.flatMap((one) => (typeof one === 'string' ? [{ Prefix: one }] : [])),
    NextKeyMarker: typeof end === 'string' ? end : end?.key,
    NextVersionIdMarker: typeof end === 'string' ? undefined : end?.id,
  };
}

function deleteVersions(
  bucket: RigBucket,
  { Objects = [] }: CommandInput<typeof DeleteObjectsCommand>['Delete'],
): void {
  if (Objects.length === 0 || Objects.length > MAX_ITEMS) throw makeS3Error('MalformedXML', '1 to 1,000 objects');
  const ids = new Set(Objects.map(({ Key = '', VersionId = '' }) => `${Key} ${VersionId}`));
  bucket.versions = bucket.versions.filter(({ key, id }) => !ids.has(`${key} ${id}`));
}

function makeS3Error(name: string, message: string, status = 400): ServiceError {
  return new ServiceError(name, message, status);
}
