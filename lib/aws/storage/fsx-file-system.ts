/** File systems of FSx, of every type. */
import type {
  CreateFileSystemCommandInput,
  FileSystem,
  FileSystemLifecycle,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-fsx';
import type { AwsCalls } from '../calls';
import { type Found, tagsByName } from '../ledger/resource';
import { judged } from './fsx-lifecycle';
import { typeOfFsx } from './fsx-types';
import { known, only, type Sight, type StorageResource } from './resource';

export const fileSystem: StorageResource<'fsx:file-system'> = {
  absent: ['FileSystemNotFound'],
  sends: {
    CreateFileSystem: async ({ fsx }, input: CreateFileSystemCommandInput) =>
      seen((await fsx.createFileSystem(input)).FileSystem),
    UpdateFileSystem: async ({ fsx }, input: UpdateFileSystemCommandInput) =>
      seen((await fsx.updateFileSystem(input)).FileSystem),
  },
  describe: async (aws, id) => seen(await find(aws, id)),
  // All of the account and Region: DescribeFileSystems cannot filter by tag (API reference).
  page: async ({ fsx }, { token }) => {
    const { FileSystems = [], NextToken } = await fsx.describeFileSystems(
      token === undefined ? {} : { NextToken: token },
    );
    return { found: FileSystems.map(listed), NextToken };
  },
  remove: async (aws, id) => {
    const { FileSystemType } = await find(aws, id);
    return aws.fsx.deleteFileSystem({ FileSystemId: id, ...typeOfFsx(FileSystemType).removal });
  },
};

async function find({ fsx }: AwsCalls, id: string): Promise<FileSystem> {
  return only((await fsx.describeFileSystems({ FileSystemIds: [id] })).FileSystems, id);
}

function seen(found: FileSystem | undefined): Sight {
  const { FileSystemId: id = '', Lifecycle, FailureDetails, DNSName, FileSystemType } = found ?? {};
  return {
    ...judged(Lifecycle, FailureDetails?.Message, found?.AdministrativeActions),
    id,
    values: known({ id, dnsName: DNSName, ...(found === undefined ? {} : typeOfFsx(FileSystemType).values(found)) }),
  };
}

const DELETING: FileSystemLifecycle = 'DELETING';

function listed(one: FileSystem): Found {
  return {
    id: one.FileSystemId ?? '',
    state: one.Lifecycle ?? 'unknown',
    // What is deleted is not listed any more; a failed one still is, and some cost.
    living: true,
    deletable: one.Lifecycle !== DELETING,
    tags: tagsByName(one.Tags),
    parent: null,
  };
}
