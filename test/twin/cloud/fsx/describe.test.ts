import { expectRefusal } from '../services';
import type { DescribeVolumesCommandOutput } from '@aws-sdk/client-fsx';
import {
  create,
  createVolume,
  describeFileSystem,
  describeFileSystems,
  makeFsxServices,
  type FsxServices,
  LONG,
  createOpenZfs,
  scratch,
  describeVolume,
} from './fsx-services';

const volumes = (services: FsxServices, input: object): Promise<DescribeVolumesCommandOutput> =>
  services.call('fsx', 'DescribeVolumes', input);

describe('DescribeFileSystems', () => {
  it('returns a new file system by id immediately, and lists it 5 s later', async () => {
    const services = makeFsxServices();
    const { FileSystemId: id = '' } = await create(services, scratch());
    expect((await describeFileSystem(services, id)).FileSystemId).toBe(id);
    expect((await describeFileSystems(services)).FileSystems).toEqual([]);
    await services.pass(5_000);
    expect((await describeFileSystems(services)).FileSystems?.map(({ FileSystemId }) => FileSystemId)).toEqual([id]);
  });

  it('returns pages with base64 tokens, and skips no file system when one is deleted between pages', async () => {
    const services = makeFsxServices();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await create(services, scratch())).FileSystemId ?? '');
    await services.pass(LONG);
    const first = await describeFileSystems(services, { MaxResults: 2 });
    expect(first.FileSystems?.map(({ FileSystemId }) => FileSystemId)).toEqual(ids.slice(0, 2));
    expect(first.NextToken).toMatch(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: ids[1] });
    await services.pass(LONG);
    const rest = await describeFileSystems(services, { MaxResults: 10, NextToken: first.NextToken });
    expect(rest.FileSystems?.map(({ FileSystemId }) => FileSystemId)).toEqual(ids.slice(2));
    expect(rest.NextToken).toBeUndefined();
  });

  it('returns at most 100 file systems per page', async () => {
    const services = makeFsxServices({ quotas: { scratch: { fileSystems: 200, storageGiB: 1_000_000 } } });
    for (let n = 0; n < 101; n++) await create(services, scratch());
    await services.pass(5_000);
    const { FileSystems, NextToken } = await describeFileSystems(services, { MaxResults: 1000 });
    expect(FileSystems).toHaveLength(100);
    expect((await describeFileSystems(services, { NextToken })).FileSystems).toHaveLength(1);
  });

  it.each([
    [{ MaxResults: 0 }, 'ValidationException'],
    [{ NextToken: 'AAAA' }, 'BadRequest'],
    [{ FileSystemIds: ['fs-00000000000000000'] }, 'FileSystemNotFound'],
    [{ FileSystemIds: ['mine'] }, 'ValidationException'],
    [{ FileSystemIds: Array.from({ length: 51 }, () => 'fs-00000000000000000') }, 'ValidationException'],
  ])('refuses %j: %s', async (input, name) => {
    await expectRefusal(describeFileSystems(makeFsxServices(), input), name);
  });
});

describe('DescribeVolumes', () => {
  it('lists volumes by file system, with the root volume', async () => {
    const services = makeFsxServices();
    const [first, second] = [await createOpenZfs(services), await createOpenZfs(services)];
    const { VolumeId: child = '' } = await createVolume(services, second.root, 'v');
    const of = async (...Values: string[]): Promise<unknown[] | undefined> =>
      (await volumes(services, { Filters: [{ Name: 'file-system-id', Values }] })).Volumes?.map(
        ({ VolumeId }) => VolumeId,
      );
    expect(await of(second.id)).toEqual([second.root]);
    await services.pass(5_000);
    expect(await of(second.id)).toEqual([second.root, child]);
    expect(await of(first.id, second.id)).toEqual([first.root, second.root, child]);
    const svm = [{ Name: 'storage-virtual-machine-id', Values: ['svm-1'] }];
    expect((await volumes(services, { Filters: svm })).Volumes).toEqual([]);
    expect((await describeVolume(services, child)).Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
    expect((await describeVolume(services, first.root)).Tags).toEqual([]);
  });

  it('adds the tags of the file system to its root volume when CopyTagsToVolumes is set', async () => {
    const services = makeFsxServices();
    const { root } = await createOpenZfs(services, { CopyTagsToVolumes: true });
    expect((await describeVolume(services, root)).Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
  });

  it.each([
    [{ VolumeIds: ['fsvol-00000000000000000'] }, 'VolumeNotFound'],
    [{ Filters: [{ Name: 'name', Values: ['v'] }] }, 'ValidationException'],
    [{ Filters: [1, 2, 3].map(() => ({ Name: 'file-system-id', Values: [] })) }, 'ValidationException'],
    [
      { Filters: [{ Name: 'file-system-id', Values: Array.from({ length: 21 }, () => 'fs-1') }] },
      'ValidationException',
    ],
  ])('refuses %j: %s', async (input, name) => {
    await expectRefusal(volumes(makeFsxServices(), input), name);
  });
});
