import type { DescribeFileSystemsCommandOutput } from '@aws-sdk/client-fsx';
import { expectRefusal } from '../services';
import { LONG, makeFsxServices, MINUTE, scratch } from './fsx-services';

const RIG_TAG = { Key: 'fsxbench:rig', Value: 'e1__r1' };

const listIds = ({ FileSystems = [] }: DescribeFileSystemsCommandOutput) =>
  FileSystems.map(({ FileSystemId }) => FileSystemId);

describe('DescribeFileSystems', () => {
  it('returns a new file system by id immediately, and lists it 5 s later', async () => {
    const services = makeFsxServices();
    const { FileSystemId: id = '' } = await services.create(scratch());
    expect((await services.describe(id)).FileSystemId).toBe(id);
    expect((await services.list()).FileSystems).toEqual([]);
    await services.pass(5_000);
    expect(listIds(await services.list())).toEqual([id]);
  });

  it('returns pages with base64 tokens, and skips no file system when one is deleted between pages', async () => {
    const services = makeFsxServices();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await services.create(scratch())).FileSystemId ?? '');
    await services.pass(LONG);
    const first = await services.list({ MaxResults: 2 });
    expect(listIds(first)).toEqual(ids.slice(0, 2));
    expect(first.NextToken).toMatch(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
    await services.remove(ids[1] ?? '');
    await services.pass(LONG);
    const rest = await services.list({ MaxResults: 10, NextToken: first.NextToken });
    expect(listIds(rest)).toEqual(ids.slice(2));
    expect(rest.NextToken).toBeUndefined();
  });

  it('returns at most 100 file systems per page', async () => {
    const services = makeFsxServices({ quotas: { scratch: { fileSystems: 200, storageGiB: 1_000_000 } } });
    for (let n = 0; n < 101; n++) await services.create(scratch());
    await services.pass(5_000);
    const { FileSystems, NextToken } = await services.list({ MaxResults: 1000 });
    expect(FileSystems).toHaveLength(100);
    expect((await services.list({ NextToken })).FileSystems).toHaveLength(1);
  });

  it.each([
    [{ MaxResults: 0 }, 'ValidationException'],
    [{ NextToken: 'AAAA' }, 'BadRequest'],
    [{ FileSystemIds: ['fs-00000000000000000'] }, 'FileSystemNotFound'],
    [{ FileSystemIds: ['mine'] }, 'ValidationException'],
    [{ FileSystemIds: Array.from({ length: 51 }, () => 'fs-00000000000000000') }, 'ValidationException'],
  ])('refuses %j: %s', async (input, name) => {
    await expectRefusal(makeFsxServices().list(input), name);
  });
});

describe('DescribeVolumes', () => {
  it('lists volumes by file system, with the root volume', async () => {
    const services = makeFsxServices();
    const [first, second] = [await services.createOpenZfs(), await services.createOpenZfs()];
    const { VolumeId: child = '' } = await services.createVolume(second.root, 'v');
    const of = async (...Values: string[]): Promise<unknown[]> => {
      const volumes = await services.listVolumes({ Filters: [{ Name: 'file-system-id', Values }] });
      return volumes.map(({ VolumeId }) => VolumeId);
    };
    expect(await of(second.id)).toEqual([second.root]);
    await services.pass(5_000);
    expect(await of(second.id)).toEqual([second.root, child]);
    expect(await of(first.id, second.id)).toEqual([first.root, second.root, child]);
    const svm = [{ Name: 'storage-virtual-machine-id', Values: ['svm-1'] }];
    expect(await services.listVolumes({ Filters: svm })).toEqual([]);
    expect((await services.describeVolume(child)).Tags).toContainEqual(RIG_TAG);
    expect((await services.describeVolume(first.root)).Tags).toEqual([]);
    // Unless the file system gives its own ones to its volumes.
    const { root } = await services.createOpenZfs({ CopyTagsToVolumes: true });
    expect((await services.describeVolume(root)).Tags).toContainEqual(RIG_TAG);
  });

  it.each([
    [{ VolumeIds: ['fsvol-00000000000000000'] }, 'VolumeNotFound'],
    [{ Filters: [{ Name: 'name', Values: ['v'] }] }, 'ValidationException'],
    [{ Filters: [1, 2, 3].map(() => ({ Name: 'file-system-id', Values: [] })) }, 'ValidationException'],
    [{ Filters: [{ Name: 'file-system-id', Values: Array.from({ length: 21 }, () => 'f') }] }, 'ValidationException'],
  ])('refuses %j: %s', async (input, name) => {
    await expectRefusal(makeFsxServices().listVolumes(input), name);
  });
});

it('creates, lists, filters and deletes FSx backups, and refuses them for scratch file systems', async () => {
  const services = makeFsxServices();
  const { id } = await services.createOpenZfs();
  const make = (FileSystemId: string) =>
    services.send<{ Backup: { BackupId: string } }>('CreateBackup', { FileSystemId, Tags: [RIG_TAG] });
  const list = async (input: object = {}) =>
    (await services.send<{ Backups: { Lifecycle: string }[] }>('DescribeBackups', input)).Backups;
  const remove = (BackupId: string) => services.send('DeleteBackup', { BackupId });
  await expectRefusal(make(await services.createAvailable(scratch())), 'UnsupportedOperation');
  await expectRefusal(make('fs-0123456789abcdef0'), 'FileSystemNotFound');
  const { BackupId } = (await make(id)).Backup;
  expect(await list({ BackupIds: [BackupId] })).toMatchObject([{ Lifecycle: 'CREATING' }]);
  await expectRefusal(remove(BackupId), 'BackupInProgress');
  await services.pass(LONG);
  const made = { BackupId, Lifecycle: 'AVAILABLE', Tags: [RIG_TAG], FileSystem: { FileSystemId: id } };
  expect(await list()).toMatchObject([made]);
  const by = async (Name: string, value: string) => (await list({ Filters: [{ Name, Values: [value] }] })).length;
  expect([await by('file-system-id', id), await by('file-system-id', 'fs-1')]).toEqual([1, 0]);
  await expectRefusal(by('volume-id', 'v'), 'BadRequest');
  expect(await remove(BackupId)).toEqual({ BackupId, Lifecycle: 'DELETED' });
  await services.pass(MINUTE);
  await expectRefusal(remove(BackupId), 'BackupNotFound');
});
