/**
 * When FSx costs: a file system from the end of its creation until it is gone, with new capacity from when that is
 * available (https://aws.amazon.com/fsx/lustre/pricing/), and a backup until somebody deletes it. No word of AWS says
 * that a failed file system, or one being deleted, is free: the model lets both cost.
 */
import type { BackupRecord, FileSystemRecord } from './records';
import type { FsxState } from './state';

/** From now on the file system costs what its present setup costs. */
export function payForFileSystem(state: FsxState, { id, tags, setup }: FileSystemRecord): void {
  const kind = 'fsx:file-system';
  state.options.onPaid?.({ at: state.now(), kind, id, tags, what: { kind, configuration: { ...setup } } });
}

/** From now on the backup costs. */
export function payForBackup(state: FsxState, { id, tags, source, setup }: BackupRecord): void {
  const kind = 'fsx:backup';
  const { FileSystemType: fileSystemType, StorageCapacity: storageCapacityGiB } = setup;
  const what = { kind, fileSystemType, fileSystemId: source.id, storageCapacityGiB } as const;
  state.options.onPaid?.({ at: state.now(), kind, id, tags, what });
}

/** From now on it costs nothing. */
export function stopPaying(
  state: FsxState,
  kind: 'fsx:file-system' | 'fsx:backup',
  { id, tags }: FileSystemRecord | BackupRecord,
): void {
  state.options.onPaid?.({ at: state.now(), kind, id, tags, what: null });
}
