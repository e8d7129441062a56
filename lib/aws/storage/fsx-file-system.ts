/** File systems of FSx, of every type. */
import type { CreateFileSystemCommandInput, FileSystem, UpdateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import type { AwsCalls } from '../calls';
import { type Found, tagsByName } from '../ledger/resource';
import { deletableIn, judged } from './fsx-lifecycle';
import { typeOfFsx } from './fsx-types';
import { known, present, type Sight, type StorageResource } from './resource';

export const fileSystem: StorageResource<'fsx:file-system'> = {
  absent: ['FileSystemNotFound'],
  sends: {
    CreateFileSystem: async ({ fsx }, input: CreateFileSystemCommandInput) =>
      seen(present((await fsx.createFileSystem(input)).FileSystem, 'a new file system')),
    UpdateFileSystem: async ({ fsx }, input: UpdateFileSystemCommandInput) =>
      seen(present((await fsx.updateFileSystem(input)).FileSystem, 'the changed file system')),
  },
  describe: async (aws, id) => seen(await find(aws, id)),
  // All of the account and Region: DescribeFileSystems cannot filter by tag (API reference).
  page: async ({ fsx }, { token }) => {
    const { FileSystems = [], NextToken } = await fsx.describeFileSystems(
      token === undefined ? {} : { NextToken: token },
    );
    return { found: FileSystems.map(listed), NextToken };
  },
  remove: ({ fsx }, id, type) => fsx.deleteFileSystem({ FileSystemId: id, ...typeOfFsx(type).removal }),
};

async function find({ fsx }: AwsCalls, id: string): Promise<FileSystem> {
  const { FileSystems } = await fsx.describeFileSystems({ FileSystemIds: [id] });
  return present(FileSystems?.[0], id);
}

function seen(found: FileSystem): Sight {
  const { Lifecycle, FailureDetails, AdministrativeActions, DNSName, FileSystemType } = found;
  const id = present(found.FileSystemId, 'the id of a file system');
  return {
    ...judged(Lifecycle, FailureDetails?.Message, AdministrativeActions),
    id,
    values: known({ id, dnsName: DNSName, ...typeOfFsx(FileSystemType).values(found) }),
  };
}

function listed(one: FileSystem): Found {
  return {
    id: one.FileSystemId,
    state: one.Lifecycle ?? 'unknown',
    // What is deleted is not listed any more; a failed one still is, and some cost.
    living: true,
    deletable: deletableIn(one.Lifecycle),
    tags: tagsByName(one.Tags),
    parent: null,
    type: one.FileSystemType ?? null,
  };
}
