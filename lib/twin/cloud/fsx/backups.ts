/** Backups that people make: they outlive their file system and are paid for until they are deleted. */
import {
  type Backup,
  CreateBackupCommand,
  DeleteBackupCommand,
  DescribeBackupsCommand,
  type DescribeBackupsRequest,
} from '@aws-sdk/client-fsx';
import { arn } from '../ids';
import type { Service, Tags } from '../service';
import { action } from '../shape';
import { tagList } from '../store';
import { badRequest, fsxError, idsOf, listPage, tagsOf } from './errors';
import type { BackupRecord, FileSystemRecord } from './records';
import { typeOf } from './registry';
import type { FsxState } from './state';
import { BACKUP } from './timing';

export function backupActions(state: FsxState): Service {
  return {
    DescribeBackups: action(DescribeBackupsCommand, 'BackupIds Filters MaxResults NextToken', (input) => {
      const ids = idsOf('backupIds', input.BackupIds);
      const asked = ids?.map((id) => state.backup(id)) ?? state.listed(state.backups.values());
      const { items, NextToken } = listPage(
        asked.filter((backup) => matches(backup, input.Filters ?? [])),
        input,
      );
      return { Backups: items.map((one) => describe(state, one)), NextToken };
    }),

    // Nothing here may call it: what somebody does by hand.
    CreateBackup: action(
      CreateBackupCommand,
      'FileSystemId! ClientRequestToken Tags',
      ({ FileSystemId = '', Tags: tags }) => {
        const source = state.fileSystem(FileSystemId);
        const { id, setup, lifecycle } = source;
        if (!typeOf(setup).backsUp(setup))
          throw fsxError('UnsupportedOperation', `'${id}', a file system of ${setup.FileSystemType}, has no backups`);
        if (lifecycle !== 'AVAILABLE') throw badRequest(`'${id}' is ${lifecycle}`);
        return { Backup: describe(state, makeBackup(state, source, tagsOf(tags))) };
      },
    ),

    DeleteBackup: action(DeleteBackupCommand, 'BackupId ClientRequestToken', ({ BackupId }) => {
      const { id, tags, lifecycle } = state.backup(BackupId);
      if (lifecycle === 'CREATING')
        throw fsxError('BackupInProgress', `Backup '${id}' is being made and cannot be deleted`);
      // "the backup no longer exists": https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteBackup.html
      state.backups.delete(id);
      state.bill('fsx:backup', id, tags, null);
      return { BackupId: id, Lifecycle: 'DELETED' as const };
    }),
  };
}

function matches({ source, setup }: BackupRecord, filters: NonNullable<DescribeBackupsRequest['Filters']>): boolean {
  return filters.every(({ Name, Values = [] }) => {
    if (Name === 'file-system-id') return Values.includes(source.id);
    if (Name === 'file-system-type') return Values.includes(setup.FileSystemType);
    if (Name === 'backup-type') return Values.includes('USER_INITIATED');
    throw badRequest(`Filter ${Name ?? ''} is not supported on backups of file systems`);
  });
}

/** @throws ServiceError: a delete would take a final backup, and no role of ours may */
export function refuseBackup({ id }: { readonly id: string }): never {
  const why = `the delete of '${id}' would take a final backup`;
  throw fsxError('AccessDeniedException', `The caller is not authorized to perform: fsx:CreateBackup; ${why}`);
}

/** Begins a backup of a file system. */
function makeBackup(state: FsxState, source: FileSystemRecord, tags: Tags): BackupRecord {
  const { setup } = source;
  const backup: BackupRecord = {
    ...state.birth(),
    id: state.newId('backup'),
    tags,
    source,
    setup,
    lifecycle: 'CREATING',
  };
  state.backups.set(backup.id, backup);
  void finish(state, backup);
  return backup;
}

async function finish(state: FsxState, backup: BackupRecord): Promise<void> {
  await state.pass('backup', BACKUP, backup.setup.StorageCapacity);
  backup.lifecycle = 'AVAILABLE';
  state.payForBackup(backup);
}

function describe(state: FsxState, { id, lifecycle, createdAt, tags, source, setup }: BackupRecord): Backup {
  const { place } = state.options;
  return {
    BackupId: id,
    Lifecycle: lifecycle,
    Type: 'USER_INITIATED',
    CreationTime: new Date(createdAt),
    OwnerId: place.account,
    ResourceARN: arn(place, 'fsx', `backup/${id}`),
    ResourceType: 'FILE_SYSTEM',
    Tags: tagList(tags),
    FileSystem: {
      OwnerId: place.account,
      FileSystemId: source.id,
      ResourceARN: arn(place, 'fsx', `file-system/${source.id}`),
      ...structuredClone(typeOf(setup).described(setup, undefined, '')),
    },
  };
}
