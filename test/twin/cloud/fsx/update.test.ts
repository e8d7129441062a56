import { COOL_DOWN_SECONDS } from '../../../../lib/targets/fsx-shared';
import { T0, expectRefusal } from '../services';
import {
  listActions,
  describeFileSystem,
  makeFsxServices,
  type FsxServices,
  LONG,
  createAvailable,
  MINUTE,
  openZfs,
  persistent,
  callRefused,
  scratch,
} from './fsx-services';

const HOUR = 60 * MINUTE;
const update = (services: FsxServices, id: string, input: object) =>
  services.call('fsx', 'UpdateFileSystem', { FileSystemId: id, ...input });
const throughput = (PerUnitStorageThroughput: number) => ({ LustreConfiguration: { PerUnitStorageThroughput } });
const metadata = (Iops: number) => ({
  LustreConfiguration: { MetadataConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } },
});

describe('UpdateFileSystem in place', () => {
  it('is PENDING while the file system is AVAILABLE, then UPDATING, then COMPLETED', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, persistent());
    await update(services, id, throughput(500));
    const pending = await describeFileSystem(services, id);
    expect(pending).toMatchObject({
      Lifecycle: 'AVAILABLE',
      LustreConfiguration: { PerUnitStorageThroughput: 250 },
      AdministrativeActions: [
        {
          AdministrativeActionType: 'FILE_SYSTEM_UPDATE',
          Status: 'PENDING',
          RequestTime: new Date(T0 + LONG),
          TargetFileSystemValues: { LustreConfiguration: { PerUnitStorageThroughput: 500 } },
        },
      ],
    });
    expect(pending.AdministrativeActions?.[0]?.TargetFileSystemValues).toEqual(throughput(500));
    await services.pass(15_000);
    const updating = await describeFileSystem(services, id);
    expect([updating.Lifecycle, listActions(updating)]).toEqual(['UPDATING', ['FILE_SYSTEM_UPDATE IN_PROGRESS']]);
    await services.pass(15 * MINUTE - 1);
    expect((await describeFileSystem(services, id)).Lifecycle).toBe('UPDATING');
    await services.pass(1);
    const done = await describeFileSystem(services, id);
    expect(done).toMatchObject({ Lifecycle: 'AVAILABLE', LustreConfiguration: { PerUnitStorageThroughput: 500 } });
    expect(listActions(done)).toEqual(['FILE_SYSTEM_UPDATE COMPLETED']);
  });

  it('optimizes added storage while the file system is AVAILABLE, and reports progress', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, scratch());
    await update(services, id, { StorageCapacity: 2400 });
    await services.pass(15_000);
    await services.pass(15 * MINUTE);
    const grown = await describeFileSystem(services, id);
    expect(grown).toMatchObject({ Lifecycle: 'AVAILABLE', StorageCapacity: 2400 });
    expect(listActions(grown)).toEqual(['STORAGE_OPTIMIZATION IN_PROGRESS', 'FILE_SYSTEM_UPDATE UPDATED_OPTIMIZING']);
    await services.pass(5 * MINUTE);
    expect((await describeFileSystem(services, id)).AdministrativeActions?.[0]?.ProgressPercent).toBe(50);
    await services.pass(5 * MINUTE);
    const done = await describeFileSystem(services, id);
    expect(listActions(done)).toEqual(['STORAGE_OPTIMIZATION COMPLETED', 'FILE_SYSTEM_UPDATE COMPLETED']);
    expect(done.AdministrativeActions?.[0]?.ProgressPercent).toBe(100);
  });

  it('adds interfaces for new servers, and automatic metadata IOPS', async () => {
    const services = makeFsxServices();
    const automatic = { MetadataConfiguration: { Mode: 'AUTOMATIC' as const } };
    const id = await createAvailable(services, persistent(automatic));
    expect((await describeFileSystem(services, id)).NetworkInterfaceIds).toHaveLength(2);
    await update(services, id, { StorageCapacity: 4800 });
    await services.pass(LONG);
    const grown = await describeFileSystem(services, id);
    expect(grown.NetworkInterfaceIds).toHaveLength(3);
    expect(grown.LustreConfiguration?.MetadataConfiguration).toEqual({ Mode: 'AUTOMATIC', Iops: 6000 });
  });

  it('refuses a change while another one is pending or in progress', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, openZfs());
    await update(services, id, { OpenZFSConfiguration: { ThroughputCapacity: 640 } });
    for (const wait of [0, MINUTE]) {
      await services.pass(wait);
      await expectRefusal(
        update(services, id, { OpenZFSConfiguration: { DiskIopsConfiguration: { Mode: 'AUTOMATIC' } } }),
        'BadRequest',
      );
    }
    await services.pass(LONG);
    await expect(update(services, id, { OpenZFSConfiguration: { ThroughputCapacity: 320 } })).resolves.toBeDefined();
  });

  it('refuses a second change of the same kind within six hours of the first request', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, persistent());
    await update(services, id, throughput(500));
    await services.pass(LONG);
    await expectRefusal(
      update(services, id, throughput(250)),
      'BadRequest',
      `less than 6 hours ago; the next change is possible at 2026-11-21T17:00`,
    );
    await update(services, id, metadata(6000));
    await services.pass(1000 * COOL_DOWN_SECONDS - LONG - 1);
    await expectRefusal(update(services, id, throughput(250)), 'BadRequest');
    await services.pass(1);
    await expect(update(services, id, throughput(250))).resolves.toBeDefined();
  });

  it.each([
    [1200, 1500, 2400, 3000],
    [2400, 3000, 4800, 6000],
  ])(
    'requires metadata IOPS before growth: from %d GiB with %d IOPS to %d GiB only with %d',
    async (from, few, to, enough) => {
      const services = makeFsxServices();
      const id = await createAvailable(
        services,
        persistent(metadata(few).LustreConfiguration, { StorageCapacity: from }),
      );
      const message = `${to} GiB include ${enough}`;
      await expectRefusal(update(services, id, { StorageCapacity: to }), 'BadRequest', message);
      await expectRefusal(update(services, id, { StorageCapacity: to, ...metadata(enough) }), 'BadRequest', 'at once');
      await update(services, id, metadata(enough));
      await services.pass(1000 * COOL_DOWN_SECONDS + LONG);
      await expect(update(services, id, { StorageCapacity: to })).resolves.toBeDefined();
    },
  );

  it('refuses more storage until the storage optimization has ended, even after six hours', async () => {
    const services = makeFsxServices({ timing: { steps: { optimization: { seconds: 8 * 3600, secondsPerTiB: 0 } } } });
    const id = await createAvailable(services, scratch());
    await update(services, id, { StorageCapacity: 2400 });
    await services.pass(7 * HOUR);
    await expect(update(services, id, { StorageCapacity: 4800 })).rejects.toMatchObject({
      message: expect.stringContaining('storage optimization'),
    });
    await services.pass(2 * HOUR);
    await expect(update(services, id, { StorageCapacity: 4800 })).resolves.toBeDefined();
  });

  it('keeps the old values after a failed update, and accepts the next one immediately', async () => {
    let failing = true;
    const services = makeFsxServices({ faults: { update: () => (failing ? 'fails' : undefined) } });
    const id = await createAvailable(services, persistent());
    await update(services, id, throughput(500));
    await services.pass(LONG);
    const failed = await describeFileSystem(services, id);
    expect(failed).toMatchObject({
      Lifecycle: 'AVAILABLE',
      LustreConfiguration: { PerUnitStorageThroughput: 250 },
      AdministrativeActions: [{ Status: 'FAILED', FailureDetails: { Message: expect.any(String) } }],
    });
    failing = false;
    await update(services, id, throughput(500));
    await services.pass(LONG);
    expect((await describeFileSystem(services, id)).LustreConfiguration?.PerUnitStorageThroughput).toBe(500);
  });

  it('ends when the file system is deleted', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, persistent());
    await update(services, id, throughput(500));
    await services.pass(MINUTE);
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: id });
    await services.pass(LONG);
    await expectRefusal(describeFileSystem(services, id), 'FileSystemNotFound');
    expect(services.paid.map(({ what }) => what?.kind)).toEqual(['fsx:file-system', undefined]);
  });

  it('lists the ten newest actions only', async () => {
    const services = makeFsxServices();
    const id = await createAvailable(services, openZfs());
    for (let n = 0; n < 12; n++) {
      await update(services, id, { OpenZFSConfiguration: { ThroughputCapacity: n % 2 === 0 ? 640 : 320 } });
      await services.pass(LONG);
    }
    expect((await describeFileSystem(services, id)).AdministrativeActions).toHaveLength(10);
  });
});

describe('UpdateFileSystem', () => {
  it('refuses an unknown id, a file system that is CREATING, and an update without changes', async () => {
    const services = makeFsxServices();
    await expectRefusal(update(services, 'fs-00000000000000000', throughput(500)), 'FileSystemNotFound');
    await expectRefusal(update(services, 'mine', throughput(500)), 'ValidationException');
    const creating = await services.call<{ FileSystem: { FileSystemId: string } }>(
      'fsx',
      'CreateFileSystem',
      persistent(),
    );
    await expectRefusal(update(services, creating.FileSystem.FileSystemId, throughput(500)), 'BadRequest', 'CREATING');
    const id = await createAvailable(services, scratch());
    await expectRefusal(update(services, id, {}), 'BadRequest');
    await expectRefusal(
      callRefused(services, 'UpdateFileSystem', { FileSystemId: id, WindowsConfiguration: {} }),
      'ArgumentError',
    );
  });
});
