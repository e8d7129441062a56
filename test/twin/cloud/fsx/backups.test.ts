import type { CreateBackupCommandOutput, DescribeBackupsCommandOutput } from '@aws-sdk/client-fsx';
import { RIG_TAGS, tagList, expectRefusal } from '../services';
import { makeFsxServices, LONG, createAvailable, createOpenZfs, MINUTE, scratch } from './fsx-services';

it('creates, lists, filters and deletes FSx backups, and refuses them for scratch file systems', async () => {
  const services = makeFsxServices();
  const { id } = await createOpenZfs(services);
  const make = (FileSystemId: string) =>
    services.call<CreateBackupCommandOutput>('fsx', 'CreateBackup', { FileSystemId, Tags: tagList(RIG_TAGS) });
  const backups = async (input: object = {}) =>
    (await services.call<DescribeBackupsCommandOutput>('fsx', 'DescribeBackups', input)).Backups ?? [];
  const remove = (BackupId: string) => services.call('fsx', 'DeleteBackup', { BackupId });
  await expectRefusal(make(await createAvailable(services, scratch())), 'UnsupportedOperation');
  await expectRefusal(make('fs-0123456789abcdef0'), 'FileSystemNotFound');
  const { Backup: { BackupId = '' } = {} } = await make(id);
  expect((await backups({ BackupIds: [BackupId] }))[0]?.Lifecycle).toBe('CREATING');
  await expectRefusal(remove(BackupId), 'BackupInProgress');
  await services.pass(LONG);
  expect(await backups()).toMatchObject([
    { BackupId, Lifecycle: 'AVAILABLE', Tags: tagList(RIG_TAGS), FileSystem: { FileSystemId: id } },
  ]);
  const by = async (Name: string, value: string) => (await backups({ Filters: [{ Name, Values: [value] }] })).length;
  expect([await by('file-system-id', id), await by('file-system-id', 'fs-1')]).toEqual([1, 0]);
  await expectRefusal(by('volume-id', 'v'), 'BadRequest');
  expect(await remove(BackupId)).toEqual({ BackupId, Lifecycle: 'DELETED' });
  await services.pass(MINUTE);
  await expectRefusal(remove(BackupId), 'BackupNotFound');
});
