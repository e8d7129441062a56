/** The calls of EFS that the machines use: file systems with their throughput, and their mount targets. */
import {
  CreateMountTargetCommand,
  DeleteMountTargetCommand,
  DescribeFileSystemsCommand,
  DescribeMountTargetsCommand,
} from '@aws-sdk/client-efs';
import { getPage, type PageRules } from '../paging';
import type { Service } from '../service';
import { action, type InputOf } from '../sdk-shape';
import type { StorageService } from '../resource-store';
import { fileSystemActions } from './file-systems';
import {
  badRequest,
  efsError,
  type EfsOptions,
  EfsState,
  type EfsRecord,
  type MountTargetRecord,
  notAvailableError,
} from './state';
import { DURATIONS } from '../../../targets/efs/requests';

/** "The response is paginated at 100 per page". API reference, DescribeFileSystems and DescribeMountTargets */
const PAGE_ITEMS = 100;

export function makeEfs(options: EfsOptions): StorageService {
  const state = new EfsState(options);
  return state.toService({ ...fileSystemActions(state), ...mountTargetActions(state), ...listingActions(state) });
}

function listingActions(state: EfsState): Service {
  return {
    DescribeFileSystems: action(DescribeFileSystemsCommand, ({ FileSystemId, CreationToken, ...request }) => {
      if (FileSystemId !== undefined && CreationToken !== undefined)
        throw badRequest('FileSystemId and CreationToken cannot be given together');
      const found =
        FileSystemId !== undefined
          ? [state.fileSystem(FileSystemId)]
          : CreationToken === undefined
            ? state.fileSystems.list()
            : state.fileSystems.all().filter(({ token }) => token === CreationToken);
      const { items, next } = getPage(found, request.MaxItems, request.Marker, PAGE);
      return { FileSystems: items.map((one) => state.describeFileSystem(one)), NextMarker: next };
    }),

    DescribeMountTargets: action(DescribeMountTargetsCommand, ({ FileSystemId, MountTargetId, ...request }) => {
      if ((FileSystemId === undefined) === (MountTargetId === undefined))
        throw badRequest('One of FileSystemId, MountTargetId and AccessPointId is needed, and only one');
      const found =
        FileSystemId === undefined
          ? [state.mountTargets.find(MountTargetId ?? '')]
          : state.mountTargetsOf(state.fileSystem(FileSystemId));
      const { items, next } = getPage(found, request.MaxItems, request.Marker, PAGE);
      return { MountTargets: items.map((one) => state.describeMountTarget(one)), NextMarker: next };
    }),
  };
}

const PAGE: PageRules = {
  least: 1,
  most: PAGE_ITEMS,
  cuts: true,
  refuseSize: (size) => badRequest(`MaxItems must be at least 1, it is ${size}`),
  refuseToken: () => badRequest('invalid marker'),
};

// CreateMountTarget and DeleteMountTarget.

/** API reference, CreateMountTarget. */
const SUBNET = /^subnet-[0-9a-f]{8,40}$/;
const GROUP = /^sg-[0-9a-f]{8,40}$/;
/** For one mount target, unless a quota of the network differs. */
const MOST_GROUPS = 100;

type Input = InputOf<typeof CreateMountTargetCommand>;

function mountTargetActions(state: EfsState): Service {
  return {
    CreateMountTarget: action(CreateMountTargetCommand, (input) => state.describeMountTarget(create(state, input))),

    DeleteMountTarget: action(DeleteMountTargetCommand, ({ MountTargetId }) => {
      const record = state.mountTargets.find(MountTargetId);
      const undone = state.mountTargets.accept(record, (why) => badRequest(`Mount target '${record.id}' ${why}`));
      void remove(state, record, undone);
      return {};
    }),
  };
}

function create(state: EfsState, { FileSystemId, SubnetId: subnetId, SecurityGroups: groups = [] }: Input) {
  const fileSystem = state.fileSystem(FileSystemId);
  const zone = getZone(state, subnetId);
  requireGroups(state, groups);
  if (fileSystem.lifecycle !== 'available') throw notAvailableError(fileSystem);
  requireZone(fileSystem, zone);
  const before = state.mountTargetsOf(fileSystem).find((one) => one.zone === zone);
  if (before !== undefined)
    throw efsError('MountTargetConflict', `mount target already exists in this AZ: '${before.id}'`);
  const born = state.newBase();
  const { rank } = born;
  const record: MountTargetRecord = {
    ...born,
    id: state.newId('fsmt'),
    of: fileSystem,
    tags: fileSystem.tags,
    subnetId,
    zone,
    address: `10.0.${Math.floor(rank / 200) % 60}.${20 + (rank % 200)}`,
    interfaceId: state.newId('eni'),
    lifecycle: 'creating',
  };
  void state.mountTargets.finishCreate(record, () => state.draw(DURATIONS.mountTargets.create));
  return state.mountTargets.add(record);
}

/** The zone of a subnet, by its index in the network. @throws ServiceError BadRequest, SubnetNotFound */
function getZone({ options: { network = {}, place } }: EfsState, subnet: string): string {
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

/** A file system in one zone has mount targets only there. */
function requireZone({ id, zone: own }: EfsRecord, zone: string): void {
  if (own === undefined || own === zone) return;
  throw efsError('AvailabilityZonesMismatch', `File system '${id}' is in ${own}, the subnet is in ${zone}`);
}

async function remove(state: EfsState, record: MountTargetRecord, undone: boolean): Promise<void> {
  const mark = state.mountTargets.mark(record);
  await state.sleep(state.draw(DURATIONS.mountTargets.delete));
  if (undone) mark.restore();
  else mark.drop();
}
