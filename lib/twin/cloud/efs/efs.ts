/** EFS as far as the machines call it: file systems with their throughput, and the mount targets of each. */
import {
  CreateMountTargetCommand,
  DeleteMountTargetCommand,
  DescribeFileSystemsCommand,
  DescribeMountTargetsCommand,
} from '@aws-sdk/client-efs';
import { page } from '../paging';
import type { Service } from '../service';
import { action, type InputOf } from '../shape';
import type { Stored } from '../store';
import { fileSystemActions } from './file-systems';
import {
  badRequest,
  efsError,
  type EfsOptions,
  EfsState,
  type FileSystemRecord,
  type MountTargetRecord,
  notAvailable,
} from './state';
import { DURATIONS } from '../../../targets/efs/requests';

/** "The response is paginated at 100 per page". API reference, DescribeFileSystems and DescribeMountTargets */
const PAGE_ITEMS = 100;

export function makeEfs(options: EfsOptions): Stored {
  const state = new EfsState(options);
  return {
    service: { ...fileSystemActions(state), ...mountTargetActions(state), ...listingActions(state) },
    left: () =>
      [...state.fileSystems.values()].flatMap(({ id, arn: fileSystemId, lifecycle, tags }) => {
        // Mount targets belong to whom it belongs.
        const targets = state.mountTargetsOf(id).map((one) => ({ ...one, kind: 'efs:mount-target' as const }));
        return [{ id: fileSystemId, kind: 'efs:file-system' as const, lifecycle }, ...targets].map((one) => {
          return { kind: one.kind, id: one.id, state: one.lifecycle, tags, fileSystemId };
        });
      }),
    retag: (change) => {
      for (const one of state.fileSystems.values()) one.tags = change(one.tags);
    },
  };
}

function listingActions(state: EfsState): Service {
  return {
    DescribeFileSystems: action(
      DescribeFileSystemsCommand,
      'MaxItems Marker CreationToken FileSystemId',
      ({ FileSystemId, CreationToken, ...asked }) => {
        if (FileSystemId !== undefined && CreationToken !== undefined)
          throw badRequest('FileSystemId and CreationToken cannot be given together');
        const all = [...state.fileSystems.values()];
        const found =
          FileSystemId !== undefined
            ? [state.fileSystem(FileSystemId)]
            : CreationToken === undefined
              ? state.listed(all)
              : all.filter(({ token }) => token === CreationToken);
        const { items, next } = listPage(found, asked);
        return { FileSystems: items.map((one) => state.describeFileSystem(one)), NextMarker: next };
      },
    ),

    DescribeMountTargets: action(
      DescribeMountTargetsCommand,
      'MaxItems Marker FileSystemId MountTargetId',
      ({ FileSystemId, MountTargetId, ...asked }) => {
        if ((FileSystemId === undefined) === (MountTargetId === undefined))
          throw badRequest('One of FileSystemId, MountTargetId and AccessPointId is needed, and only one');
        const found =
          FileSystemId === undefined
            ? [state.mountTarget(MountTargetId ?? '')]
            : state.mountTargetsOf(state.fileSystem(FileSystemId).id);
        const { items, next } = listPage(found, asked);
        return { MountTargets: items.map((one) => state.describeMountTarget(one)), NextMarker: next };
      },
    ),
  };
}

function listPage<R extends { readonly rank: number }>(
  records: readonly R[],
  { MaxItems = PAGE_ITEMS, Marker }: { readonly MaxItems?: number | undefined; readonly Marker?: string | undefined },
): ReturnType<typeof page<R>> {
  if (MaxItems < 1) throw badRequest(`MaxItems must be at least 1, it is ${MaxItems}`);
  const size = Math.min(MaxItems, PAGE_ITEMS);
  return page(
    records,
    ({ rank }) => rank,
    size,
    Marker,
    () => badRequest('invalid marker'),
  );
}

// CreateMountTarget and DeleteMountTarget.

/** API reference, CreateMountTarget. */
const SUBNET = /^subnet-[0-9a-f]{8,40}$/;
const GROUP = /^sg-[0-9a-f]{8,40}$/;
/** Of one mount target, unless a quota of the network says otherwise. */
const MOST_GROUPS = 100;

type Input = InputOf<typeof CreateMountTargetCommand>;

function mountTargetActions(state: EfsState): Service {
  return {
    CreateMountTarget: action(CreateMountTargetCommand, 'FileSystemId SubnetId SecurityGroups', (input) =>
      state.describeMountTarget(create(state, input)),
    ),

    DeleteMountTarget: action(DeleteMountTargetCommand, 'MountTargetId', ({ MountTargetId }) => {
      const record = state.mountTarget(MountTargetId);
      // Documented is neither: a refusal is the harder case.
      if (record.lifecycle === 'creating' || record.lifecycle === 'deleting')
        throw badRequest(`Mount target '${record.id}' is ${record.lifecycle}`);
      const refusal = (): Error => badRequest(`Mount target '${record.id}' cannot be deleted at this time`);
      void remove(state, record, state.beginDeletion(record, record.id, refusal));
      return {};
    }),
  };
}

function create(state: EfsState, { FileSystemId, SubnetId: subnetId, SecurityGroups: groups = [] }: Input) {
  const fileSystem = state.fileSystem(FileSystemId);
  const zone = zoneOf(state, subnetId);
  requireGroups(state, groups);
  if (fileSystem.lifecycle !== 'available') throw notAvailable(fileSystem);
  requireZone(fileSystem, zone);
  const before = state.mountTargetsOf(fileSystem.id).find((one) => one.zone === zone);
  if (before !== undefined)
    throw efsError('MountTargetConflict', `mount target already exists in this AZ: '${before.id}'`);
  const born = state.birth();
  const { rank } = born;
  const record: MountTargetRecord = {
    ...born,
    id: state.newId('fsmt'),
    of: fileSystem.id,
    subnetId,
    zone,
    address: `10.0.${Math.floor(rank / 200) % 60}.${20 + (rank % 200)}`,
    interfaceId: state.newId('eni'),
    lifecycle: 'creating',
  };
  state.mountTargets.set(record.id, record);
  void becomeAvailable(state, record, fileSystem);
  return record;
}

/** The zone of a subnet: its place in the network. @throws ServiceError BadRequest, SubnetNotFound */
function zoneOf({ options: { network = {}, place } }: EfsState, subnet: string): string {
  if (!SUBNET.test(subnet)) throw badRequest(`invalid subnet ID: ${subnet}`);
  const at = network.subnets === undefined ? 0 : network.subnets.indexOf(subnet);
  if (at < 0) throw efsError('SubnetNotFound', `The subnet ID '${subnet}' does not exist`);
  return `${place.region}${String.fromCharCode('a'.charCodeAt(0) + at)}`;
}

function requireGroups({ options: { network = {} } }: EfsState, groups: readonly string[]): void {
  const bad = groups.find((id) => !GROUP.test(id));
  if (bad !== undefined) throw badRequest(`invalid security group ID: ${bad}`);
  if (groups.length > MOST_GROUPS) throw efsError('SecurityGroupLimitExceeded', `at most ${MOST_GROUPS} may be given`);
  const missing = groups.find((id) => network.securityGroups?.includes(id) === false);
  if (missing !== undefined)
    throw efsError('SecurityGroupNotFound', `The security group ID '${missing}' does not exist`);
}

/** One that stands in one zone is reached in that. */
function requireZone({ id, zone: own }: FileSystemRecord, zone: string): void {
  if (own === undefined || own === zone) return;
  throw efsError('AvailabilityZonesMismatch', `File system '${id}' is in ${own}, the subnet is in ${zone}`);
}

async function becomeAvailable(state: EfsState, record: MountTargetRecord, { tags }: FileSystemRecord): Promise<void> {
  const made = { ...record, kind: 'efs:mount-target', tags } as const;
  const outcome = await state.passCreation(made, () => state.draw(DURATIONS.mountTargets.create));
  if (outcome === null || record.lifecycle !== 'creating') return;
  record.lifecycle = outcome === 'made' ? 'available' : 'error';
}

async function remove(state: EfsState, record: MountTargetRecord, undone: boolean): Promise<void> {
  const { lifecycle } = record;
  record.lifecycle = 'deleting';
  await state.sleep(state.draw(DURATIONS.mountTargets.delete));
  if (undone) record.lifecycle = lifecycle;
  else state.mountTargets.delete(record.id);
}
