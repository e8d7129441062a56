/** The calls of FSx that the machines use: file systems of the simulated types, their content, final backups. */
import type { StorageService } from '../resource-store';
import { makeBackupActions, refuseBackup } from './backups';
import { listFsxQuotas, requireOwnConfig, getFsxType } from './registry';
import { makeVirtualMachineActions } from './ontap/virtual-machines';
import type { DeletionInput, FileSystemRecord, EndpointRoute } from './contract';
import { type FsxOptions, FsxState } from './state';
import { makeVolumeActions } from './volumes';
import {
  CreateFileSystemCommand,
  DeleteFileSystemCommand,
  type DeleteFileSystemCommandInput,
  DescribeFileSystemsCommand,
  UpdateFileSystemCommand,
} from '@aws-sdk/client-fsx';
import type { Service } from '../service';
import { makeAction } from '../sdk-shape';
import { addInterfaces, releaseEndpointAddress, createFileSystem } from './create';
import { describeFileSystem } from './describe';
import { makeBadRequest } from './errors';
import { updateFileSystem } from './update';

export interface Fsx extends StorageService {
  /** Routes that FSx has written into route tables of the account. */
  routes(): readonly EndpointRoute[];
}

export function makeFsx(options: FsxOptions): Fsx {
  const state = new FsxState(options, { ...listFsxQuotas(options.place.region), ...options.quotas });
  return {
    ...state.toService({
      ...makeFileSystemActions(state),
      ...makeVolumeActions(state),
      ...makeVirtualMachineActions(state),
      ...makeBackupActions(state),
    }),
    routes: () => [...state.routes],
  };
}

// File systems with their volumes. Final backups, a default of some types, are refused: no role may take any.

export function makeFileSystemActions(state: FsxState): Service {
  const { fileSystems } = state;
  return {
    CreateFileSystem: makeAction(CreateFileSystemCommand, (input) => {
      const record = state.request(fileSystems, 'CreateFileSystem', input, () => createFileSystem(state, input));
      return { FileSystem: describeFileSystem(state, record) };
    }),
    UpdateFileSystem: makeAction(UpdateFileSystemCommand, (input) => {
      const record = fileSystems.find(input.FileSystemId);
      state.request(fileSystems, 'UpdateFileSystem', input, () => updateFileSystem(state, record, input));
      return { FileSystem: describeFileSystem(state, record) };
    }),
    DeleteFileSystem: makeAction(DeleteFileSystemCommand, (input) => {
      const record = fileSystems.find(input.FileSystemId);
      state.request(fileSystems, 'DeleteFileSystem', input, () => deleteFileSystem(state, record, input));
      return { FileSystemId: record.id, Lifecycle: 'DELETING' as const };
    }),
    DescribeFileSystems: makeAction(DescribeFileSystemsCommand, (input) => {
      const { items, NextToken } = state.list(fileSystems, ['fileSystemIds', input.FileSystemIds], input);
      return { FileSystems: items.map((one) => describeFileSystem(state, one)), NextToken };
    }),
  };
}

function deleteFileSystem(
  state: FsxState,
  record: FileSystemRecord,
  input: DeleteFileSystemCommandInput,
): FileSystemRecord {
  const type = getFsxType(record.setup);
  requireOwnConfig(input, type, `a file system of ${record.setup.FileSystemType}`);
  const requested = type.deletion(record, input);
  if (requested.backup && mayContainData(record)) refuseBackup(record);
  requireEmpty(state, record, requested);
  const undone = state.acceptDeletion(state.fileSystems, record);
  void finishDelete(state, record, undone);
  return record;
}

/** @throws ServiceError BadRequest if the file system contains resources that would not be deleted with it */
function requireEmpty(state: FsxState, { id }: FileSystemRecord, { withVolumes }: DeletionInput): void {
  const volumes = withVolumes ? [] : state.volumesOf(id).filter(({ root }) => !root);
  const machines = state.virtualMachines.all().filter(({ fileSystemId }) => fileSystemId === id);
  const held = [...volumes, ...machines].map((one) => one.id);
  if (held.length === 0) return;
  throw makeBadRequest(`'${id}' has ${held.join(', ')} in it; delete them, or request the delete of its volumes`);
}

/** A file system that never became available holds no data to back up. */
function mayContainData({ lifecycle }: FileSystemRecord): boolean {
  return lifecycle !== 'CREATING' && lifecycle !== 'FAILED' && lifecycle !== 'DELETING';
}

/** Deletes a file system and its volumes after the duration, or restores them if a fault undoes the delete. */
async function finishDelete(state: FsxState, record: FileSystemRecord, undone: boolean): Promise<void> {
  const { id, setup, tags } = record;
  const marks = [state.fileSystems.mark(record), state.volumes.mark(...state.volumesOf(id))];
  await state.waitStep('delete', getFsxType(setup).durations.delete, setup.StorageCapacity);
  if (undone) {
    for (const mark of marks) mark.restore();
    if (record.lifecycle === 'AVAILABLE') addInterfaces(state, record);
    state.payForFileSystem(record);
    return;
  }
  for (const mark of marks) mark.drop();
  releaseEndpointAddress(state, record);
  state.bill('fsx:file-system', id, tags, null);
}
