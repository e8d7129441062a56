/** File systems of EFS. They are known by their ARN, since their ids look like those of FSx; calls take the id. */
import type {
  CreateFileSystemCommandInput,
  FileSystemDescription,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-efs';
import type { AwsCalls } from '../../calls';
import { type Found, tagsByName } from '../../ledger/resource';
import { deletableIn, isThere, judged } from './lifecycle';
import { known, present, type Sight, type StorageResource } from '../resource';

export const efsFileSystem: StorageResource<'efs:file-system'> = {
  absent: ['FileSystemNotFound'],
  sends: {
    'efs:CreateFileSystem': async (aws, input: CreateFileSystemCommandInput) => seen(await make(aws, input)),
    // It answers with the whole description (API reference, UpdateFileSystem), in which the change is under way.
    'efs:UpdateFileSystem': async (aws, input: UpdateFileSystemCommandInput) => {
      await aws.efs.updateFileSystem(input);
      return seen(await find(aws, present(input.FileSystemId, 'the id of what is changed')));
    },
  },
  describe: async (aws, id) => seen(await find(aws, bareId(id))),
  // All of the account and Region: DescribeFileSystems cannot filter by tag (API reference).
  page: async ({ efs }, { token }) => {
    const { FileSystems = [], NextMarker } = await efs.describeFileSystems(
      token === undefined ? {} : { Marker: token },
    );
    return { found: FileSystems.map(listed), NextToken: NextMarker };
  },
  remove: ({ efs }, id) => efs.deleteFileSystem({ FileSystemId: bareId(id) }),
};

/** `fs-…`, of an ARN. */
export function bareId(arn: string): string {
  return arn.replace(/^.*\//, '');
}

/** The same token again is an error that means what a repeated create of others answers (CreateFileSystem, Errors). */
async function make({ efs }: AwsCalls, input: CreateFileSystemCommandInput): Promise<FileSystemDescription> {
  try {
    return await efs.createFileSystem(input);
  } catch (error) {
    if ((error as Error).name !== 'FileSystemAlreadyExists') throw error;
    const { FileSystems } = await efs.describeFileSystems({ CreationToken: input.CreationToken });
    return present(FileSystems?.[0], `the file system that was made with the token ${input.CreationToken ?? ''}`);
  }
}

async function find({ efs }: AwsCalls, id: string): Promise<FileSystemDescription> {
  const { FileSystems } = await efs.describeFileSystems({ FileSystemId: id });
  return present(FileSystems?.[0], id);
}

function seen({ FileSystemArn, FileSystemId, LifeCycleState }: FileSystemDescription): Sight {
  const id = present(FileSystemArn, 'the ARN of a file system');
  return { ...judged(LifeCycleState), id, values: known({ id, fileSystemId: FileSystemId }) };
}

function listed({ FileSystemArn, LifeCycleState, Tags }: FileSystemDescription): Found {
  return {
    id: FileSystemArn,
    state: LifeCycleState ?? 'unknown',
    living: isThere(LifeCycleState),
    deletable: deletableIn(LifeCycleState),
    tags: tagsByName(Tags),
    parent: null,
    type: null,
  };
}
