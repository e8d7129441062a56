/** Create, change, delete and list volumes of the simulated types. */
import {
  CreateVolumeCommand,
  type CreateVolumeCommandInput,
  DeleteVolumeCommand,
  type DeleteVolumeCommandInput,
  DescribeVolumesCommand,
  UpdateVolumeCommand,
  type UpdateVolumeCommandInput,
  type VolumeFilter,
} from '@aws-sdk/client-fsx';
import { FsxbenchError } from '../../../shapes/errors';
import { makeConstraintError, type Service } from '../service';
import { makeAction, ArgumentError } from '../sdk-shape';
import { refuseBackup } from './backups';
import { describeVolume } from './describe';
import { makeBadRequest, makeFsxError, parseTags } from './errors';
import { getQuota, requireOwnConfig, getFsxType, VOLUME_TYPES, getVolumeType, findVolumeType } from './registry';
import type { ActionRecord, FileSystemRecord, VolumeRecord } from './contract';
import { requireValidTarget } from './settings';
import type { FsxState } from './state';

export function makeVolumeActions(state: FsxState): Service {
  const { volumes } = state;
  return {
    CreateVolume: makeAction(CreateVolumeCommand, (input) => {
      const record = state.request(volumes, 'CreateVolume', input, () => createVolume(state, input));
      return { Volume: describeVolume(state, record) };
    }),
    UpdateVolume: makeAction(UpdateVolumeCommand, (input) => {
      const record = volumes.find(input.VolumeId);
      state.request(volumes, 'UpdateVolume', input, () => updateVolume(state, record, input));
      return { Volume: describeVolume(state, record) };
    }),
    DeleteVolume: makeAction(DeleteVolumeCommand, (input) => {
      const record = volumes.find(input.VolumeId);
      state.request(volumes, 'DeleteVolume', input, () => deleteVolume(state, record, input));
      return { VolumeId: record.id, Lifecycle: 'DELETING' as const };
    }),
    DescribeVolumes: makeAction(DescribeVolumesCommand, (input) => {
      const fits = makeFilterMatcher(input.Filters ?? []);
      const { items, NextToken } = state.list(volumes, ['volumeIds', input.VolumeIds], input, fits);
      return { Volumes: items.map((one) => describeVolume(state, one)), NextToken };
    }),
  };
}

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeVolumes.html */
const MAX_FILTERS = 2;
const MAX_FILTER_VALUES = 20;

function makeFilterMatcher(filters: readonly VolumeFilter[]): (volume: VolumeRecord) => boolean {
  if (filters.length > MAX_FILTERS)
    throw makeConstraintError('filters', `Member must have length at most ${MAX_FILTERS}`);
  const tests = filters.map(({ Name = 'file-system-id', Values = [] }) => {
    if (Values.length > MAX_FILTER_VALUES)
      throw makeConstraintError('values', `Member must have length at most ${MAX_FILTER_VALUES}`);
    if (Name === 'storage-virtual-machine-id')
      return (volume: VolumeRecord) =>
        Values.includes(getVolumeType(volume).virtualMachineId(volume.configuration) ?? 'none');
    if (Name === 'file-system-id') return (volume: VolumeRecord) => Values.includes(volume.fileSystemId);
    throw makeConstraintError('filters.name', 'Member must be one of file-system-id, storage-virtual-machine-id', Name);
  });
  return (volume) => tests.every((test) => test(volume));
}

function createVolume(state: FsxState, input: CreateVolumeCommandInput): VolumeRecord {
  const { VolumeType, Name = '' } = input;
  const found = findVolumeType(VolumeType);
  if (found === undefined) {
    const modelled = VOLUME_TYPES.map(({ type }) => type).join(' and ');
    throw new ArgumentError('fsx:CreateVolume', [`VolumeType ${VolumeType ?? ''} is not simulated, only ${modelled}`]);
  }
  const { fileSystemType, volumes } = found;
  requireOwnConfig(input, volumes, `a volume of ${volumes.type}`);
  const { fileSystemId, configuration } = volumes.create(input, state);
  requireValidVolume(state, fileSystemId, { VolumeId: '', Name, ...volumes.described(configuration) });
  requireVolumeQuota(state, fileSystemId);
  const record: VolumeRecord = {
    ...state.newBase(),
    id: state.newId('fsvol'),
    tags: parseTags(input.Tags),
    fileSystemId,
    fileSystemType,
    name: Name,
    root: false,
    configuration,
    lifecycle: 'CREATING',
    actions: [],
  };
  const takes = (): number => state.drawStep('volumeCreate', volumes.durations.create);
  void state.volumes.finishCreate(record, takes, (outcome) => {
    if (outcome !== 'made') record.failure = 'The volume failed to create';
  });
  return state.volumes.add(record);
}

/** @throws ServiceError BadRequest for settings that no target has */
function requireValidVolume(state: FsxState, fileSystemId: string, described: object): void {
  const { setup } = getFileSystem(state, fileSystemId);
  requireValidTarget(getFsxType(setup), setup, [described]);
}

function getFileSystem(state: FsxState, id: string): FileSystemRecord {
  const found = state.fileSystems.get(id);
  if (found === undefined) throw new FsxbenchError('Unexpected', `a volume for ${id}, which is not there`);
  return found;
}

function requireVolumeQuota(state: FsxState, fileSystemId: string): void {
  const { volumes: most = Infinity } = getQuota(state.quotas, getFileSystem(state, fileSystemId).setup);
  const { length } = state.volumesOf(fileSystemId);
  if (length < most) return;
  const message = `File system '${fileSystemId}' has ${length} volumes, the quota is ${most}`;
  throw makeFsxError('ServiceLimitExceeded', message, { Limit: 'VOLUMES_PER_FILE_SYSTEM' });
}

function updateVolume(state: FsxState, record: VolumeRecord, input: UpdateVolumeCommandInput): VolumeRecord {
  const volumes = getVolumeType(record);
  if (record.lifecycle !== volumes.ready) throw makeBadRequest(`Volume '${record.id}' is ${record.lifecycle}`);
  if (record.actions.some(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')) {
    throw makeBadRequest(`Volume '${record.id}' has an update in progress`);
  }
  requireOwnConfig(input, volumes, `a volume of ${volumes.type}`);
  const requested = volumes.change(input);
  const next = volumes.described({ ...record.configuration, ...requested });
  if (!record.root) requireValidVolume(state, record.fileSystemId, { VolumeId: record.id, Name: record.name, ...next });
  startVolumeChange(state, record, requested);
  return record;
}

function deleteVolume(state: FsxState, record: VolumeRecord, input: DeleteVolumeCommandInput): VolumeRecord {
  const volumes = getVolumeType(record);
  requireOwnConfig(input, volumes, `a volume of ${volumes.type}`);
  if (record.root) throw makeBadRequest(`'${record.id}' is a root volume: it is deleted with its parent`);
  if (volumes.backsUp?.(input) === true) refuseBackup(record);
  const along = volumes.deletion(record, input, state.volumesOf(record.fileSystemId));
  const undone = state.acceptDeletion(state.volumes, record);
  void state.end(state.volumes.mark(record, ...along), 'volumeDelete', volumes.durations.delete, undone);
  return record;
}

/** A volume stays usable during a change; its values change when the action is completed. */
function startVolumeChange(state: FsxState, record: VolumeRecord, requested: object): void {
  const update: ActionRecord<object> = {
    type: 'VOLUME_UPDATE',
    kinds: ['settings'],
    requestedAt: state.now(),
    target: requested,
    status: 'PENDING',
  };
  record.actions = [update, ...record.actions];
  void applyVolumeChange(state, record, update, requested);
}

async function applyVolumeChange(
  state: FsxState,
  record: VolumeRecord,
  update: ActionRecord<object>,
  requested: object,
): Promise<void> {
  const fault = state.options.faults?.update?.(record.id);
  if (fault === 'hangs') return;
  await state.sleep(state.timing.pendingMs + (typeof fault === 'number' ? fault : 0));
  update.status = 'IN_PROGRESS';
  await state.waitStep('volumeUpdate', getVolumeType(record).durations.change);
  if (fault === 'fails') {
    update.status = 'FAILED';
    update.failure = 'The update could not be made; the volume has its earlier values';
    return;
  }
  record.configuration = { ...record.configuration, ...requested };
  update.status = 'COMPLETED';
}
