import { expectRefusal } from '../world';
import {
  actionsOf,
  createVolume,
  fileSystem,
  fsxWorld,
  type FsxWorld,
  LONG,
  madeOpenZfs,
  MINUTE,
  volume,
} from './fsx-world';

const update = (world: FsxWorld, id: string, OpenZFSConfiguration?: object, more: object = {}) =>
  world.call('fsx', 'UpdateVolume', { VolumeId: id, OpenZFSConfiguration, ...more });
const remove = (world: FsxWorld, id: string, more: object = {}) =>
  world.call('fsx', 'DeleteVolume', { VolumeId: id, ...more });
const CHILDREN = { OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } };

describe('CreateVolume', () => {
  it('makes a volume below its parent, available after a minute, with defaults', async () => {
    const world = fsxWorld();
    const { id, root } = await madeOpenZfs(world);
    const made = await createVolume(world, root, 'volume1', { RecordSizeKiB: 16 });
    expect(made).toMatchObject({ Lifecycle: 'CREATING', FileSystemId: id, VolumeType: 'OPENZFS', Name: 'volume1' });
    expect(made.ResourceARN).toBe(`arn:aws:fsx:xx-local-1:000000000000:volume/${id}/${made.VolumeId}`);
    await world.pass(MINUTE);
    expect(await volume(world, made.VolumeId ?? '')).toMatchObject({
      Lifecycle: 'AVAILABLE',
      OpenZFSConfiguration: {
        ParentVolumeId: root,
        VolumePath: 'fsx/volume1',
        RecordSizeKiB: 16,
        DataCompressionType: 'NONE',
        StorageCapacityQuotaGiB: -1,
        ReadOnly: false,
        NfsExports: [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'crossmnt'] }] }],
      },
    });
    const below = await createVolume(world, made.VolumeId ?? '', 'deep');
    expect(below.OpenZFSConfiguration?.VolumePath).toBe('fsx/volume1/deep');
  });

  it('refuses what cannot be a volume', async () => {
    const world = fsxWorld({ quotas: { openZfs: { fileSystems: 1, storageGiB: 1024, volumes: 3 } } });
    const { id, root } = await madeOpenZfs(world);
    const bad = { name: 'BadRequest' };
    await expect(createVolume(world, 'fsvol-00000000000000000', 'v')).rejects.toMatchObject(bad);
    await expect(createVolume(world, root, 'a/b')).rejects.toMatchObject(bad);
    await expect(createVolume(world, root, 'v', { RecordSizeKiB: 3 })).rejects.toMatchObject(bad);
    await expectRefusal(
      world.call('fsx', 'CreateVolume', { VolumeType: 'OPENZFS', Name: 'v' }),
      'MissingVolumeConfiguration',
    );
    await expectRefusal(world.call('fsx', 'CreateVolume', { VolumeType: 'NEW', Name: 'v' }), 'ArgumentError');
    const child = await createVolume(world, root, 'v');
    await expect(createVolume(world, root, 'v')).rejects.toMatchObject(bad);
    await expect(createVolume(world, child.VolumeId ?? '', 'w')).rejects.toMatchObject(bad);
    await createVolume(world, root, 'w');
    await expectRefusal(createVolume(world, root, 'x'), 'ServiceLimitExceeded', { Limit: 'VOLUMES_PER_FILE_SYSTEM' });
    await world.call('fsx', 'UpdateFileSystem', {
      FileSystemId: id,
      OpenZFSConfiguration: { ThroughputCapacity: 640 },
    });
    await world.pass(MINUTE);
    await expect(createVolume(world, root, 'y')).rejects.toMatchObject({
      ...bad,
      message: expect.stringContaining('UPDATING'),
    });
  });
});

describe('settings of a volume', () => {
  it.each([{ RecordSizeKiB: 48 }, { DataCompressionType: 'GZIP' }, { StorageCapacityQuotaGiB: 0.5 }])(
    'that no target has are refused: %j',
    async (settings) => {
      const world = fsxWorld();
      const { root } = await madeOpenZfs(world);
      await expectRefusal(createVolume(world, root, 'v', settings), 'BadRequest');
      const { VolumeId = '' } = await createVolume(world, root, 'v');
      await world.pass(LONG);
      await expectRefusal(update(world, VolumeId, settings), 'BadRequest');
    },
  );
});

describe('UpdateVolume', () => {
  it('changes values when the action is over, while the volume stays AVAILABLE', async () => {
    const world = fsxWorld();
    const { root } = await madeOpenZfs(world);
    await update(world, root, { DataCompressionType: 'ZSTD' }, { ClientRequestToken: 'u' });
    await update(world, root, { DataCompressionType: 'ZSTD' }, { ClientRequestToken: 'u' });
    const pending = await volume(world, root);
    expect(pending).toMatchObject({ Lifecycle: 'AVAILABLE', OpenZFSConfiguration: { DataCompressionType: 'NONE' } });
    expect(actionsOf(pending)).toEqual(['VOLUME_UPDATE PENDING']);
    expect(pending.AdministrativeActions?.[0]?.TargetVolumeValues).toEqual({
      OpenZFSConfiguration: { DataCompressionType: 'ZSTD' },
    });
    await expectRefusal(update(world, root, { RecordSizeKiB: 64 }), 'BadRequest');
    await world.pass(MINUTE);
    const done = await volume(world, root);
    expect(done).toMatchObject({ OpenZFSConfiguration: { DataCompressionType: 'ZSTD', RecordSizeKiB: 128 } });
    expect(actionsOf(done)).toEqual(['VOLUME_UPDATE COMPLETED']);
  });

  it('may fail, and refuses what it cannot do', async () => {
    const world = fsxWorld({ faults: { update: () => 'fails' } });
    const { root } = await madeOpenZfs(world);
    await expectRefusal(update(world, root), 'MissingVolumeConfiguration');
    await expectRefusal(update(world, root, {}), 'BadRequest');
    await expectRefusal(update(world, 'fsvol-00000000000000000', {}), 'VolumeNotFound');
    await update(world, root, { RecordSizeKiB: 64 });
    await world.pass(MINUTE);
    const failed = await volume(world, root);
    expect([failed.OpenZFSConfiguration?.RecordSizeKiB, actionsOf(failed)]).toEqual([128, ['VOLUME_UPDATE FAILED']]);
  });
});

describe('DeleteVolume', () => {
  it('goes after its time, children only where the option says so', async () => {
    const world = fsxWorld();
    const { root, id } = await madeOpenZfs(world);
    const { VolumeId: parent = '' } = await createVolume(world, root, 'v');
    await world.pass(LONG);
    const { VolumeId: child = '' } = await createVolume(world, parent, 'w');
    const { VolumeId: alike = '' } = await createVolume(world, root, 'v2');
    await world.pass(LONG);
    await expectRefusal(remove(world, parent), 'BadRequest');
    await expectRefusal(remove(world, root, CHILDREN), 'BadRequest');
    expect(await remove(world, parent, CHILDREN)).toEqual({ VolumeId: parent, Lifecycle: 'DELETING' });
    await expectRefusal(remove(world, parent, CHILDREN), 'BadRequest');
    expect((await volume(world, child)).Lifecycle).toBe('DELETING');
    await world.pass(30_000);
    for (const gone of [parent, child]) {
      await expectRefusal(volume(world, gone), 'VolumeNotFound');
    }
    expect((await volume(world, alike)).Lifecycle).toBe('AVAILABLE');
    expect((await fileSystem(world, id)).Lifecycle).toBe('AVAILABLE');
  });
});
