import { expectRefusal } from '../services';
import { listActions, LONG, makeFsxServices, MINUTE } from './fsx-services';

const CHILDREN = { OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } };

/** An OpenZFS file system, and calls for its volumes. */
async function setUp(options: Parameters<typeof makeFsxServices>[0] = {}) {
  const services = makeFsxServices(options);
  const { id, root } = await services.createOpenZfs();
  const update = (VolumeId: string, OpenZFSConfiguration?: object, more: object = {}) =>
    services.send('UpdateVolume', { VolumeId, OpenZFSConfiguration, ...more });
  const remove = (VolumeId: string, more: object = {}) => services.send('DeleteVolume', { VolumeId, ...more });
  return { services, id, root, update, remove };
}

describe('CreateVolume', () => {
  it('creates a volume below its parent, AVAILABLE after a minute, with default settings', async () => {
    const { services, id, root } = await setUp();
    const made = await services.createVolume(root, 'volume1', { RecordSizeKiB: 16 });
    const { VolumeId = '' } = made;
    const ResourceARN = `arn:aws:fsx:xx-local-1:000000000000:volume/${id}/${VolumeId}`;
    const common = { FileSystemId: id, VolumeType: 'OPENZFS', Name: 'volume1', ResourceARN };
    expect(made).toMatchObject({ Lifecycle: 'CREATING', ...common });
    await services.pass(MINUTE);
    expect(await services.describeVolume(VolumeId)).toMatchObject({
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
    const below = await services.createVolume(VolumeId, 'deep');
    expect(below.OpenZFSConfiguration?.VolumePath).toBe('fsx/volume1/deep');
  });

  it('refuses invalid parents and names, and volumes beyond the quota', async () => {
    const quotas = { openZfs: { fileSystems: 1, storageGiB: 1024, volumes: 3 } };
    const { services, id, root } = await setUp({ quotas });
    await expectRefusal(services.createVolume('fsvol-00000000000000000', 'v'), 'BadRequest');
    await expectRefusal(services.createVolume(root, 'a/b'), 'BadRequest');
    const bare = { VolumeType: 'OPENZFS', Name: 'v' };
    await expectRefusal(services.send('CreateVolume', bare), 'MissingVolumeConfiguration');
    const { VolumeId: child = '' } = await services.createVolume(root, 'v');
    await expectRefusal(services.createVolume(root, 'v'), 'BadRequest');
    await expectRefusal(services.createVolume(child, 'w'), 'BadRequest');
    await services.createVolume(root, 'w');
    const beyond = services.createVolume(root, 'x');
    await expectRefusal(beyond, 'ServiceLimitExceeded', { Limit: 'VOLUMES_PER_FILE_SYSTEM' });
    await services.update(id, { OpenZFSConfiguration: { ThroughputCapacity: 640 } });
    await services.pass(MINUTE);
    await expectRefusal(services.createVolume(root, 'y'), 'BadRequest', 'UPDATING');
  });

  it.each([
    { RecordSizeKiB: 3 },
    { RecordSizeKiB: 48 },
    { DataCompressionType: 'GZIP' },
    { StorageCapacityQuotaGiB: 0.5 },
  ])('refuses %j, as does UpdateVolume', async (settings) => {
    const { services, root, update } = await setUp();
    await expectRefusal(services.createVolume(root, 'v', settings), 'BadRequest');
    const { VolumeId = '' } = await services.createVolume(root, 'v');
    await services.pass(LONG);
    await expectRefusal(update(VolumeId, settings), 'BadRequest');
  });
});

describe('UpdateVolume', () => {
  it('changes values when the action has completed, and keeps the volume AVAILABLE meanwhile', async () => {
    const { services, root, update } = await setUp();
    const OpenZFSConfiguration = { DataCompressionType: 'ZSTD' };
    for (let times = 0; times < 2; times++) await update(root, OpenZFSConfiguration, { ClientRequestToken: 'u' });
    const pending = await services.describeVolume(root);
    expect(pending).toMatchObject({ Lifecycle: 'AVAILABLE', OpenZFSConfiguration: { DataCompressionType: 'NONE' } });
    expect(listActions(pending)).toEqual(['VOLUME_UPDATE PENDING']);
    expect(pending.AdministrativeActions?.[0]?.TargetVolumeValues).toEqual({ OpenZFSConfiguration });
    await expectRefusal(update(root, { RecordSizeKiB: 64 }), 'BadRequest');
    await services.pass(MINUTE);
    const done = await services.describeVolume(root);
    expect(done).toMatchObject({ OpenZFSConfiguration: { DataCompressionType: 'ZSTD', RecordSizeKiB: 128 } });
    expect(listActions(done)).toEqual(['VOLUME_UPDATE COMPLETED']);
  });

  it('keeps the old record size after a failed update, and refuses updates without settings', async () => {
    const { services, root, update } = await setUp({ faults: { update: () => 'fails' } });
    await expectRefusal(update(root), 'MissingVolumeConfiguration');
    await expectRefusal(update(root, {}), 'BadRequest');
    await expectRefusal(update('fsvol-00000000000000000', {}), 'VolumeNotFound');
    await update(root, { RecordSizeKiB: 64 });
    await services.pass(MINUTE);
    const failed = await services.describeVolume(root);
    expect([failed.OpenZFSConfiguration?.RecordSizeKiB, listActions(failed)]).toEqual([128, ['VOLUME_UPDATE FAILED']]);
  });
});

it('deletes a volume after 30 s, and its children only with DELETE_CHILD_VOLUMES_AND_SNAPSHOTS', async () => {
  const { services, root, id, remove } = await setUp();
  const { VolumeId: parent = '' } = await services.createVolume(root, 'v');
  await services.pass(LONG);
  const { VolumeId: child = '' } = await services.createVolume(parent, 'w');
  const { VolumeId: alike = '' } = await services.createVolume(root, 'v2');
  await services.pass(LONG);
  await expectRefusal(remove(parent), 'BadRequest');
  await expectRefusal(remove(root, CHILDREN), 'BadRequest');
  expect(await remove(parent, CHILDREN)).toEqual({ VolumeId: parent, Lifecycle: 'DELETING' });
  await expectRefusal(remove(parent, CHILDREN), 'BadRequest');
  expect((await services.describeVolume(child)).Lifecycle).toBe('DELETING');
  await services.pass(30_000);
  for (const gone of [parent, child]) await expectRefusal(services.describeVolume(gone), 'VolumeNotFound');
  expect((await services.describeVolume(alike)).Lifecycle).toBe('AVAILABLE');
  expect((await services.describe(id)).Lifecycle).toBe('AVAILABLE');
});
