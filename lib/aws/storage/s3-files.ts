/** S3 Files file systems and mount targets. Ids are ARNs here: ids of S3 Files look like those of EFS and FSx. */
import type {
  CreateFileSystemCommandInput,
  CreateMountTargetCommandInput,
  CreateMountTargetCommandOutput,
  GetFileSystemCommandOutput,
  ListFileSystemsDescription,
  ListMountTargetsDescription,
  PutSynchronizationConfigurationCommandInput,
} from '@aws-sdk/client-s3files';
import { toBucketPrefix } from '../../shapes/bucket-name';
import { TAG_KEYS } from '../../shapes/tags';
import type { AwsCalls } from '../calls';
import { type ListedResource, toTagMap } from '../ledger/resource';
import { mapInBatches, readPages } from '../pages';
import { classifyEfs, isLiving, judgeEfsDelete, stripArn } from './efs';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

/** Concurrent calls for tags, which listings omit. */
const CONCURRENCY = 4;

/** Plans name tags as other services do. */
type FileSystemInput = CreateFileSystemCommandInput & {
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
};

export const s3FileSystem: StorageResource<'s3files:file-system'> = {
  absent: ['ResourceNotFoundException'],
  sends: {
    's3files:CreateFileSystem': async ({ s3files }, { Tags = [], ...input }: FileSystemInput) => {
      const tags = Tags.map(({ Key: key, Value: value }) => ({ key, value }));
      return toFileSystemStatus(await s3files.createFileSystem({ ...input, tags }));
    },
    's3files:PutSynchronizationConfiguration': async (
      { s3files },
      input: PutSynchronizationConfigurationCommandInput,
    ) => {
      await s3files.putSynchronizationConfiguration(input);
      return toFileSystemStatus(await s3files.getFileSystem({ fileSystemId: input.fileSystemId }));
    },
  },
  describe: async ({ s3files }, id) => toFileSystemStatus(await s3files.getFileSystem({ fileSystemId: stripArn(id) })),
  // Reads tags only of file systems of this stack's buckets.
  page: async (aws, { tags: { [TAG_KEYS.stack]: stack = '' }, token }) => {
    const { fileSystems = [], nextToken } = await aws.s3files.listFileSystems({ nextToken: token });
    const own = fileSystems.filter(({ bucket = '' }) => toBucketName(bucket).startsWith(toBucketPrefix(stack)));
    const found = await mapInBatches(own, CONCURRENCY, (one) => readFileSystem(aws, one));
    return { found: found.flat(), NextToken: nextToken };
  },
  // Without force, S3 Files refuses while written data waits for its export. Hosts are gone by then, and results are in
  // the results bucket, so this data is not needed.
  remove: ({ s3files }, id) => s3files.deleteFileSystem({ fileSystemId: stripArn(id), forceDelete: true }),
};

function toFileSystemStatus({
  fileSystemArn,
  fileSystemId,
  status,
  statusMessage,
}: Pick<GetFileSystemCommandOutput, 'fileSystemArn' | 'fileSystemId' | 'status' | 'statusMessage'>): ResourceState {
  const id = requireValue(fileSystemArn, 'the ARN of a file system');
  return { ...classify(status, statusMessage), id, values: pickKnown({ id, fileSystemId }) };
}

type LifecycleStatus = Parameters<typeof classifyEfs>[0];

function classify(status: LifecycleStatus, message: string | undefined): ReturnType<typeof classifyEfs> {
  const found = classifyEfs(status);
  return found.state === 'failed' ? { ...found, why: message ?? 'S3 Files gives no reason' } : found;
}

/** Empty if the file system was deleted meanwhile. */
async function readFileSystem(
  { s3files }: AwsCalls,
  { fileSystemArn, fileSystemId, bucket, status }: ListFileSystemsDescription,
): Promise<ListedResource[]> {
  const resourceId = requireValue(fileSystemId, 'the id of a file system');
  try {
    const pages = await readPages((nextToken) => s3files.listTagsForResource({ resourceId, nextToken }));
    const all = pages.flatMap(({ tags = [] }) => tags);
    const tags = toTagMap(all.map(({ key, value }) => ({ Key: key, Value: value })));
    const of = { id: fileSystemArn, parent: toBucketName(bucket ?? ''), type: null };
    return [{ ...of, state: status ?? 'unknown', living: isLiving(status), deletable: judgeEfsDelete(status), tags }];
  } catch (error) {
    if (!s3FileSystem.absent.includes((error as Error).name)) throw error;
    return [];
  }
}

function toBucketName(arn: string): string {
  return arn.replace(/^.*:/, '');
}

/**
 * Mount targets must be deleted before their file system. They have neither tags nor tokens: they are listed through
 * their file system, and S3 Files refuses a second one in a zone.
 */
export const s3MountTarget: StorageResource<'s3files:mount-target'> = {
  absent: ['ResourceNotFoundException'],
  sends: {
    's3files:CreateMountTarget': async (aws, input: CreateMountTargetCommandInput) => {
      const parent = requireValue(input.fileSystemId, 'the file system of a mount target');
      return toMountTargetStatus(await makeMountTarget(aws, input, parent), parent);
    },
  },
  describe: async ({ s3files }, id) => {
    const [parent = ''] = id.split('/mount-target/');
    return toMountTargetStatus(await s3files.getMountTarget({ mountTargetId: stripArn(id) }), parent);
  },
  page: async (aws, { token, parent }) => {
    const of = requireValue(parent?.id, 'the file system whose mount targets are listed');
    try {
      const { mountTargets = [], nextToken } = await listMountTargets(aws, of, token);
      return { found: mountTargets.map((one) => toListedMountTarget(one, of)), NextToken: nextToken };
    } catch (error) {
      if (!s3MountTarget.absent.includes((error as Error).name)) throw error;
      return { found: [], NextToken: undefined };
    }
  },
  remove: ({ s3files }, id) => s3files.deleteMountTarget({ mountTargetId: stripArn(id) }),
};

type CreatedMountTarget = Pick<
  CreateMountTargetCommandOutput,
  'mountTargetId' | 'status' | 'statusMessage' | 'ipv4Address'
>;

/** S3 Files refuses a repeated call after a lost answer; then the existing mount target is the answer. */
async function makeMountTarget(
  aws: AwsCalls,
  input: CreateMountTargetCommandInput,
  parent: string,
): Promise<CreatedMountTarget> {
  try {
    return await aws.s3files.createMountTarget({ ...input, fileSystemId: stripArn(parent) });
  } catch (error) {
    if ((error as Error).name !== 'ConflictException') throw error;
    const pages = await readPages((token) => listMountTargets(aws, parent, token));
    const all = pages.flatMap(({ mountTargets = [] }) => mountTargets);
    const there = all.find(({ subnetId }) => subnetId === input.subnetId);
    if (there === undefined) throw error;
    return there;
  }
}

function listMountTargets(
  { s3files }: AwsCalls,
  parent: string,
  token: string | undefined,
): ReturnType<AwsCalls['s3files']['listMountTargets']> {
  return s3files.listMountTargets({ fileSystemId: stripArn(parent), nextToken: token });
}

function toMountTargetId(id: string | undefined, parent: string): string {
  return `${parent}/mount-target/${requireValue(id, 'the id of a mount target')}`;
}

function toMountTargetStatus(
  { mountTargetId, status, statusMessage, ipv4Address }: CreatedMountTarget,
  parent: string,
): ResourceState {
  const id = toMountTargetId(mountTargetId, parent);
  return { ...classify(status, statusMessage), id, values: pickKnown({ id, address: ipv4Address }) };
}

function toListedMountTarget({ mountTargetId, status }: ListMountTargetsDescription, parent: string): ListedResource {
  const id = toMountTargetId(mountTargetId, parent);
  const state = { state: status ?? 'unknown', living: isLiving(status), deletable: judgeEfsDelete(status) };
  return { ...state, id, tags: {}, parent, type: null };
}
