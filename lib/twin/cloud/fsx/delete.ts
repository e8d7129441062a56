/**
 * DeleteFileSystem, with the volumes below it. The final backup that some kinds take unless told not to is refused: no
 * role of ours may take any.
 */
import { DeleteFileSystemCommand, type DeleteFileSystemCommandInput } from '@aws-sdk/client-fsx';
import type { Service } from '../service';
import { action } from '../shape';
import { addInterfaces } from './create';
import { refuseBackup } from './backups';
import type { AskedDeletion } from './contract';
import { badRequest, RequestTokens } from './errors';
import type { FileSystemRecord } from './records';
import { modelledOf, requireOwn, typeOf, TYPES, volumesOf } from './registry';
import { closeEndpoint } from './network';
import type { Deletion, FsxState } from './state';

export function deleteFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<Deletion>(({ stands }) => stands);
  return {
    DeleteFileSystem: action(
      DeleteFileSystemCommand,
      `FileSystemId ClientRequestToken ${modelledOf(TYPES, 'delete')}`,
      (input) => {
        const record = state.fileSystem(input.FileSystemId);
        const { ClientRequestToken, ...request } = input;
        tokens.once(ClientRequestToken, request, () => accept(state, record, input));
        return { FileSystemId: record.id, Lifecycle: 'DELETING' as const };
      },
    ),
  };
}

function accept(state: FsxState, record: FileSystemRecord, input: DeleteFileSystemCommandInput): Deletion {
  const type = typeOf(record.setup);
  requireOwn(input, type, `a file system of ${record.setup.FileSystemType}`);
  const asked = type.deletion(record, input);
  if (asked.backup && holdsData(record)) refuseBackup(record);
  requireEmpty(state, record, asked);
  const undone = state.acceptDeletion(record);
  const deletion: Deletion = { stands: true };
  void remove(state, record, deletion, undone);
  return deletion;
}

/** @throws ServiceError BadRequest where something is in it that does not go with it */
function requireEmpty(state: FsxState, { id }: FileSystemRecord, { withVolumes }: AskedDeletion): void {
  const volumes = withVolumes ? [] : state.volumesOf(id).filter(({ root }) => !root);
  const children = [...state.children.values()].filter(({ fileSystemId }) => fileSystemId === id);
  const held = [...volumes, ...children].map((one) => one.id);
  if (held.length === 0) return;
  throw badRequest(`'${id}' has ${held.join(', ')} in it; delete them, or say of volumes that they go with it`);
}

/** What never became available holds nothing to back up. */
function holdsData({ lifecycle }: FileSystemRecord): boolean {
  return lifecycle !== 'CREATING' && lifecycle !== 'FAILED' && lifecycle !== 'DELETING';
}

/** Gone after its time, with all volumes; or back, where a fault undoes it. */
async function remove(state: FsxState, record: FileSystemRecord, deletion: Deletion, undone: boolean): Promise<void> {
  const before = record.lifecycle;
  const volumes = state.volumesOf(record.id).map((volume) => ({ volume, lifecycle: volume.lifecycle }));
  record.lifecycle = 'DELETING';
  for (const { volume } of volumes) volume.lifecycle = 'DELETING';
  const { setup } = record;
  await state.pass('delete', typeOf(setup).durations.delete, setup.StorageCapacity);
  if (undone) {
    deletion.stands = false;
    record.lifecycle = before === 'CREATING' || before === 'UPDATING' ? 'AVAILABLE' : before;
    for (const { volume, lifecycle } of volumes)
      volume.lifecycle = lifecycle === 'CREATING' ? volumesOf(volume).ready : lifecycle;
    if (record.lifecycle === 'AVAILABLE') addInterfaces(state, record);
    state.payForFileSystem(record);
    return;
  }
  state.fileSystems.delete(record.id);
  closeEndpoint(state, record);
  for (const { volume } of volumes) state.volumes.delete(volume.id);
  state.bill('fsx:file-system', record.id, record.tags, null);
}
