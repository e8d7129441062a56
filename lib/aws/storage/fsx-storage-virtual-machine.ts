/** Storage virtual machines of FSx for ONTAP: what volumes are in, and what hosts reach them by. */
import type { CreateStorageVirtualMachineCommandInput, StorageVirtualMachine } from '@aws-sdk/client-fsx';
import type { AwsCalls } from '../calls';
import { type Found, tagsByName } from '../ledger/resource';
import { deletableIn, judged } from './fsx-lifecycle';
import { known, present, type Sight, type StorageResource } from './resource';

export const storageVirtualMachine: StorageResource<'fsx:storage-virtual-machine'> = {
  absent: ['StorageVirtualMachineNotFound'],
  sends: {
    CreateStorageVirtualMachine: async ({ fsx }, input: CreateStorageVirtualMachineCommandInput) =>
      seen(
        present((await fsx.createStorageVirtualMachine(input)).StorageVirtualMachine, 'a new storage virtual machine'),
      ),
  },
  describe: async (aws, id) => seen(await find(aws, id)),
  // All of the account and Region: DescribeStorageVirtualMachines cannot filter by tag (API reference).
  page: async ({ fsx }, { token }) => {
    const { StorageVirtualMachines = [], NextToken } = await fsx.describeStorageVirtualMachines(
      token === undefined ? {} : { NextToken: token },
    );
    return { found: StorageVirtualMachines.map(listed), NextToken };
  },
  remove: ({ fsx }, id) => fsx.deleteStorageVirtualMachine({ StorageVirtualMachineId: id }),
};

async function find({ fsx }: AwsCalls, id: string): Promise<StorageVirtualMachine> {
  const { StorageVirtualMachines } = await fsx.describeStorageVirtualMachines({ StorageVirtualMachineIds: [id] });
  return present(StorageVirtualMachines?.[0], id);
}

function seen(found: StorageVirtualMachine): Sight {
  const { Lifecycle, LifecycleTransitionReason, Endpoints } = found;
  const id = present(found.StorageVirtualMachineId, 'the id of a storage virtual machine');
  return {
    ...judged(Lifecycle, LifecycleTransitionReason?.Message),
    id,
    // By any of its portals a host is told of all.
    values: known({
      id,
      dnsName: Endpoints?.Nfs?.DNSName,
      uuid: found.UUID,
      iscsi: Endpoints?.Iscsi?.IpAddresses?.[0],
    }),
  };
}

function listed(one: StorageVirtualMachine): Found {
  return {
    id: one.StorageVirtualMachineId,
    state: one.Lifecycle ?? 'unknown',
    // What is deleted is not listed any more.
    living: true,
    deletable: deletableIn(one.Lifecycle),
    tags: tagsByName(one.Tags),
    parent: one.FileSystemId ?? null,
    type: null,
  };
}
