/** CreateVolume, UpdateVolume and DeleteVolume: how volumes of a modelled type come, change and go. */
import {
  CreateVolumeCommand,
  type CreateVolumeCommandInput,
  DeleteVolumeCommand,
  type DeleteVolumeCommandInput,
  UpdateVolumeCommand,
  type UpdateVolumeCommandInput,
} from '@aws-sdk/client-fsx';
import { FsxbenchError } from '../../../shapes/errors';
import type { Service } from '../service';
import { action, ArgumentError } from '../shape';
import { refuseBackup } from './backups';
import { describeVolume } from './describe';
import { badRequest, RequestTokens, requireTags, ServiceLimitExceeded, tagsOf } from './errors';
import { quotaOf } from './quotas';
import type { ActionRecord, FileSystemRecord, VolumeRecord } from './records';
import { modelledOf, requireOwn, typeOf, VOLUMES, volumesOf, volumesOfType } from './registry';
import { requireOffered } from './settings';
import type { Deletion, FsxState } from './state';

export function volumeActions(state: FsxState): Service {
  return { ...createAction(state), ...updateAction(state), ...deleteAction(state) };
}

function createAction(state: FsxState): Service {
  const tokens = new RequestTokens<VolumeRecord>(({ id }) => state.volumes.has(id));
  return {
    CreateVolume: action(
      CreateVolumeCommand,
      `ClientRequestToken VolumeType Name Tags ${modelledOf(VOLUMES, 'create')}`,
      (input) => {
        const { ClientRequestToken, ...request } = input;
        requireTags('CreateVolume', state.missingTags(tagsOf(input.Tags)));
        return {
          Volume: describeVolume(
            state,
            tokens.once(ClientRequestToken, request, () => create(state, input)),
          ),
        };
      },
    ),
  };
}

function create(state: FsxState, input: CreateVolumeCommandInput): VolumeRecord {
  const { VolumeType, Name = '' } = input;
  const found = volumesOfType(VolumeType);
  if (found === undefined) {
    const modelled = VOLUMES.map(({ type }) => type).join(' and ');
    throw new ArgumentError('fsx:CreateVolume', [`VolumeType ${VolumeType ?? ''} is not modelled, only ${modelled}`]);
  }
  const { fileSystemType, volumes } = found;
  requireOwn(input, volumes, `a volume of ${volumes.type}`);
  const { fileSystemId, configuration } = volumes.create(input, state);
  requireVolume(state, fileSystemId, { VolumeId: '', Name, ...volumes.described(configuration) });
  requireVolumeQuota(state, fileSystemId);
  const record: VolumeRecord = {
    ...state.birth(),
    id: state.newId('fsvol'),
    tags: tagsOf(input.Tags),
    fileSystemId,
    fileSystemType,
    name: Name,
    root: false,
    configuration,
    lifecycle: 'CREATING',
    actions: [],
  };
  state.volumes.set(record.id, record);
  void becomeAvailable(state, record);
  return record;
}

/** @throws ServiceError BadRequest where no volume is set so */
function requireVolume(state: FsxState, fileSystemId: string, described: object): void {
  const { setup } = fileSystemOf(state, fileSystemId);
  requireOffered(typeOf(setup), setup, [described]);
}

function fileSystemOf(state: FsxState, id: string): FileSystemRecord {
  const found = state.fileSystems.get(id);
  if (found === undefined) throw new FsxbenchError('Unexpected', `a volume for ${id}, which is not there`);
  return found;
}

function requireVolumeQuota(state: FsxState, fileSystemId: string): void {
  const { volumes: most = Infinity } = quotaOf(state.quotas, fileSystemOf(state, fileSystemId).setup);
  const { length } = state.volumesOf(fileSystemId);
  if (length < most) return;
  const message = `File system '${fileSystemId}' has ${length} volumes, the quota is ${most}`;
  throw new ServiceLimitExceeded(message, 'VOLUMES_PER_FILE_SYSTEM');
}

function updateAction(state: FsxState): Service {
  const tokens = new RequestTokens<VolumeRecord>(({ id }) => state.volumes.has(id));
  return {
    UpdateVolume: action(
      UpdateVolumeCommand,
      `ClientRequestToken VolumeId ${modelledOf(VOLUMES, 'update')}`,
      (input) => {
        const record = state.volume(input.VolumeId);
        const { ClientRequestToken, ...request } = input;
        tokens.once(ClientRequestToken, request, () => update(state, record, input));
        return { Volume: describeVolume(state, record) };
      },
    ),
  };
}

function deleteAction(state: FsxState): Service {
  const tokens = new RequestTokens<Deletion>(({ stands }) => stands);
  return {
    DeleteVolume: action(
      DeleteVolumeCommand,
      `ClientRequestToken VolumeId ${modelledOf(VOLUMES, 'delete')}`,
      (input) => {
        const record = state.volume(input.VolumeId);
        const { ClientRequestToken, ...request } = input;
        tokens.once(ClientRequestToken, request, () => acceptDelete(state, record, input));
        return { VolumeId: record.id, Lifecycle: 'DELETING' as const };
      },
    ),
  };
}

function update(state: FsxState, record: VolumeRecord, input: UpdateVolumeCommandInput): VolumeRecord {
  const volumes = volumesOf(record);
  if (record.lifecycle !== volumes.ready) throw badRequest(`Volume '${record.id}' is ${record.lifecycle}`);
  if (record.actions.some(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')) {
    throw badRequest(`Volume '${record.id}' has an update in progress`);
  }
  requireOwn(input, volumes, `a volume of ${volumes.type}`);
  const asked = volumes.change(input);
  const next = volumes.described({ ...record.configuration, ...asked });
  if (!record.root) requireVolume(state, record.fileSystemId, { VolumeId: record.id, Name: record.name, ...next });
  beginVolumeChange(state, record, asked);
  return record;
}

function acceptDelete(state: FsxState, record: VolumeRecord, input: DeleteVolumeCommandInput): Deletion {
  const volumes = volumesOf(record);
  requireOwn(input, volumes, `a volume of ${volumes.type}`);
  if (record.root) throw badRequest(`'${record.id}' is a root volume: it goes with what it is the root of`);
  if (volumes.backsUp?.(input) === true) refuseBackup(record);
  const along = volumes.deletion(record, input, state.volumesOf(record.fileSystemId));
  const undone = state.acceptDeletion(record);
  const deletion: Deletion = { stands: true };
  void removeVolumes(state, record, along, deletion, undone);
  return deletion;
}

async function becomeAvailable(state: FsxState, record: VolumeRecord): Promise<void> {
  const { durations, ready } = volumesOf(record);
  const takes = (): number => state.drawStep('volumeCreate', durations.create);
  const outcome = await state.passCreation({ ...record, kind: 'fsx:volume' }, takes);
  // A delete may have been accepted meanwhile.
  if (outcome === null || record.lifecycle !== 'CREATING') return;
  if (outcome === 'made') {
    record.lifecycle = ready;
    return;
  }
  record.lifecycle = outcome === 'fails' ? 'FAILED' : 'MISCONFIGURED';
  record.failure = 'The volume failed to create';
}

/** A volume can be used while it is changed; its values change when the action is completed. */
function beginVolumeChange(state: FsxState, record: VolumeRecord, asked: object): void {
  const update: ActionRecord<object> = {
    type: 'VOLUME_UPDATE',
    kinds: ['settings'],
    requestedAt: state.now(),
    target: asked,
    status: 'PENDING',
  };
  record.actions = [update, ...record.actions];
  void change(state, record, update, asked);
}

async function change(
  state: FsxState,
  record: VolumeRecord,
  update: ActionRecord<object>,
  asked: object,
): Promise<void> {
  const fault = state.options.faults?.update?.(record.id);
  if (fault === 'hangs') return;
  await state.sleep(state.timing.pendingMs + (typeof fault === 'number' ? fault : 0));
  update.status = 'IN_PROGRESS';
  await state.pass('volumeUpdate', volumesOf(record).durations.change);
  if (fault === 'fails') {
    update.status = 'FAILED';
    update.failure = 'The update could not be made; the volume has its earlier values';
    return;
  }
  record.configuration = { ...record.configuration, ...asked };
  update.status = 'COMPLETED';
}

/** A volume, and those that go along with it, are gone after its time; or back, where a fault undoes it. */
async function removeVolumes(
  state: FsxState,
  record: VolumeRecord,
  along: readonly VolumeRecord[],
  deletion: Deletion,
  undone: boolean,
): Promise<void> {
  const volumes = [record, ...along];
  const before = volumes.map((volume) => ({ volume, lifecycle: volume.lifecycle }));
  for (const volume of volumes) volume.lifecycle = 'DELETING';
  const { durations, ready } = volumesOf(record);
  await state.pass('volumeDelete', durations.delete);
  if (undone) {
    deletion.stands = false;
    for (const { volume, lifecycle } of before) volume.lifecycle = lifecycle === 'CREATING' ? ready : lifecycle;
    return;
  }
  for (const { id } of volumes) state.volumes.delete(id);
}
