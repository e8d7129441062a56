import type { DescribeBackupsCommandOutput } from '@aws-sdk/client-fsx';
import { RIG_TAGS, tagList } from '../world';
import { fsxWorld, type FsxWorld, LONG, made, madeOpenZfs, MINUTE, scratch } from './fsx-world';

const backups = (world: FsxWorld, input: object = {}): Promise<DescribeBackupsCommandOutput> =>
  world.call('fsx', 'DescribeBackups', input);

/** A world in which a file system has left a final backup. Gives both ids. */
async function backedUp(): Promise<{ world: FsxWorld; id: string; backup: string }> {
  const world = fsxWorld();
  const { id } = await madeOpenZfs(world);
  const answer = await world.call<{ OpenZFSResponse: { FinalBackupId: string } }>('fsx', 'DeleteFileSystem', {
    FileSystemId: id,
    OpenZFSConfiguration: { FinalBackupTags: tagList(RIG_TAGS) },
  });
  return { world, id, backup: answer.OpenZFSResponse.FinalBackupId };
}

describe('DescribeBackups', () => {
  it('shows a final backup as it is made, and for ever after', async () => {
    const { world, id, backup } = await backedUp();
    expect((await backups(world, { BackupIds: [backup] })).Backups?.[0]?.Lifecycle).toBe('CREATING');
    await world.pass(30 * 24 * LONG);
    expect((await backups(world)).Backups).toMatchObject([
      {
        BackupId: backup,
        Lifecycle: 'AVAILABLE',
        Type: 'USER_INITIATED',
        Tags: tagList(RIG_TAGS),
        FileSystem: { FileSystemId: id, StorageCapacity: 1024 },
      },
    ]);
    const by = async (Name: string, value: string): Promise<number | undefined> =>
      (await backups(world, { Filters: [{ Name, Values: [value] }] })).Backups?.length;
    expect(await by('file-system-id', id)).toBe(1);
    expect(await by('file-system-id', 'fs-1')).toBe(0);
    expect(await by('file-system-type', 'LUSTRE')).toBe(0);
    expect(await by('backup-type', 'USER_INITIATED')).toBe(1);
    await expect(by('volume-id', 'v')).rejects.toMatchObject({ name: 'BadRequest' });
  });
});

describe('CreateBackup', () => {
  it('makes one that somebody asks for; none of a scratch file system, or of one that is not there', async () => {
    const world = fsxWorld();
    const { id } = await madeOpenZfs(world);
    await world.call('fsx', 'CreateBackup', { FileSystemId: id });
    await world.pass(MINUTE);
    expect((await backups(world)).Backups).toMatchObject([{ Lifecycle: 'CREATING', FileSystem: { FileSystemId: id } }]);
    const make = (FileSystemId: string) => world.call('fsx', 'CreateBackup', { FileSystemId });
    await expect(make(await made(world, scratch()))).rejects.toMatchObject({ name: 'UnsupportedOperation' });
    await expect(make('fs-0123456789abcdef0')).rejects.toMatchObject({ name: 'FileSystemNotFound' });
  });
});

describe('DeleteBackup', () => {
  it('removes it once it is made', async () => {
    const { world, backup } = await backedUp();
    const remove = () => world.call('fsx', 'DeleteBackup', { BackupId: backup });
    await expect(remove()).rejects.toMatchObject({ name: 'BackupInProgress' });
    await world.pass(10 * MINUTE);
    expect(await remove()).toEqual({ BackupId: backup, Lifecycle: 'DELETED' });
    await expect(remove()).rejects.toMatchObject({ name: 'BackupNotFound' });
    expect(world.fsx.left()).toEqual([]);
  });
});
