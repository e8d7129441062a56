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
import { getDeletion } from '../../shapes/resources';
import { type ListedResource, type PageQuery, toTagMap } from '../ledger/resource';
import { getTypeFacts } from './fsx-types';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

export const fileSystem: StorageResource<'fsx:file-system'> = {
  absent: ['FileSystemNotFound'],
  sends: {
    CreateFileSystem: async ({ fsx }, input: CreateFileSystemCommandInput) =>
      toFileSystemStatus(requireValue((await fsx.createFileSystem(input)).FileSystem, 'a new file system')),
    UpdateFileSystem: async ({ fsx }, input: UpdateFileSystemCommandInput) =>
      toFileSystemStatus(requireValue((await fsx.updateFileSystem(input)).FileSystem, 'the changed file system')),
  },
  describe: async ({ fsx }, id) => {
    const { FileSystems } = await fsx.describeFileSystems({ FileSystemIds: [id] });
    return toFileSystemStatus(requireValue(FileSystems?.[0], id));
  },
  page: async ({ fsx }, query) => {
    const { FileSystems = [], NextToken } = await fsx.describeFileSystems(toPaging(query));
    // Failed file systems are still listed, and some cost money.
    const found = FileSystems.map((one) => toListedResource(one.FileSystemId, one, null, one.FileSystemType));
    return { found, NextToken };
  },
  remove: ({ fsx }, id, type) => fsx.deleteFileSystem({ FileSystemId: id, ...getTypeFacts(type).removal }),
};

function toFileSystemStatus(found: FileSystem): ResourceState {
  const { Lifecycle, FailureDetails, AdministrativeActions, DNSName, FileSystemType } = found;
  const id = requireValue(found.FileSystemId, 'the id of a file system');
  const values = pickKnown({ id, dnsName: DNSName, ...getTypeFacts(FileSystemType).values(found) });
  return { ...classifyFsx(Lifecycle, FailureDetails?.Message, AdministrativeActions), id, values };
}

/** FSx for ONTAP: contains volumes, and has the addresses at which hosts reach them. */
export const storageVirtualMachine: StorageResource<'fsx:storage-virtual-machine'> = {
  absent: ['StorageVirtualMachineNotFound'],
  sends: {
    CreateStorageVirtualMachine: async ({ fsx }, input: CreateStorageVirtualMachineCommandInput) =>
      toSvmStatus(
        requireValue(
          (await fsx.createStorageVirtualMachine(input)).StorageVirtualMachine,
          'a new storage virtual machine',
        ),
      ),
  },
  describe: async ({ fsx }, id) => {
    const { StorageVirtualMachines } = await fsx.describeStorageVirtualMachines({ StorageVirtualMachineIds: [id] });
    return toSvmStatus(requireValue(StorageVirtualMachines?.[0], id));
  },
  page: async ({ fsx }, query) => {
    const { StorageVirtualMachines = [], NextToken } = await fsx.describeStorageVirtualMachines(toPaging(query));
    const found = StorageVirtualMachines.map((one) =>
      toListedResource(one.StorageVirtualMachineId, one, one.FileSystemId),
    );
    return { found, NextToken };
  },
  remove: ({ fsx }, id) => fsx.deleteStorageVirtualMachine({ StorageVirtualMachineId: id }),
};

function toSvmStatus(found: StorageVirtualMachine): ResourceState {
  const { Lifecycle, LifecycleTransitionReason, Endpoints } = found;
  const id = requireValue(found.StorageVirtualMachineId, 'the id of a storage virtual machine');
  // One iSCSI portal is enough: it reports all other portals to the host.
  const iscsi = Endpoints?.Iscsi?.IpAddresses?.[0];
  const values = pickKnown({ id, dnsName: Endpoints?.Nfs?.DNSName, uuid: found.UUID, iscsi });
  return { ...classifyFsx(Lifecycle, LifecycleTransitionReason?.Message), id, values };
}

export const volume: StorageResource<'fsx:volume'> = {
  absent: ['VolumeNotFound'],
  sends: {
    CreateVolume: async ({ fsx }, input: CreateVolumeCommandInput) =>
      toVolumeStatus(requireValue((await fsx.createVolume(input)).Volume, 'a new volume')),
    UpdateVolume: async ({ fsx }, input: UpdateVolumeCommandInput) =>
      toVolumeStatus(requireValue((await fsx.updateVolume(input)).Volume, 'the changed volume')),
  },
  describe: async ({ fsx }, id) => {
    const { Volumes } = await fsx.describeVolumes({ VolumeIds: [id] });
    return toVolumeStatus(requireValue(Volumes?.[0], id));
  },
  page: async ({ fsx }, query) => {
    const { Volumes = [], NextToken } = await fsx.describeVolumes(toPaging(query));
    const found = Volumes.filter(endsByItself).map((one) => {
      const parent = getTypeFacts(one.VolumeType).volumes?.parent(one) ?? one.FileSystemId;
      return toListedResource(one.VolumeId, one, parent, one.VolumeType);
    });
    return { found, NextToken };
  },
  remove: ({ fsx }, id, type) => fsx.deleteVolume({ VolumeId: id, ...getTypeFacts(type).volumes?.removal }),
};

function toVolumeStatus(found: Volume): ResourceState {
  const { Lifecycle, LifecycleTransitionReason, AdministrativeActions, VolumeType } = found;
  const id = requireValue(found.VolumeId, 'the id of a volume');
  const values = pickKnown({ id, ...getTypeFacts(VolumeType).volumes?.values(found) });
  return { ...classifyFsx(Lifecycle, LifecycleTransitionReason?.Message, AdministrativeActions), id, values };
}

function endsByItself(one: Volume): boolean {
  return getDeletion('fsx:volume', one) === 'by itself' && getTypeFacts(one.VolumeType).volumes?.root?.(one) !== true;
}

function toPaging({ token }: PageQuery): { NextToken?: string } {
  return token === undefined ? {} : { NextToken: token };
}

/** A resource in deletion counts as not deletable. */
function toListedResource(
  id: string | undefined,
  { Lifecycle, Tags }: { readonly Lifecycle?: string | undefined; readonly Tags?: Tag[] | undefined },
  parent: string | null = null,
  type: string | null = null,
): ListedResource {
  const deletable = judgeFsxDelete(Lifecycle);
  return { id, state: Lifecycle ?? 'unknown', living: true, deletable, tags: toTagMap(Tags), parent, type };
}

/** Lifecycles of usable resources. Other lifecycles outside {@link BUSY}, even unknown ones, are failures. */
const READY = ['AVAILABLE', 'CREATED'];
const BUSY = ['CREATING', 'PENDING', 'UPDATING'];
const CREATING_STATES = ['CREATING', 'PENDING'];
const DELETING = 'DELETING';
/** Final statuses of an administrative action (API reference, AdministrativeAction). */
const DONE_STATUSES = ['COMPLETED', 'FAILED', 'CANCELLED'];
const FAILED = ['FAILED', 'CANCELLED'];
/** A missing status: neither final nor failed. */
const NO_STATUS = '';

/**
 * Whether a resource in this lifecycle may be deleted now. FSx probably refuses a delete during creation
 * (undocumented), when the resource costs nothing, so such deletes are tried seldom.
 */
export function judgeFsxDelete(lifecycle: string | undefined): boolean | 'seldom' {
  if (lifecycle === DELETING) return false;
  return CREATING_STATES.includes(lifecycle ?? NO_STATUS) ? 'seldom' : true;
}

/** @param failure FSx's message about a lifecycle that is a failure */
export function classifyFsx(
  lifecycle: string | undefined,
  failure: string | undefined,
  actions: readonly AdministrativeAction[] = [],
): Pick<ResourceState, 'state' | 'usable' | 'lifecycle' | 'why' | 'changedAt'> {
  // Only the newest action of each type counts: older failures belong to earlier changes.
  const newest = [...actions].sort((a, b) => getRequestTime(b) - getRequestTime(a));
  const current = newest.filter((one, index) => index === newest.findIndex((other) => isSameType(one, other)));
  const failed = current.find(({ Status = NO_STATUS }) => FAILED.includes(Status));
  const underWay = current.find(({ Status = NO_STATUS }) => !DONE_STATUSES.includes(Status));
  const [last] = newest;
  const common = {
    lifecycle: lifecycle ?? 'UNKNOWN',
    changedAt: last === undefined ? null : getRequestTime(last) / 1000,
  };
  if (failed !== undefined) {
    const reason = failed.FailureDetails?.Message ?? 'FSx gave no reason';
    return { ...common, state: 'failed', why: `${failed.AdministrativeActionType ?? 'a change'} failed: ${reason}` };
  }
  if (READY.includes(common.lifecycle) && underWay === undefined) return { ...common, state: 'ready', why: '' };
  if (READY.includes(common.lifecycle) || BUSY.includes(common.lifecycle)) {
    const applied = READY.includes(common.lifecycle) && current.every(isApplied);
    const why = underWay?.AdministrativeActionType ?? '';
    return { ...common, state: 'busy', why, ...(applied ? { usable: true as const } : {}) };
  }
  return { ...common, state: 'failed', why: failure ?? 'FSx gave no reason' };
}

/** Whether the settings of an action apply: it is over, or data are optimized for them (AdministrativeAction). */
function isApplied({ AdministrativeActionType: type, Status }: AdministrativeAction): boolean {
  const optimizes = Status === 'UPDATED_OPTIMIZING' || type?.endsWith('_OPTIMIZATION') === true;
  return optimizes || DONE_STATUSES.includes(Status ?? NO_STATUS);
}

function getRequestTime({ RequestTime }: AdministrativeAction): number {
  return RequestTime === undefined ? 0 : new Date(RequestTime).getTime();
}

function isSameType(a: AdministrativeAction, b: AdministrativeAction): boolean {
  return a.AdministrativeActionType === b.AdministrativeActionType;
}
