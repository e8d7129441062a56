/** File systems, storage virtual machines and volumes of FSx. No call of FSx lists by tag (API reference). */
import type {
  AdministrativeAction,
  CreateFileSystemCommandInput,
  CreateStorageVirtualMachineCommandInput,
  CreateVolumeCommandInput,
  FileSystem,
  StorageVirtualMachine,
  Tag,
  UpdateFileSystemCommandInput,
  UpdateVolumeCommandInput,
  Volume,
} from '@aws-sdk/client-fsx';
import { endOf } from '../../shapes/resources';
import { type Found, type PageQuery, tagsByName } from '../ledger/resource';
import { typeOfFsx } from './fsx-types';
import { known, present, type Sight, type StorageResource } from './resource';

export const fileSystem: StorageResource<'fsx:file-system'> = {
  absent: ['FileSystemNotFound'],
  sends: {
    CreateFileSystem: async ({ fsx }, input: CreateFileSystemCommandInput) =>
      fileSystemSeen(present((await fsx.createFileSystem(input)).FileSystem, 'a new file system')),
    UpdateFileSystem: async ({ fsx }, input: UpdateFileSystemCommandInput) =>
      fileSystemSeen(present((await fsx.updateFileSystem(input)).FileSystem, 'the changed file system')),
  },
  describe: async ({ fsx }, id) => {
    const { FileSystems } = await fsx.describeFileSystems({ FileSystemIds: [id] });
    return fileSystemSeen(present(FileSystems?.[0], id));
  },
  page: async ({ fsx }, query) => {
    const { FileSystems = [], NextToken } = await fsx.describeFileSystems(next(query));
    // A failed one is still listed, and some cost.
    const found = FileSystems.map((one) => listed(one.FileSystemId, one, null, one.FileSystemType));
    return { found, NextToken };
  },
  remove: ({ fsx }, id, type) => fsx.deleteFileSystem({ FileSystemId: id, ...typeOfFsx(type).removal }),
};

function fileSystemSeen(found: FileSystem): Sight {
  const { Lifecycle, FailureDetails, AdministrativeActions, DNSName, FileSystemType } = found;
  const id = present(found.FileSystemId, 'the id of a file system');
  const values = known({ id, dnsName: DNSName, ...typeOfFsx(FileSystemType).values(found) });
  return { ...judged(Lifecycle, FailureDetails?.Message, AdministrativeActions), id, values };
}

/** Of FSx for ONTAP: what volumes are in, and what hosts reach them by. */
export const storageVirtualMachine: StorageResource<'fsx:storage-virtual-machine'> = {
  absent: ['StorageVirtualMachineNotFound'],
  sends: {
    CreateStorageVirtualMachine: async ({ fsx }, input: CreateStorageVirtualMachineCommandInput) =>
      virtualMachineSeen(
        present((await fsx.createStorageVirtualMachine(input)).StorageVirtualMachine, 'a new storage virtual machine'),
      ),
  },
  describe: async ({ fsx }, id) => {
    const { StorageVirtualMachines } = await fsx.describeStorageVirtualMachines({ StorageVirtualMachineIds: [id] });
    return virtualMachineSeen(present(StorageVirtualMachines?.[0], id));
  },
  page: async ({ fsx }, query) => {
    const { StorageVirtualMachines = [], NextToken } = await fsx.describeStorageVirtualMachines(next(query));
    const found = StorageVirtualMachines.map((one) => listed(one.StorageVirtualMachineId, one, one.FileSystemId));
    return { found, NextToken };
  },
  remove: ({ fsx }, id) => fsx.deleteStorageVirtualMachine({ StorageVirtualMachineId: id }),
};

function virtualMachineSeen(found: StorageVirtualMachine): Sight {
  const { Lifecycle, LifecycleTransitionReason, Endpoints } = found;
  const id = present(found.StorageVirtualMachineId, 'the id of a storage virtual machine');
  // By any of its portals a host is told of all.
  const iscsi = Endpoints?.Iscsi?.IpAddresses?.[0];
  const values = known({ id, dnsName: Endpoints?.Nfs?.DNSName, uuid: found.UUID, iscsi });
  return { ...judged(Lifecycle, LifecycleTransitionReason?.Message), id, values };
}

export const volume: StorageResource<'fsx:volume'> = {
  absent: ['VolumeNotFound'],
  sends: {
    CreateVolume: async ({ fsx }, input: CreateVolumeCommandInput) =>
      volumeSeen(present((await fsx.createVolume(input)).Volume, 'a new volume')),
    UpdateVolume: async ({ fsx }, input: UpdateVolumeCommandInput) =>
      volumeSeen(present((await fsx.updateVolume(input)).Volume, 'the changed volume')),
  },
  describe: async ({ fsx }, id) => {
    const { Volumes } = await fsx.describeVolumes({ VolumeIds: [id] });
    return volumeSeen(present(Volumes?.[0], id));
  },
  page: async ({ fsx }, query) => {
    const { Volumes = [], NextToken } = await fsx.describeVolumes(next(query));
    const found = Volumes.filter(endsByItself).map((one) => {
      const parent = typeOfFsx(one.VolumeType).volumes?.parent(one) ?? one.FileSystemId;
      return listed(one.VolumeId, one, parent, one.VolumeType);
    });
    return { found, NextToken };
  },
  remove: ({ fsx }, id, type) => fsx.deleteVolume({ VolumeId: id, ...typeOfFsx(type).volumes?.removal }),
};

function volumeSeen(found: Volume): Sight {
  const { Lifecycle, LifecycleTransitionReason, AdministrativeActions, VolumeType } = found;
  const id = present(found.VolumeId, 'the id of a volume');
  const values = known({ id, ...typeOfFsx(VolumeType).volumes?.values(found) });
  return { ...judged(Lifecycle, LifecycleTransitionReason?.Message, AdministrativeActions), id, values };
}

function endsByItself(one: Volume): boolean {
  return endOf('fsx:volume', one) === 'by itself' && typeOfFsx(one.VolumeType).volumes?.root?.(one) !== true;
}

function next({ token }: PageQuery): { NextToken?: string } {
  return token === undefined ? {} : { NextToken: token };
}

/** What is deleted is not listed any more. */
function listed(
  id: string | undefined,
  { Lifecycle, Tags }: { readonly Lifecycle?: string | undefined; readonly Tags?: Tag[] | undefined },
  parent: string | null = null,
  type: string | null = null,
): Found {
  const deletable = deletableIn(Lifecycle);
  return { id, state: Lifecycle ?? 'unknown', living: true, deletable, tags: tagsByName(Tags), parent, type };
}

/** Lifecycles in which something can be used, or may be soon; every other one, an unknown one too, is a failure. */
const READY = ['AVAILABLE', 'CREATED'];
const BUSY = ['CREATING', 'PENDING', 'UPDATING'];
const MAKING = ['CREATING', 'PENDING'];
const DELETING = 'DELETING';
/** Statuses of an administrative action that is over (API reference, AdministrativeAction). */
const OVER = ['COMPLETED', 'FAILED', 'CANCELLED'];
const FAILED = ['FAILED', 'CANCELLED'];
/** A status that FSx leaves out: neither over nor failed. */
const UNTOLD = '';

/**
 * Whether something in this lifecycle may be deleted now. While it is made a delete is refused (nothing documents it),
 * and it costs nothing; whoever is asked in vain again and again is asked later when it does.
 */
export function deletableIn(lifecycle: string | undefined): boolean | 'seldom' {
  if (lifecycle === DELETING) return false;
  return MAKING.includes(lifecycle ?? UNTOLD) ? 'seldom' : true;
}

/** @param failure what FSx says of a lifecycle that is none of a thing that lives */
export function judged(
  lifecycle: string | undefined,
  failure: string | undefined,
  actions: readonly AdministrativeAction[] = [],
): Pick<Sight, 'state' | 'lifecycle' | 'why' | 'changedAt'> {
  // Only the newest of each type: a failure of last week says nothing about this change.
  const newest = [...actions].sort((a, b) => timeOf(b) - timeOf(a));
  const current = newest.filter((one, index) => index === newest.findIndex((other) => same(one, other)));
  const failed = current.find(({ Status = UNTOLD }) => FAILED.includes(Status));
  const underWay = current.find(({ Status = UNTOLD }) => !OVER.includes(Status));
  const [last] = newest;
  const told = { lifecycle: lifecycle ?? 'UNKNOWN', changedAt: last === undefined ? null : timeOf(last) / 1000 };
  if (failed !== undefined) {
    const said = failed.FailureDetails?.Message ?? 'no reason was given';
    return { ...told, state: 'failed', why: `${failed.AdministrativeActionType ?? 'a change'} failed: ${said}` };
  }
  if (READY.includes(told.lifecycle) && underWay === undefined) return { ...told, state: 'ready', why: '' };
  if (READY.includes(told.lifecycle) || BUSY.includes(told.lifecycle))
    return { ...told, state: 'busy', why: underWay?.AdministrativeActionType ?? '' };
  return { ...told, state: 'failed', why: failure ?? 'no reason was given' };
}

function timeOf({ RequestTime }: AdministrativeAction): number {
  return RequestTime === undefined ? 0 : new Date(RequestTime).getTime();
}

function same(a: AdministrativeAction, b: AdministrativeAction): boolean {
  return a.AdministrativeActionType === b.AdministrativeActionType;
}
