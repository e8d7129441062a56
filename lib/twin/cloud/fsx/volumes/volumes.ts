/** UpdateVolume and DeleteVolume. */
import type {
  DeleteVolumeCommandInput,
  DeleteVolumeCommandOutput,
  UpdateVolumeCommandInput,
  UpdateVolumeCommandOutput,
} from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action } from '../../shape';
import { beginVolumeChange, removeVolumes } from './life';
import { type Deletion, requireDeletable } from '../file-systems/deletion';
import { describeVolume } from '../description';
import { badRequest, fsxError } from '../errors';
import { findVolume } from '../find';
import type { FsxState, VolumeRecord } from '../state';
import { RequestTokens } from '../tokens';
import { requireVolumeRules, VOLUME_MEMBERS } from './rules';

export function volumeActions(state: FsxState): Service {
  return { ...updateAction(state), ...deleteAction(state) };
}

function updateAction(state: FsxState): Service {
  const tokens = new RequestTokens<VolumeRecord>(({ id }) => state.volumes.has(id));
  return {
    UpdateVolume: action<UpdateVolumeCommandInput, 'VolumeId', Omit<UpdateVolumeCommandOutput, '$metadata'>>({
      name: 'fsx:UpdateVolume',
      members: { ClientRequestToken: 'text', VolumeId: 'text', OpenZFSConfiguration: VOLUME_MEMBERS },
      required: ['VolumeId'],
      run: (input) => {
        const record = findVolume(state, input.VolumeId);
        const { ClientRequestToken, ...request } = input;
        tokens.once(ClientRequestToken, request, () => update(state, record, input));
        return { Volume: describeVolume(state, record) };
      },
    }),
  };
}

function deleteAction(state: FsxState): Service {
  const tokens = new RequestTokens<Deletion>(({ stands }) => stands);
  return {
    DeleteVolume: action<DeleteVolumeCommandInput, 'VolumeId', Omit<DeleteVolumeCommandOutput, '$metadata'>>({
      name: 'fsx:DeleteVolume',
      members: { ClientRequestToken: 'text', VolumeId: 'text', OpenZFSConfiguration: { Options: ['text'] } },
      required: ['VolumeId'],
      run: (input) => {
        const record = findVolume(state, input.VolumeId);
        const { ClientRequestToken, ...request } = input;
        tokens.once(ClientRequestToken, request, () => acceptDelete(state, record, input));
        return { VolumeId: record.id, Lifecycle: 'DELETING' };
      },
    }),
  };
}

function update(
  state: FsxState,
  record: VolumeRecord,
  { OpenZFSConfiguration }: UpdateVolumeCommandInput,
): VolumeRecord {
  if (OpenZFSConfiguration === undefined) {
    throw fsxError('MissingVolumeConfiguration', 'An OpenZFSConfiguration is required');
  }
  if (Object.keys(OpenZFSConfiguration).length === 0) throw badRequest('At least one property to update is required');
  if (record.lifecycle !== 'AVAILABLE') throw badRequest(`Volume '${record.id}' is ${record.lifecycle}`);
  if (record.actions.some(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')) {
    throw badRequest(`Volume '${record.id}' has an update in progress`);
  }
  requireVolumeRules(OpenZFSConfiguration);
  beginVolumeChange(state, record, structuredClone(OpenZFSConfiguration));
  return record;
}

function acceptDelete(state: FsxState, record: VolumeRecord, input: DeleteVolumeCommandInput): Deletion {
  if (record.root) throw badRequest(`'${record.id}' is a root volume: it goes with its file system`);
  const below = `${record.configuration.VolumePath ?? ''}/`;
  const children = state
    .volumesOf(record.fileSystemId)
    .filter(({ configuration }) => configuration.VolumePath?.startsWith(below) === true);
  const options = input.OpenZFSConfiguration?.Options ?? [];
  if (children.length > 0 && !options.includes('DELETE_CHILD_VOLUMES_AND_SNAPSHOTS')) {
    throw badRequest(`Volume '${record.id}' has child volumes; delete them, or use DELETE_CHILD_VOLUMES_AND_SNAPSHOTS`);
  }
  const undone = requireDeletable(state, record) === 'undone';
  const deletion: Deletion = { stands: true };
  void removeVolumes(state, [record, ...children], deletion, undone);
  return deletion;
}
