/** The calls of EFS that the machines use: file systems with their throughput, and their mount targets. */
import {
  CreateMountTargetCommand,
  DeleteMountTargetCommand,
  DescribeFileSystemsCommand,
  DescribeMountTargetsCommand,
} from '@aws-sdk/client-efs';
import { getPage, type PageRules } from '../paging';
import type { Service } from '../service';
import { makeAction, type CommandInput } from '../sdk-shape';
import type { StorageService } from '../resource-store';
import { makeFileSystemActions } from './file-systems';
import {
  makeBadRequest,
  makeEfsError,
  type EfsOptions,
  EfsState,
  type EfsRecord,
  type MountTargetRecord,
  makeUnavailableError,
} from './state';
import { DURATIONS } from '../../../targets/efs/durations';

/** "The response is paginated at 100 per page". API reference, DescribeFileSystems and DescribeMountTargets */
const DEFAULT_PAGE_ITEMS = 100;

export function makeEfs(options: EfsOptions): StorageService {
  const state = new EfsState(options);
  return state.toService({
    ...makeFileSystemActions(state),
    ...makeMountTargetActions(state),
    ...makeListingActions(state),
  });
}

function makeListingActions(state: EfsState): Service {
  return {
    DescribeFileSystems: makeAction(DescribeFileSystemsCommand, ({ FileSystemId, CreationToken, ...request }) => {
      if (FileSystemId !== undefined && CreationToken !== undefined)
        throw makeBadRequest('FileSystemId and CreationToken cannot be given together');
      const found =
        FileSystemId !== undefined
          ? [state.fileSystem(FileSystemId)]
          : CreationToken === undefined
            ? state.fileSystems.list()
            : state.fileSystems.all().filter(({ token }) => token === CreationToken);
      const { items, next } = getPage(found, request.MaxItems, request.Marker, PAGE_RULES);
      return { FileSystems: items.map((one) => state.describeFileSystem(one)), NextMarker: next };
    }),

    DescribeMountTargets: makeAction(DescribeMountTargetsCommand, ({ FileSystemId, MountTargetId, ...request }) => {
      if ((FileSystemId === undefined) === (MountTargetId === undefined))
        throw makeBadRequest('One of FileSystemId, MountTargetId and AccessPointId is needed, and only one');
      const found =
        FileSystemId === undefined
          ? [state.mountTargets.find(MountTargetId ?? '')]
          : state.mountTargetsOf(state.fileSystem(FileSystemId));
      const { items, next } = getPage(found, request.MaxItems, request.Marker, PAGE_RULES);
      return { MountTargets: items.map((one) => state.describeMountTarget(one)), NextMarker: next };
    }),
  };
}

const PAGE_RULES: PageRules = {
  least: 1,
  most: DEFAULT_PAGE_ITEMS,
  cuts: true,
  refuseSize: (size) => makeBadRequest(`MaxItems must be at least 1, it is ${size}`),
  refuseToken: () => makeBadRequest('invalid marker'),
};

// CreateMountTarget and DeleteMountTarget.

/** API reference, CreateMountTarget. */
const SUBNET_ID = /^subnet-[0-9a-f]{8,40}$/;
const SECURITY_GROUP_ID = /^sg-[0-9a-f]{8,40}$/;
/** Maximum security groups of one mount target. */
const MAX_SECURITY_GROUPS = 100;

function makeMountTargetActions(state: EfsState): Service {
  return {
    CreateMountTarget: makeAction(CreateMountTargetCommand, (input) =>
      state.describeMountTarget(createMountTarget(state, input)),
    ),

    DeleteMountTarget: makeAction(DeleteMountTargetCommand, ({ MountTargetId }) => {
      const record = state.mountTargets.find(MountTargetId);
      const undone = state.mountTargets.accept(record, (why) => makeBadRequest(`Mount target '${record.id}' ${why}`));
      void deleteMountTarget(state, record, undone);
      return {};
    }),
  };
}

function createMountTarget(
  state: EfsState,
  { FileSystemId, SubnetId: subnetId, SecurityGroups: groups = [] }: CommandInput<typeof CreateMountTargetCommand>,
) {
  const fileSystem = state.fileSystem(FileSystemId);
  const zone = getZone(state, subnetId);
  requireSecurityGroups(state, groups);
  if (fileSystem.lifecycle !== 'available') throw makeUnavailableError(fileSystem);
  requireFileSystemZone(fileSystem, zone);
  const before = state.mountTargetsOf(fileSystem).find((one) => one.zone === zone);
  if (before !== undefined)
    throw makeEfsError('MountTargetConflict', `mount target already exists in this AZ: '${before.id}'`);
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
  if (!SUBNET_ID.test(subnet)) throw makeBadRequest(`invalid subnet ID: ${subnet}`);
  const at = network.subnets === undefined ? 0 : network.subnets.indexOf(subnet);
  if (at < 0) throw makeEfsError('SubnetNotFound', `The subnet ID '${subnet}' does not exist`);
  return `${place.region}${String.fromCharCode('a'.charCodeAt(0) + at)}`;
}

function requireSecurityGroups({ options: { network = {} } }: EfsState, groups: readonly string[]): void {
  const bad = groups.find((id) => !SECURITY_GROUP_ID.test(id));
  if (bad !== undefined) throw makeBadRequest(`invalid security group ID: ${bad}`);
  if (groups.length > MAX_SECURITY_GROUPS)
    throw makeEfsError('SecurityGroupLimitExceeded', `at most ${MAX_SECURITY_GROUPS} may be given`);
  const missing = groups.find((id) => network.securityGroups?.includes(id) === false);
  if (missing !== undefined)
    throw makeEfsError('SecurityGroupNotFound', `The security group ID '${missing}' does not exist`);
}

/** A file system in one zone has mount targets only there. */
function requireFileSystemZone({ id, zone: own }: EfsRecord, zone: string): void {
  if (own === undefined || own === zone) return;
  throw makeEfsError('AvailabilityZonesMismatch', `File system '${id}' is in ${own}, the subnet is in ${zone}`);
}

async function deleteMountTarget(state: EfsState, record: MountTargetRecord, undone: boolean): Promise<void> {
  const mark = state.mountTargets.mark(record);
  await state.sleep(state.draw(DURATIONS.mountTargets.delete));
  if (undone) mark.restore();
  else mark.drop();
}
