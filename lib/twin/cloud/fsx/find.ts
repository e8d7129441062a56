/** The file system, volume or backup that a request names. */
import { constraintError } from '../constraint';
import { fsxError } from './errors';
import type { BackupRecord, FileSystemRecord, VolumeRecord } from './records';
import type { FsxState } from './state';

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_FileSystem.html */
const FILE_SYSTEM_ID = /^fs-[0-9a-f]{8,18}$/;
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Volume.html */
const VOLUME_ID = /^fsvol-[0-9a-f]{17}$/;
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Backup.html */
const BACKUP_ID = /^backup-[0-9a-f]{8,}$/;

/** @throws ServiceError ValidationException, FileSystemNotFound */
export function findFileSystem(state: FsxState, id: string): FileSystemRecord {
  return found('fileSystemId', FILE_SYSTEM_ID, state.fileSystems, id, () =>
    fsxError('FileSystemNotFound', `File system '${id}' does not exist.`),
  );
}

/** @throws ServiceError ValidationException, VolumeNotFound */
export function findVolume(state: FsxState, id: string): VolumeRecord {
  return found('volumeId', VOLUME_ID, state.volumes, id, () =>
    fsxError('VolumeNotFound', `Volume '${id}' does not exist.`),
  );
}

/** @throws ServiceError ValidationException, BackupNotFound */
export function findBackup(state: FsxState, id: string): BackupRecord {
  return found('backupId', BACKUP_ID, state.backups, id, () =>
    fsxError('BackupNotFound', `Backup '${id}' does not exist.`),
  );
}

function found<R>(
  member: string,
  pattern: RegExp,
  records: ReadonlyMap<string, R>,
  id: string,
  missing: () => Error,
): R {
  if (!pattern.test(id)) {
    throw constraintError(member, `Member must satisfy regular expression pattern: ${pattern.source}`, id);
  }
  const record = records.get(id);
  if (record === undefined) throw missing();
  return record;
}
