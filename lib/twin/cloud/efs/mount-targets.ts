/** CreateMountTarget and DeleteMountTarget. */
import { CreateMountTargetCommand, DeleteMountTargetCommand } from '@aws-sdk/client-efs';
import { DURATIONS } from '../../../targets/efs/requests';
import type { Service } from '../service';
import { action, type InputOf } from '../shape';
import {
  badRequest,
  efsError,
  type EfsState,
  type FileSystemRecord,
  type MountTargetRecord,
  notAvailable,
} from './state';

/** API reference, CreateMountTarget. */
const SUBNET = /^subnet-[0-9a-f]{8,40}$/;
const GROUP = /^sg-[0-9a-f]{8,40}$/;
/** Of one mount target, unless a quota of the network says otherwise. */
const MOST_GROUPS = 100;

type Input = InputOf<typeof CreateMountTargetCommand>;

export function mountTargetActions(state: EfsState): Service {
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
