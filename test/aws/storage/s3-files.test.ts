import type { ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3';
import type { GetFileSystemCommandOutput, GetMountTargetCommandOutput } from '@aws-sdk/client-s3files';
import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { stripArn } from '../../../lib/aws/storage/efs';
import { makeBucketName, toBucketArn } from '../../../lib/shapes/bucket-name';
import { getIdKind } from '../../../lib/shapes/resource-ids';
import { CONFIG, LONG, makeAccount, STACK } from '../account';
import { expectRefusal } from '../answers';
import { EXECUTION, listOwn, look, send, TAGS } from './calls';

const Bucket = makeBucketName(STACK, 'exec__r1__c1.bucket');
const ROLE = 'arn:aws:iam::000000000000:role/files';

/** A file system over a bucket, with a mount target; all available, with exported objects. */
async function makeContext() {
  const account = makeAccount();
  const context = account.context();
  await account.put('pointers/exec.json', JSON.stringify({ experiment: 'disks', timing: {} }));
  const createBucket = () => send(context, 's3:CreateBucket', { Bucket, Tags: TAGS });
  const bucket = await createBucket();
  const createFileSystem = () =>
    send(
      context,
      's3files:CreateFileSystem',
      { bucket: '@bucket.arn', prefix: 'fsxbench/', roleArn: ROLE, clientToken: 'one', Tags: TAGS },
      { bucket: bucket.values },
    );
  const fs = await createFileSystem();
  await account.pass(LONG);
  const createMountTarget = () =>
    send(
      context,
      's3files:CreateMountTarget',
      { fileSystemId: '@fs.id', subnetId: '@network.subnetId' },
      { fs: fs.values },
    );
  const mount = await createMountTarget();
  await account.pass(LONG);
  return { account, context, bucket, fs, mount, createBucket, createFileSystem, createMountTarget };
}
type Account = Awaited<ReturnType<typeof makeContext>>['account'];

/** Reads all pages. */
const countVersions = async (account: Account): Promise<number> => {
  let count = 0;
  let markers = {};
  for (;;) {
    const page = await account.byHand('s3', 'ListObjectVersions', { Bucket, ...markers });
    const { Versions, DeleteMarkers, NextKeyMarker, NextVersionIdMarker } = page as ListObjectVersionsCommandOutput;
    count += (Versions ?? []).length + (DeleteMarkers ?? []).length;
    if (NextKeyMarker === undefined) return count;
    markers = { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker };
  }
};

describe('callStorage for S3 Files', () => {
  it('creates a versioned bucket, and a file system and mount target whose ids are ARNs', async () => {
    const { account, context, bucket, fs, mount } = await makeContext();
    expect(bucket).toMatchObject({ id: Bucket, state: 'ready', values: { arn: `arn:aws:s3:::${Bucket}` } });
    expect(account.inputs('PutBucketVersioning')).toEqual([{ Bucket, VersioningConfiguration: { Status: 'Enabled' } }]);
    expect(fs).toMatchObject({ state: 'busy', lifecycle: 'creating' });
    expect(fs.values).toEqual({ id: fs.id, fileSystemId: expect.stringMatching(/^fs-[0-9a-f]{17}$/) });
    expect(mount.id).toMatch(/^arn:aws:s3files:.*:file-system\/fs-[0-9a-f]{17}\/mount-target\/fsmt-[0-9a-f]{17}$/);
    expect(await look(context, mount.id)).toMatchObject({ state: 'ready', values: { address: expect.any(String) } });
    expect([bucket, fs, mount].map(({ id }) => getIdKind(id))).toEqual([
      's3:bucket',
      's3files:file-system',
      's3files:mount-target',
    ]);
  });

  it('returns the same resources when answers to their creation were lost', async () => {
    const { context, fs, mount, createFileSystem, createMountTarget } = await makeContext();
    expect((await createFileSystem()).id).toBe(fs.id);
    expect((await createMountTarget()).id).toBe(mount.id);
    const account = makeAccount();
    const create = () => send(account.context(), 's3:CreateBucket', { Bucket, Tags: TAGS });
    expect([(await create()).id, (await create()).id]).toEqual([Bucket, Bucket]);
    expect(await listOwn(context)).toHaveLength(3);
  });

  it('refuses a bucket of that name that holds data', async () => {
    const account = makeAccount();
    await account.byHand('s3', 'CreateBucket', { Bucket, CreateBucketConfiguration: { Tags: TAGS } });
    await account.byHand('s3', 'PutObject', { Bucket, Key: 'fsxbench/mine', Body: 'x' });
    await expectRefusal(send(account.context(), 's3:CreateBucket', { Bucket, Tags: TAGS }), 'Unexpected');
  });

  it('sets the expiration of a file system, and reports why one failed', async () => {
    const { account, context, fs } = await makeContext();
    const rules = {
      importDataRules: [{ prefix: '', trigger: 'ON_FILE_ACCESS', sizeLessThan: 1 }],
      expirationDataRules: [{ daysAfterLastAccess: 7 }],
    };
    const input = { fileSystemId: '@fs.fileSystemId', ...rules };
    const set = await send(context, 's3files:PutSynchronizationConfiguration', input, { fs: fs.values });
    expect(set).toMatchObject({ id: fs.id, state: 'ready' });
    const failed = makeAccount({ fsx: { faults: { create: () => 'fails' } } });
    await send(failed.context(), 's3:CreateBucket', { Bucket, Tags: TAGS });
    const wanted = { bucket: `arn:aws:s3:::${Bucket}`, roleArn: ROLE, clientToken: 'one', Tags: TAGS };
    const { id } = await send(failed.context(), 's3files:CreateFileSystem', wanted);
    await failed.pass(LONG);
    expect(await look(failed.context(), id)).toMatchObject({ state: 'failed', why: 'S3 Files gives no reason' });
    expect(account.inputs('PutSynchronizationConfiguration')).toEqual([{ ...rules, fileSystemId: stripArn(fs.id) }]);
  });
});

describe('deletion of S3 Files', () => {
  it('deletes mount target, file system by force, and the bucket with all versions and delete markers', async () => {
    const { account, context, bucket, fs, mount } = await makeContext();
    const ids = async () => pickDeletes(await listOwn(context), 0).map((one) => one.ids);
    expect(await listOwn(context)).toMatchObject([
      { kind: 's3files:mount-target', id: mount.id, parent: fs.id },
      { kind: 's3files:file-system', id: fs.id, parent: bucket.id },
      { kind: 's3:bucket', id: bucket.id, parent: null },
    ]);
    expect(await countVersions(account)).toBe(4);
    for (const { id } of [mount, fs, bucket]) {
      expect(await ids()).toEqual([[id]]);
      expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
      await account.pass(LONG);
    }
    expect(await listOwn(context)).toEqual([]);
    expect(account.inputs('DeleteFileSystem')).toEqual([{ fileSystemId: stripArn(fs.id), forceDelete: true }]);
    for (const { id } of [mount, fs, bucket]) expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
  });

  it('deletes more versions than one page has', async () => {
    const account = makeAccount({ pageItems: 1000 });
    const context = account.context();
    await send(context, 's3:CreateBucket', { Bucket, Tags: TAGS });
    for (let nth = 0; nth < 2100; nth += 1)
      await account.byHand('s3', 'PutObject', { Bucket, Key: `fsxbench/${nth % 1500}`, Body: '' });
    await deleteStorage({ id: Bucket, type: null }, context);
    const sizes = account.inputs('DeleteObjects').map(({ Delete }) => (Delete as { Objects: object[] }).Objects.length);
    expect(sizes).toEqual([1000, 1000, 100]);
    expect(await listOwn(context)).toEqual([]);
  });

  it.each(['data.csv', 'aaa/data.csv', 'zzz/data.csv', 'fsxbench', 'fsxbench0/data.csv'])(
    'keeps a bucket that holds %s of another writer, and all versions in it',
    async (Key) => {
      const { account, context, fs, mount } = await makeContext();
      await account.byHand('s3', 'PutObject', { Bucket, Key, Body: 'data of others' });
      for (const { id } of [mount, fs]) {
        await deleteStorage({ id, type: null }, context);
        await account.pass(LONG);
      }
      await expectRefusal(deleteStorage({ id: Bucket, type: null }, context), 'OtherData');
      expect([account.inputs('DeleteObjects'), account.inputs('DeleteBucket')]).toEqual([[], []]);
      expect(await countVersions(account)).toBe(5);
      expect(await listOwn(context)).toMatchObject([{ id: Bucket, living: true }]);
    },
  );

  it('finds other data behind pages of one item', async () => {
    const account = makeAccount({ pageItems: 1 });
    const context = account.context();
    await send(context, 's3:CreateBucket', { Bucket, Tags: TAGS });
    for (const Key of ['fsxbench/a', 'fsxbench/b', 'zzz/data'])
      await account.byHand('s3', 'PutObject', { Bucket, Key, Body: '' });
    await expectRefusal(deleteStorage({ id: Bucket, type: null }, context), 'OtherData');
  });

  it('lists no file systems and buckets of other deployments', async () => {
    const { account, context } = await makeContext();
    const other = makeBucketName(`${STACK}-b`, 'exec__r1__c1.bucket');
    await account.byHand('s3', 'CreateBucket', { Bucket: other, CreateBucketConfiguration: { Tags: TAGS } });
    expect((await listOwn(context)).map(({ id }) => id)).not.toContain(other);
    expect(account.inputs('GetBucketTagging')).not.toContainEqual({ Bucket: other });
  });

  it('throws ConflictException when another mount target of the zone exists', async () => {
    const { account, context, fs } = await makeContext();
    account.refuse('CreateMountTarget', 'ConflictException');
    const input = { fileSystemId: fs.id, subnetId: 'subnet-1' };
    await expectRefusal(send(context, 's3files:CreateMountTarget', input), 'ConflictException');
  });
});

describe('simulated S3 Files', () => {
  it('refuses to delete a file system with mount targets, or with data that waits for its export', async () => {
    const account = makeAccount();
    const context = account.context();
    await send(context, 's3:CreateBucket', { Bucket, Tags: TAGS });
    const wanted = { bucket: `arn:aws:s3:::${Bucket}`, roleArn: ROLE, clientToken: 'one', Tags: TAGS };
    const { id } = await send(context, 's3files:CreateFileSystem', wanted);
    const fileSystemId = stripArn(id);
    const call = (action: string, input: object) => account.byHand('s3files', action, input);
    const remove = (more = {}) => call('DeleteFileSystem', { fileSystemId, ...more });
    await expectRefusal(remove(), 'ConflictException');
    await account.pass(LONG);
    const mount = { fileSystemId, subnetId: CONFIG.network['subnetId'] };
    const { mountTargetId } = (await call('CreateMountTarget', mount)) as GetMountTargetCommandOutput;
    await account.pass(95_000);
    await expectRefusal(remove({ forceDelete: true }), 'ConflictException');
    await call('DeleteMountTarget', { mountTargetId });
    await expectRefusal(call('DeleteMountTarget', { mountTargetId }), 'ConflictException');
    const seen = (await call('GetFileSystem', { fileSystemId })) as GetFileSystemCommandOutput;
    expect(seen).toMatchObject({ status: 'available', fileSystemArn: id, bucket: `arn:aws:s3:::${Bucket}` });
  });

  it.each([
    ['CreateFileSystem', { bucket: 'arn:aws:s3:::none', roleArn: ROLE, clientToken: 'a' }, 'ValidationException'],
    ['CreateFileSystem', { bucket: 'b', roleArn: ROLE, clientToken: 'a', prefix: 'x' }, 'ValidationException'],
    ['GetFileSystem', { fileSystemId: 'fs-1' }, 'ValidationException'],
    ['GetFileSystem', { fileSystemId: 'fs-0123456789abcdef0' }, 'ResourceNotFoundException'],
    ['GetMountTarget', { mountTargetId: 'fsmt-1' }, 'ValidationException'],
    ['ListFileSystems', { maxResults: 0 }, 'ValidationException'],
  ])('refuses %s of %j with %s', async (action, input, error) => {
    const answer = makeAccount().byHand('s3files', action, input);
    await expect(answer).rejects.toMatchObject({ name: expect.stringContaining(error) });
  });

  it('keeps the tag of the execution on the bucket', async () => {
    const { account } = await makeContext();
    const { TagSet } = (await account.byHand('s3', 'GetBucketTagging', { Bucket })) as { TagSet: object[] };
    expect(TagSet).toContainEqual({ Key: EXECUTION.key, Value: EXECUTION.value });
  });
});

it('makes the ARN of a bucket from its name, in the partition of its Region', () => {
  const arns = ['us-east-1', 'cn-north-1', 'us-gov-west-1'].map((region) => toBucketArn('b', region));
  expect(arns).toEqual(['arn:aws:s3:::b', 'arn:aws-cn:s3:::b', 'arn:aws-us-gov:s3:::b']);
});
