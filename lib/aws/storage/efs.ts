/** EFS file systems and mount targets. ARNs are the ids: ids of EFS look like those of FSx. Calls accept ids. */
import type {
  CreateFileSystemCommandInput,
  CreateMountTargetCommandInput,
  FileSystemDescription,
  LifeCycleState,
  MountTargetDescription,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-efs';
import type { AwsCalls } from '../calls';
import { type ListedResource, type ResourcePage, toTagMap } from '../ledger/resource';
import { readPages } from '../pages';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

export const efsFileSystem: StorageResource<'efs:file-system'> = {
  absent: ['FileSystemNotFound'],
  sends: {
    'efs:CreateFileSystem': async (aws, input: CreateFileSystemCommandInput) =>
      toFileSystemStatus(await makeFileSystem(aws, input)),
    // The answer is the whole description (API reference, UpdateFileSystem), which shows the change in progress.
    'efs:UpdateFileSystem': async (aws, input: UpdateFileSystemCommandInput) => {
      await aws.efs.updateFileSystem(input);
      return toFileSystemStatus(
        await findFileSystem(aws, requireValue(input.FileSystemId, 'the id of what is changed')),
      );
    },
  },
  describe: async (aws, id) => toFileSystemStatus(await findFileSystem(aws, stripArn(id))),
  // Lists the account and Region: DescribeFileSystems cannot filter by tag (API reference).
  page: async ({ efs }, { token }) => {
    const { FileSystems = [], NextMarker } = await efs.describeFileSystems(
      token === undefined ? {} : { Marker: token },
    );
    return { found: FileSystems.map(toListedFileSystem), NextToken: NextMarker };
  },
  remove: ({ efs }, id) => efs.deleteFileSystem({ FileSystemId: stripArn(id) }),
};

/** `fs-…` of an ARN. */
export function stripArn(arn: string): string {
  return arn.replace(/^.*\//, '');
}

/** EFS refuses a repeated token; other services return the first create's answer (CreateFileSystem, Errors). */
async function makeFileSystem({ efs }: AwsCalls, input: CreateFileSystemCommandInput): Promise<FileSystemDescription> {
  try {
    return await efs.createFileSystem(input);
  } catch (error) {
    if ((error as Error).name !== 'FileSystemAlreadyExists') throw error;
    const { FileSystems } = await efs.describeFileSystems({ CreationToken: input.CreationToken });
    return requireValue(FileSystems?.[0], `the file system that was made with the token ${input.CreationToken ?? ''}`);
  }
}

async function findFileSystem({ efs }: AwsCalls, id: string): Promise<FileSystemDescription> {
  const { FileSystems } = await efs.describeFileSystems({ FileSystemId: id });
  return requireValue(FileSystems?.[0], id);
}

function toFileSystemStatus({ FileSystemArn, FileSystemId, LifeCycleState }: FileSystemDescription): ResourceState {
  const id = requireValue(FileSystemArn, 'the ARN of a file system');
  return { ...classifyEfs(LifeCycleState), id, values: pickKnown({ id, fileSystemId: FileSystemId }) };
}

function toListedFileSystem({ FileSystemArn, LifeCycleState, Tags }: FileSystemDescription): ListedResource {
  return {
    id: FileSystemArn,
    state: LifeCycleState ?? 'unknown',
    living: isLiving(LifeCycleState),
    deletable: judgeEfsDelete(LifeCycleState),
    tags: toTagMap(Tags),
    parent: null,
    type: null,
  };
}

/** A deleted file system has no mount targets. */
const NOT_FOUND = ['MountTargetNotFound', 'FileSystemNotFound'];

/**
 * Hosts reach a file system by its mount targets, which must be deleted before it. Mount targets have neither tags nor
 * tokens: they are listed through their file system, and EFS refuses a second one in a subnet.
 */
export const efsMountTarget: StorageResource<'efs:mount-target'> = {
  absent: NOT_FOUND,
  sends: {
    'efs:CreateMountTarget': async (aws, input: CreateMountTargetCommandInput) =>
      toMountTargetStatus(await makeMountTarget(aws, input)),
  },
  describe: async ({ efs }, id) => {
    const { MountTargets } = await efs.describeMountTargets({ MountTargetId: id });
    return toMountTargetStatus(requireValue(MountTargets?.[0], id));
  },
  page: async (aws, { token, parent }) => {
    const of = requireValue(parent?.id, 'the file system whose mount targets are listed');
    try {
      const { found, NextToken } = await readTargetPage(aws, stripArn(of), token);
      return { found: found.map((one) => toListedMountTarget(one, of)), NextToken };
    } catch (error) {
      if (!NOT_FOUND.includes((error as Error).name)) throw error;
      return { found: [], NextToken: undefined };
    }
  },
  remove: ({ efs }, id) => efs.deleteMountTarget({ MountTargetId: id }),
};

/** EFS refuses a repeated call after a lost answer; then the existing mount target is the answer. */
async function makeMountTarget(aws: AwsCalls, input: CreateMountTargetCommandInput): Promise<MountTargetDescription> {
  try {
    return await aws.efs.createMountTarget(input);
  } catch (error) {
    if ((error as Error).name !== 'MountTargetConflict') throw error;
    const id = requireValue(input.FileSystemId, 'the file system of a mount target');
    const pages = await readPages((token) => readTargetPage(aws, id, token));
    const there = pages.flatMap(({ found }) => found).find(({ SubnetId }) => SubnetId === input.SubnetId);
    if (there === undefined) throw error;
    return there;
  }
}

async function readTargetPage(
  { efs }: AwsCalls,
  FileSystemId: string,
  token: string | undefined,
): Promise<Pick<ResourcePage, 'NextToken'> & { readonly found: readonly MountTargetDescription[] }> {
  const { MountTargets = [], NextMarker } = await efs.describeMountTargets({
    FileSystemId,
    ...(token === undefined ? {} : { Marker: token }),
  });
  return { found: MountTargets, NextToken: NextMarker };
}

/** Hosts mount by IP address: the DNS name resolves only 90 s later (EFS guide). */
function toMountTargetStatus({ MountTargetId, LifeCycleState, IpAddress }: MountTargetDescription): ResourceState {
  const id = requireValue(MountTargetId, 'the id of a mount target');
  return { ...classifyEfs(LifeCycleState), id, values: pickKnown({ id, address: IpAddress }) };
}

function toListedMountTarget(
  { MountTargetId, LifeCycleState }: MountTargetDescription,
  parent: string,
): ListedResource {
  return {
    id: MountTargetId,
    state: LifeCycleState ?? 'unknown',
    living: isLiving(LifeCycleState),
    deletable: judgeEfsDelete(LifeCycleState),
    tags: {},
    parent,
    type: null,
  };
}

/** S3 Files, which is built on EFS, has one more state. */
type EfsState = LifeCycleState | 'misconfigured';

/** API reference, FileSystemDescription. An unknown or absent state counts as existing. */
export function isLiving(state: EfsState | undefined): boolean {
  return state !== 'deleted';
}

/** EFS probably refuses a delete during creation (undocumented), when the resource costs nothing. */
export function judgeEfsDelete(state: EfsState | undefined): boolean | 'seldom' {
  if (state === 'deleting' || state === 'deleted') return false;
  return state === 'creating' ? 'seldom' : true;
}

/** EFS returns no reason for `error`, and no time of a change. */
export function classifyEfs(
  state: EfsState | undefined,
): Pick<ResourceState, 'state' | 'lifecycle' | 'why' | 'changedAt'> {
  const common = { lifecycle: state ?? 'unknown', changedAt: null };
  if (state === 'available') return { ...common, state: 'ready', why: '' };
  if (state === 'creating' || state === 'updating') return { ...common, state: 'busy', why: '' };
  return { ...common, state: 'failed', why: 'EFS gives no reason' };
}
