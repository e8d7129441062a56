/** Backups that people create: they outlive their file system and are billed until their deletion. */
import {
  type Backup,
  CreateBackupCommand,
  DeleteBackupCommand,
  DescribeBackupsCommand,
  type DescribeBackupsRequest,
} from '@aws-sdk/client-fsx';
import { formatArn, type Service, type Tags } from '../service';
import { makeAction } from '../sdk-shape';
import { toTagList } from '../resource-store';
import { makeBadRequest, makeFsxError, parseTags } from './errors';
import type { BackupRecord, FileSystemRecord } from './contract';
import { getFsxType } from './registry';
import type { FsxState } from './state';
import { BACKUP_TIME } from './timing';

export function makeBackupActions(state: FsxState): Service {
  const { backups } = state;
  return {
    DescribeBackups: makeAction(DescribeBackupsCommand, (input) => {
      const fits = (backup: BackupRecord): boolean => matchesFilters(backup, input.Filters ?? []);
      const { items, NextToken } = state.list(backups, ['backupIds', input.BackupIds], input, fits);
      return { Backups: items.map((one) => describeBackup(state, one)), NextToken };
    }),
    // Only people call this action: no role of fsxbench may.
    CreateBackup: makeAction(CreateBackupCommand, ({ FileSystemId = '', Tags: tags }) => {
      const source = state.fileSystems.find(FileSystemId);
      const { id, setup, lifecycle } = source;
      if (!getFsxType(setup).backsUp(setup))
        throw makeFsxError('UnsupportedOperation', `'${id}', a file system of ${setup.FileSystemType}, has no backups`);
      if (lifecycle !== 'AVAILABLE') throw makeBadRequest(`'${id}' is ${lifecycle}`);
      return { Backup: describeBackup(state, createBackup(state, source, parseTags(tags))) };
    }),
    DeleteBackup: makeAction(DeleteBackupCommand, ({ BackupId }) => {
      const backup = backups.find(BackupId);
      const { id, tags, lifecycle } = backup;
      if (lifecycle === 'CREATING')
        throw makeFsxError('BackupInProgress', `Backup '${id}' is being made and cannot be deleted`);
      // "the backup no longer exists": https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteBackup.html
      backups.drop(backup);
      state.bill('fsx:backup', id, tags, null);
      return { BackupId: id, Lifecycle: 'DELETED' as const };
    }),
  };
}

function matchesFilters(
  { source, setup }: BackupRecord,
  filters: NonNullable<DescribeBackupsRequest['Filters']>,
): boolean {
  return filters.every(({ Name, Values = [] }) => {
    if (Name === 'file-system-id') return Values.includes(source.id);
    if (Name === 'file-system-type') return Values.includes(setup.FileSystemType);
    if (Name === 'backup-type') return Values.includes('USER_INITIATED');
    throw makeBadRequest(`Filter ${Name ?? ''} is not supported on backups of file systems`);
  });
}

/** @throws ServiceError: the delete would take a final backup, which no role of fsxbench may do */
export function refuseBackup({ id }: { readonly id: string }): never {
  const why = `the delete of '${id}' would take a final backup`;
  throw makeFsxError('AccessDeniedException', `The caller is not authorized to perform: fsx:CreateBackup; ${why}`);
}

function createBackup(state: FsxState, source: FileSystemRecord, tags: Tags): BackupRecord {
  const { setup } = source;
  const backup: BackupRecord = {
    ...state.newBase(),
    id: state.newId('backup'),
    tags,
    source,
    setup,
    lifecycle: 'CREATING',
  };
  void finishBackup(state, backup);
  return state.backups.add(backup);
}

async function finishBackup(state: FsxState, backup: BackupRecord): Promise<void> {
  await state.waitStep('backup', BACKUP_TIME, backup.setup.StorageCapacity);
  backup.lifecycle = 'AVAILABLE';
  state.payForBackup(backup);
}

function describeBackup(state: FsxState, { id, lifecycle, createdAt, tags, source, setup }: BackupRecord): Backup {
  const { place } = state.options;
  return {
    BackupId: id,
    Lifecycle: lifecycle,
    Type: 'USER_INITIATED',
    CreationTime: new Date(createdAt),
    OwnerId: place.account,
    ResourceARN: formatArn(place, 'fsx', `backup/${id}`),
    ResourceType: 'FILE_SYSTEM',
    Tags: toTagList(tags),
    FileSystem: {
      OwnerId: place.account,
      FileSystemId: source.id,
      ResourceARN: formatArn(place, 'fsx', `file-system/${source.id}`),
      ...structuredClone(getFsxType(setup).described(setup, undefined, '')),
    },
  };
}
