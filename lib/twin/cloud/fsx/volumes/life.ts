/** How volumes come, change and go. */
import type { Deletion } from '../file-systems/deletion';
import type { ActionRecord, VolumeRecord } from '../records';
import { volumesOf } from '../registry';
import type { FsxState } from '../state';

/** A new volume can be used, or not, after its time. */
export function beginVolume(state: FsxState, record: VolumeRecord): void {
  void becomeAvailable(state, record);
}

async function becomeAvailable(state: FsxState, record: VolumeRecord): Promise<void> {
  const { id, tags, rank } = record;
  const fault = state.options.faults?.create?.({ kind: 'fsx:volume', id, tags, rank });
  if (fault === 'hangs') return;
  if (typeof fault === 'number') await state.sleep(fault);
  await state.sleep(state.draw('volumeCreate', volumesOf(record).durations.create));
  // A delete may have been accepted meanwhile.
  if (record.lifecycle !== 'CREATING') return;
  if (fault === undefined || typeof fault === 'number') {
    record.lifecycle = volumesOf(record).ready;
    return;
  }
  record.lifecycle = fault === 'fails' ? 'FAILED' : 'MISCONFIGURED';
  record.failure = 'The volume failed to create';
}

/** A volume can be used while it is changed; its values change when the action is completed. */
export function beginVolumeChange(state: FsxState, record: VolumeRecord, asked: object): void {
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
  await state.sleep(state.draw('volumeUpdate', volumesOf(record).durations.change));
  if (fault === 'fails') {
    update.status = 'FAILED';
    update.failure = 'The update could not be made; the volume has its earlier values';
    return;
  }
  record.configuration = { ...record.configuration, ...asked };
  update.status = 'COMPLETED';
}

/** A volume, and those that go along with it, are gone after its time; or back, where a fault undoes it. */
export async function removeVolumes(
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
  await state.sleep(state.draw('volumeDelete', durations.delete));
  if (undone) {
    deletion.stands = false;
    for (const { volume, lifecycle } of before) volume.lifecycle = lifecycle === 'CREATING' ? ready : lifecycle;
    return;
  }
  for (const { id } of volumes) state.volumes.delete(id);
}
