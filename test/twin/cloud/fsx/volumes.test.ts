import { expectRefusal } from '../services';
import {
  listActions,
  createVolume,
  describeFileSystem,
  makeFsxServices,
  type FsxServices,
  LONG,
  createOpenZfs,
  MINUTE,
  describeVolume,
} from './fsx-services';

const update = (services: FsxServices, id: string, OpenZFSConfiguration?: object, more: object = {}) =>
  services.call('fsx', 'UpdateVolume', { VolumeId: id, OpenZFSConfiguration, ...more });
const remove = (services: FsxServices, id: string, more: object = {}) =>
  services.call('fsx', 'DeleteVolume', { VolumeId: id, ...more });
const CHILDREN = { OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } };

describe('CreateVolume', () => {
  it('creates a volume below its parent, AVAILABLE after a minute, with default settings', async () => {
    const services = makeFsxServices();
    const { id, root } = await createOpenZfs(services);
    const made = await createVolume(services, root, 'volume1', { RecordSizeKiB: 16 });
    expect(made).toMatchObject({ Lifecycle: 'CREATING', FileSystemId: id, VolumeType: 'OPENZFS', Name: 'volume1' });
    expect(made.ResourceARN).toBe(`arn:aws:fsx:xx-local-1:000000000000:volume/${id}/${made.VolumeId}`);
    await services.pass(MINUTE);
    expect(await describeVolume(services, made.VolumeId ?? '')).toMatchObject({
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
    const below = await createVolume(services, made.VolumeId ?? '', 'deep');
    expect(below.OpenZFSConfiguration?.VolumePath).toBe('fsx/volume1/deep');
  });

  it('refuses invalid parents, names, record sizes and volumes beyond the quota', async () => {
    const services = makeFsxServices({ quotas: { openZfs: { fileSystems: 1, storageGiB: 1024, volumes: 3 } } });
    const { id, root } = await createOpenZfs(services);
    const bad = { name: 'BadRequest' };
    await expect(createVolume(services, 'fsvol-00000000000000000', 'v')).rejects.toMatchObject(bad);
    await expect(createVolume(services, root, 'a/b')).rejects.toMatchObject(bad);
    await expect(createVolume(services, root, 'v', { RecordSizeKiB: 3 })).rejects.toMatchObject(bad);
    await expectRefusal(
      services.call('fsx', 'CreateVolume', { VolumeType: 'OPENZFS', Name: 'v' }),
      'MissingVolumeConfiguration',
    );
    await expectRefusal(services.call('fsx', 'CreateVolume', { VolumeType: 'NEW', Name: 'v' }), 'ArgumentError');
    const child = await createVolume(services, root, 'v');
    await expect(createVolume(services, root, 'v')).rejects.toMatchObject(bad);
    await expect(createVolume(services, child.VolumeId ?? '', 'w')).rejects.toMatchObject(bad);
    await createVolume(services, root, 'w');
    await expectRefusal(createVolume(services, root, 'x'), 'ServiceLimitExceeded', {
      Limit: 'VOLUMES_PER_FILE_SYSTEM',
    });
    await services.call('fsx', 'UpdateFileSystem', {
      FileSystemId: id,
      OpenZFSConfiguration: { ThroughputCapacity: 640 },
    });
    await services.pass(MINUTE);
    await expect(createVolume(services, root, 'y')).rejects.toMatchObject({
      ...bad,
      message: expect.stringContaining('UPDATING'),
    });
  });
});

describe('settings of an OpenZFS volume', () => {
  it.each([{ RecordSizeKiB: 48 }, { DataCompressionType: 'GZIP' }, { StorageCapacityQuotaGiB: 0.5 }])(
    'refuses %j in CreateVolume and UpdateVolume',
    async (settings) => {
      const services = makeFsxServices();
      const { root } = await createOpenZfs(services);
      await expectRefusal(createVolume(services, root, 'v', settings), 'BadRequest');
      const { VolumeId = '' } = await createVolume(services, root, 'v');
      await services.pass(LONG);
      await expectRefusal(update(services, VolumeId, settings), 'BadRequest');
    },
  );
});

describe('UpdateVolume', () => {
  it('changes values when the action has completed, and keeps the volume AVAILABLE meanwhile', async () => {
    const services = makeFsxServices();
    const { root } = await createOpenZfs(services);
    await update(services, root, { DataCompressionType: 'ZSTD' }, { ClientRequestToken: 'u' });
    await update(services, root, { DataCompressionType: 'ZSTD' }, { ClientRequestToken: 'u' });
    const pending = await describeVolume(services, root);
    expect(pending).toMatchObject({ Lifecycle: 'AVAILABLE', OpenZFSConfiguration: { DataCompressionType: 'NONE' } });
    expect(listActions(pending)).toEqual(['VOLUME_UPDATE PENDING']);
    expect(pending.AdministrativeActions?.[0]?.TargetVolumeValues).toEqual({
      OpenZFSConfiguration: { DataCompressionType: 'ZSTD' },
    });
    await expectRefusal(update(services, root, { RecordSizeKiB: 64 }), 'BadRequest');
    await services.pass(MINUTE);
    const done = await describeVolume(services, root);
    expect(done).toMatchObject({ OpenZFSConfiguration: { DataCompressionType: 'ZSTD', RecordSizeKiB: 128 } });
    expect(listActions(done)).toEqual(['VOLUME_UPDATE COMPLETED']);
  });

  it('keeps the old record size after a failed update, and refuses updates without settings', async () => {
    const services = makeFsxServices({ faults: { update: () => 'fails' } });
    const { root } = await createOpenZfs(services);
    await expectRefusal(update(services, root), 'MissingVolumeConfiguration');
    await expectRefusal(update(services, root, {}), 'BadRequest');
    await expectRefusal(update(services, 'fsvol-00000000000000000', {}), 'VolumeNotFound');
    await update(services, root, { RecordSizeKiB: 64 });
    await services.pass(MINUTE);
    const failed = await describeVolume(services, root);
    expect([failed.OpenZFSConfiguration?.RecordSizeKiB, listActions(failed)]).toEqual([128, ['VOLUME_UPDATE FAILED']]);
  });
});

describe('DeleteVolume', () => {
  it('deletes a volume after 30 s, and its children only with DELETE_CHILD_VOLUMES_AND_SNAPSHOTS', async () => {
    const services = makeFsxServices();
    const { root, id } = await createOpenZfs(services);
    const { VolumeId: parent = '' } = await createVolume(services, root, 'v');
    await services.pass(LONG);
    const { VolumeId: child = '' } = await createVolume(services, parent, 'w');
    const { VolumeId: alike = '' } = await createVolume(services, root, 'v2');
    await services.pass(LONG);
    await expectRefusal(remove(services, parent), 'BadRequest');
    await expectRefusal(remove(services, root, CHILDREN), 'BadRequest');
    expect(await remove(services, parent, CHILDREN)).toEqual({ VolumeId: parent, Lifecycle: 'DELETING' });
    await expectRefusal(remove(services, parent, CHILDREN), 'BadRequest');
    expect((await describeVolume(services, child)).Lifecycle).toBe('DELETING');
    await services.pass(30_000);
    for (const gone of [parent, child]) {
      await expectRefusal(describeVolume(services, gone), 'VolumeNotFound');
    }
    expect((await describeVolume(services, alike)).Lifecycle).toBe('AVAILABLE');
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('AVAILABLE');
  });
});
