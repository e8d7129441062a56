/** UpdateVolume and DeleteVolume. */
import {
  DeleteVolumeCommand,
  UpdateVolumeCommand,
  type DeleteVolumeCommandInput,
  type UpdateVolumeCommandInput,
} from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, ArgumentError } from '../../shape';
import { beginVolumeChange, removeVolumes } from './life';
import { requireBackupAllowed } from '../file-systems/backups';
import { type Deletion, requireDeletable } from '../file-systems/deletion';
import { describeVolume } from '../describe/description';
import { badRequest } from '../errors';
import { findVolume } from '../find';
import type { VolumeRecord } from '../records';
import { modelledOf, requireOwn, VOLUMES, volumesOf } from '../registry';
import type { FsxState } from '../state';
import { RequestTokens } from '../tokens';

export function volumeActions(state: FsxState): Service {
  return { ...updateAction(state), ...deleteAction(state) };
}

function updateAction(state: FsxState): Service {
  const tokens = new RequestTokens<VolumeRecord>(({ id }) => state.volumes.has(id));
  return {
    UpdateVolume: action(
      UpdateVolumeCommand,
      `ClientRequestToken VolumeId ${modelledOf(VOLUMES, 'update')}`,
      (input) => {
        const record = findVolume(state, input.VolumeId);
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
        const record = findVolume(state, input.VolumeId);
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
  beginVolumeChange(state, record, volumes.change(input));
  return record;
}

function acceptDelete(state: FsxState, record: VolumeRecord, input: DeleteVolumeCommandInput): Deletion {
  const volumes = volumesOf(record);
  requireOwn(input, volumes, `a volume of ${volumes.type}`);
  if (record.root) throw badRequest(`'${record.id}' is a root volume: it goes with what it is the root of`);
  if (volumes.backsUp?.(input) === true) {
    requireBackupAllowed(state, record);
    throw new ArgumentError('fsx:DeleteVolume', ['a final backup of a volume is not modelled']);
  }
  const along = volumes.deletion(record, input, state.volumesOf(record.fileSystemId));
  const undone = requireDeletable(state, record) === 'undone';
  const deletion: Deletion = { stands: true };
  void removeVolumes(state, record, along, deletion, undone);
  return deletion;
}
