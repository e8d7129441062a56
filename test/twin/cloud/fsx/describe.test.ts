import { expectRefusal } from '../world';
import type { DescribeVolumesCommandOutput } from '@aws-sdk/client-fsx';
import {
  create,
  createVolume,
  fileSystem,
  fileSystems,
  fsxWorld,
  type FsxWorld,
  LONG,
  madeOpenZfs,
  scratch,
  volume,
} from './fsx-world';

const volumes = (world: FsxWorld, input: object): Promise<DescribeVolumesCommandOutput> =>
  world.call('fsx', 'DescribeVolumes', input);

describe('DescribeFileSystems', () => {
  it('knows a new one by its id at once, and lists it some seconds later', async () => {
    const world = fsxWorld();
    const { FileSystemId: id = '' } = await create(world, scratch());
    expect((await fileSystem(world, id)).FileSystemId).toBe(id);
    expect((await fileSystems(world)).FileSystems).toEqual([]);
    await world.pass(5_000);
    expect((await fileSystems(world)).FileSystems?.map(({ FileSystemId }) => FileSystemId)).toEqual([id]);
  });

  it('gives pages with tokens of AWS’s form, skipping nothing when one goes meanwhile', async () => {
    const world = fsxWorld();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await create(world, scratch())).FileSystemId ?? '');
    await world.pass(LONG);
    const first = await fileSystems(world, { MaxResults: 2 });
    expect(first.FileSystems?.map(({ FileSystemId }) => FileSystemId)).toEqual(ids.slice(0, 2));
    expect(first.NextToken).toMatch(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: ids[1] });
    await world.pass(LONG);
    const rest = await fileSystems(world, { MaxResults: 10, NextToken: first.NextToken });
    expect(rest.FileSystems?.map(({ FileSystemId }) => FileSystemId)).toEqual(ids.slice(2));
    expect(rest.NextToken).toBeUndefined();
  });

  it('gives a hundred at most, whatever is asked for', async () => {
    const world = fsxWorld({ quotas: { scratch: { fileSystems: 200, storageGiB: 1_000_000 } } });
    for (let n = 0; n < 101; n++) await create(world, scratch());
    await world.pass(5_000);
    const { FileSystems, NextToken } = await fileSystems(world, { MaxResults: 1000 });
    expect(FileSystems).toHaveLength(100);
    expect((await fileSystems(world, { NextToken })).FileSystems).toHaveLength(1);
  });

  it.each([
    [{ MaxResults: 0 }, 'ValidationException'],
    [{ NextToken: 'AAAA' }, 'BadRequest'],
    [{ FileSystemIds: ['fs-00000000000000000'] }, 'FileSystemNotFound'],
    [{ FileSystemIds: ['mine'] }, 'ValidationException'],
    [{ FileSystemIds: Array.from({ length: 51 }, () => 'fs-00000000000000000') }, 'ValidationException'],
  ])('refuses %j', async (input, name) => {
    await expectRefusal(fileSystems(fsxWorld(), input), name);
  });
});

describe('DescribeVolumes', () => {
  it('lists by file system, the root volume included', async () => {
    const world = fsxWorld();
    const [first, second] = [await madeOpenZfs(world), await madeOpenZfs(world)];
    const { VolumeId: child = '' } = await createVolume(world, second.root, 'v');
    const of = async (...Values: string[]): Promise<unknown[] | undefined> =>
      (await volumes(world, { Filters: [{ Name: 'file-system-id', Values }] })).Volumes?.map(
        ({ VolumeId }) => VolumeId,
      );
    expect(await of(second.id)).toEqual([second.root]);
    await world.pass(5_000);
    expect(await of(second.id)).toEqual([second.root, child]);
    expect(await of(first.id, second.id)).toEqual([first.root, second.root, child]);
    const svm = [{ Name: 'storage-virtual-machine-id', Values: ['svm-1'] }];
    expect((await volumes(world, { Filters: svm })).Volumes).toEqual([]);
    expect((await volume(world, child)).Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
    expect((await volume(world, first.root)).Tags).toEqual([]);
  });

  it('gives the root volume tags where they are to be copied', async () => {
    const world = fsxWorld();
    const { root } = await madeOpenZfs(world, { CopyTagsToVolumes: true });
    expect((await volume(world, root)).Tags).toContainEqual({ Key: 'fsxbench:rig', Value: 'e1__r1' });
  });

  it.each([
    [{ VolumeIds: ['fsvol-00000000000000000'] }, 'VolumeNotFound'],
    [{ Filters: [{ Name: 'name', Values: ['v'] }] }, 'ValidationException'],
    [{ Filters: [1, 2, 3].map(() => ({ Name: 'file-system-id', Values: [] })) }, 'ValidationException'],
    [
      { Filters: [{ Name: 'file-system-id', Values: Array.from({ length: 21 }, () => 'fs-1') }] },
      'ValidationException',
    ],
  ])('refuses %j', async (input, name) => {
    await expectRefusal(volumes(fsxWorld(), input), name);
  });
});
