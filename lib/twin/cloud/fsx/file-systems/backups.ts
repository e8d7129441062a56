/** Backups, final ones and those of people: they outlive their file system and are paid for until they are deleted. */
import {
  CreateBackupCommand,
  DeleteBackupCommand,
  DescribeBackupsCommand,
  type DescribeBackupsCommandInput,
} from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action } from '../../shape';
import { describeBackup } from '../describe/description';
import { badRequest, fsxError } from '../errors';
import { findBackup, findFileSystem } from '../find';
import { idsOf, listPage } from '../describe/pages';
import { payForBackup, stopPaying } from '../paying';
import type { BackupRecord, FileSystemRecord } from '../records';
import type { FsxState } from '../state';
import { typeOf } from '../registry';
import { type Tags, tagsOf } from '../tags';
import { BACKUP } from '../timing';

export function backupActions(state: FsxState): Service {
  return {
    DescribeBackups: action(DescribeBackupsCommand, 'BackupIds Filters MaxResults NextToken', (input) => {
      const ids = idsOf('backupIds', input.BackupIds);
      const asked = ids?.map((id) => findBackup(state, id)) ?? state.listed(state.backups);
      const matching = asked.filter((backup) => matches(backup, input.Filters ?? []));
      const { items, more } = listPage(matching, input);
      return { Backups: items.map((one) => describeBackup(state, one)), ...more };
    }),

    // Nothing here may call it: what somebody does by hand.
    CreateBackup: action(
      CreateBackupCommand,
      'FileSystemId! ClientRequestToken Tags',
      ({ FileSystemId = '', Tags }) => {
        const source = findFileSystem(state, FileSystemId);
        if (!typeOf(source.setup).backsUp(source.setup))
          throw fsxError(
            'UnsupportedOperation',
            `'${source.id}', a file system of ${source.setup.FileSystemType}, has no backups`,
          );
        if (source.lifecycle !== 'AVAILABLE') throw badRequest(`'${source.id}' is ${source.lifecycle}`);
        return { Backup: describeBackup(state, makeBackup(state, source, tagsOf(Tags))) };
      },
    ),

    DeleteBackup: action(DeleteBackupCommand, 'BackupId ClientRequestToken', ({ BackupId }) => {
      const backup = findBackup(state, BackupId);
      if (backup.lifecycle === 'CREATING') {
        throw fsxError('BackupInProgress', `Backup '${backup.id}' is being made and cannot be deleted`);
      }
      // "the backup no longer exists": https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteBackup.html
      state.backups.delete(backup.id);
      stopPaying(state, 'fsx:backup', backup);
      return { BackupId: backup.id, Lifecycle: 'DELETED' as const };
    }),
  };
}

function matches(
  { source, setup }: BackupRecord,
  filters: NonNullable<DescribeBackupsCommandInput['Filters']>,
): boolean {
  return filters.every(({ Name, Values = [] }) => {
    if (Name === 'file-system-id') return Values.includes(source.id);
    if (Name === 'file-system-type') return Values.includes(setup.FileSystemType);
    if (Name === 'backup-type') return Values.includes('USER_INITIATED');
    throw badRequest(`Filter ${Name ?? ''} is not supported on backups of file systems`);
  });
}

/** @throws ServiceError where a final backup can, or may, not be taken */
export function requireBackupAllowed(state: FsxState, { id }: { readonly id: string }): void {
  if (state.options.mayCreateBackups === false) {
    const why = `the delete of '${id}' would take a final backup`;
    throw fsxError('AccessDeniedException', `The caller is not authorized to perform: fsx:CreateBackup; ${why}`);
  }
}

/** Begins a backup of a file system. */
export function makeBackup(state: FsxState, source: FileSystemRecord, tags: Tags): BackupRecord {
  const backup: BackupRecord = {
    id: state.newId('backup'),
    rank: state.nextRank(),
    createdAt: state.now(),
    tags,
    source,
    setup: source.setup,
    lifecycle: 'CREATING',
  };
  state.backups.set(backup.id, backup);
  void finish(state, backup);
  return backup;
}

async function finish(state: FsxState, backup: BackupRecord): Promise<void> {
  await state.sleep(state.draw('backup', BACKUP, backup.setup.StorageCapacity));
  backup.lifecycle = 'AVAILABLE';
  payForBackup(state, backup);
}
