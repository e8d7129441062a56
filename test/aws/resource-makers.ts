/** One living resource of each kind in the account of tests, with the tags of its execution. */
import type { Volume } from '@aws-sdk/client-ec2';
import { ensure } from '../../lib/shapes/errors';
import type { ListedKind } from '../../lib/shapes/resources';
import { makeBucketName } from '../../lib/shapes/bucket-name';
import { stripArn } from '../../lib/aws/storage/efs';
import { CONFIG, getFirst, LONG, makeAccount, STACK, type TestAccount } from './account';
import { TAGS as Tags } from './storage/calls';
import cases from './storage/fsx.ontap.cases.json';

const TARGET = 'exec__r1__c1';

/** @returns a member of the answer */
async function create(account: TestAccount, call: string, input: object, member: string): Promise<string> {
  const [service = '', action = ''] = call.split(':');
  const answer = JSON.stringify(await account.byHand(service, action, input));
  return ensure(new RegExp(`"${member}":"([^"]+)"`).exec(answer)?.[1], `${member} in the answer of ${call}`);
}

/** What it is made in belongs to another execution. */
async function createSvm(account: TestAccount, more: object): Promise<string> {
  const { FileSystemId } = await account.fileSystem(cases.ontap, { 'fsxbench:execution': 'other' });
  await account.pass(LONG);
  const input = { FileSystemId, Name: 'svm', ...more };
  const id = await create(account, 'fsx:CreateStorageVirtualMachine', input, 'StorageVirtualMachineId');
  await account.pass(LONG);
  return id;
}

function createEfsFileSystem(account: TestAccount): Promise<string> {
  return create(account, 'efs:CreateFileSystem', { CreationToken: 'one', Tags }, 'FileSystemArn');
}

/** A file system of EFS with a mount target, both available. */
export async function createEfs(account: TestAccount): Promise<{ id: string; mountTarget: string }> {
  const id = await createEfsFileSystem(account);
  await account.pass(LONG);
  const input = { FileSystemId: stripArn(id), SubnetId: CONFIG.network['subnetId'] };
  const mountTarget = await create(account, 'efs:CreateMountTarget', input, 'MountTargetId');
  await account.pass(LONG);
  return { id, mountTarget };
}

const BUCKET = makeBucketName(STACK, `${TARGET}.bucket`);

async function createBucket(account: TestAccount): Promise<string> {
  await account.byHand('s3', 'CreateBucket', { Bucket: BUCKET, CreateBucketConfiguration: { Tags } });
  await account.byHand('s3', 'PutBucketVersioning', { Bucket: BUCKET, VersioningConfiguration: { Status: 'Enabled' } });
  return BUCKET;
}

/** A file system of S3 Files over a new bucket, available. */
async function createS3FileSystem(account: TestAccount): Promise<string> {
  const bucket = `arn:aws:s3:::${await createBucket(account)}`;
  const tags = Tags.map(({ Key: key, Value: value }) => ({ key, value }));
  const input = {
    bucket,
    prefix: 'fsxbench/',
    roleArn: 'arn:aws:iam::000000000000:role/files',
    clientToken: 'one',
    tags,
  };
  const id = await create(account, 's3files:CreateFileSystem', input, 'fileSystemArn');
  await account.pass(LONG);
  return id;
}

/** The same with a mount target. */
export async function createS3Files(
  account: TestAccount,
): Promise<{ id: string; bucket: string; mountTarget: string }> {
  const id = await createS3FileSystem(account);
  const input = { fileSystemId: stripArn(id), subnetId: CONFIG.network['subnetId'] };
  const mountTarget = await create(account, 's3files:CreateMountTarget', input, 'mountTargetId');
  await account.pass(LONG);
  return { id, bucket: BUCKET, mountTarget: `${id}/mount-target/${mountTarget}` };
}

/** The compiler names kinds that are missing here. Only a mount target needs a living parent with the same tags. */
const MAKERS: Readonly<Record<ListedKind, (account: TestAccount) => Promise<string>>> = {
  'ec2:instance': (account) => account.instance(),
  // Of a host that is gone.
  'ec2:volume': async (account) => {
    account.tagsDisks = true;
    await account.terminate(await account.instance());
    const { Volumes } = (await account.byHand('ec2', 'DescribeVolumes', {})) as { Volumes: Volume[] };
    return ensure(getFirst(Volumes).VolumeId, 'the id of a disk');
  },
  'ec2:launch-template': (account) => account.template(),
  'fsx:volume': async (account) => {
    const StorageVirtualMachineId = await createSvm(account, {});
    const size = { SizeInBytes: 1024 ** 3, StorageEfficiencyEnabled: false };
    const OntapConfiguration = { StorageVirtualMachineId, JunctionPath: '/volume1', ...size };
    const input = { VolumeType: 'ONTAP', Name: 'volume1', Tags, OntapConfiguration };
    return create(account, 'fsx:CreateVolume', input, 'VolumeId');
  },
  'fsx:storage-virtual-machine': (account) => createSvm(account, { Tags }),
  'fsx:file-system': async (account) => ensure((await account.fileSystem()).FileSystemId, 'an id'),
  'efs:mount-target': async (account) => (await createEfs(account)).mountTarget,
  'efs:file-system': createEfsFileSystem,
  's3files:mount-target': async (account) => (await createS3Files(account)).mountTarget,
  's3files:file-system': createS3FileSystem,
  's3:bucket': createBucket,
  'secretsmanager:secret': (account) => {
    const input = { Name: `fsxbench/${STACK}/${TARGET}.secret`, SecretString: 'x', Tags };
    return create(account, 'secretsmanager:CreateSecret', input, 'ARN');
  },
  'cloudwatch:alarm': async (account) => {
    const AlarmName = `fsxbench/${STACK}/${TARGET}.alarmServerCpu`;
    const metric = { Namespace: 'AWS/FSx', MetricName: 'CPUUtilization', Statistic: 'Average', Period: 60 };
    const rule = { EvaluationPeriods: 1, Threshold: 90, ComparisonOperator: 'GreaterThanOrEqualToThreshold' };
    const Dimensions = [{ Name: 'FileSystemId', Value: 'fs-0123' }];
    await account.byHand('cloudwatch', 'PutMetricAlarm', { AlarmName, ...metric, ...rule, Dimensions, Tags });
    return AlarmName;
  },
};

/** Number of parents that a living resource of {@link makeLiving} has. */
export function countParents(kind: ListedKind): number {
  const counts: Partial<Record<ListedKind, number>> = { 'efs:mount-target': 1, 's3files:file-system': 1 };
  return kind === 's3files:mount-target' ? 2 : (counts[kind] ?? 0);
}

/** An account in which one resource of a kind lives. @returns it, and the id */
export async function makeLiving(kind: ListedKind): Promise<{ account: TestAccount; id: string }> {
  const account = makeAccount({ ec2: { timing: { pendingMs: 0, visibleMs: 0 }, outlives: () => true } });
  const id = await MAKERS[kind](account);
  await account.pass(LONG);
  return { account, id };
}
