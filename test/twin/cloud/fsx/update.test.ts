import { COOL_DOWN_SECONDS } from '../../../../lib/targets/fsx-shared';
import { T0, expectRefusal } from '../world';
import {
  actionsOf,
  fileSystem,
  fsxWorld,
  type FsxWorld,
  LONG,
  made,
  MINUTE,
  openZfs,
  persistent,
  refused,
  scratch,
} from './fsx-world';

const HOUR = 60 * MINUTE;
const update = (world: FsxWorld, id: string, input: object) =>
  world.call('fsx', 'UpdateFileSystem', { FileSystemId: id, ...input });
const throughput = (PerUnitStorageThroughput: number) => ({ LustreConfiguration: { PerUnitStorageThroughput } });
const metadata = (Iops: number) => ({
  LustreConfiguration: { MetadataConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } },
});

describe('a change in place', () => {
  it('is pending while the file system is AVAILABLE, then UPDATING, then there', async () => {
    const world = fsxWorld();
    const id = await made(world, persistent());
    await update(world, id, throughput(500));
    const pending = await fileSystem(world, id);
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
    await world.pass(15_000);
    const updating = await fileSystem(world, id);
    expect([updating.Lifecycle, actionsOf(updating)]).toEqual(['UPDATING', ['FILE_SYSTEM_UPDATE IN_PROGRESS']]);
    await world.pass(15 * MINUTE - 1);
    expect((await fileSystem(world, id)).Lifecycle).toBe('UPDATING');
    await world.pass(1);
    const done = await fileSystem(world, id);
    expect(done).toMatchObject({ Lifecycle: 'AVAILABLE', LustreConfiguration: { PerUnitStorageThroughput: 500 } });
    expect(actionsOf(done)).toEqual(['FILE_SYSTEM_UPDATE COMPLETED']);
  });

  it('optimises more storage while the file system is AVAILABLE, with progress', async () => {
    const world = fsxWorld();
    const id = await made(world, scratch());
    await update(world, id, { StorageCapacity: 2400 });
    await world.pass(15_000);
    await world.pass(15 * MINUTE);
    const grown = await fileSystem(world, id);
    expect(grown).toMatchObject({ Lifecycle: 'AVAILABLE', StorageCapacity: 2400 });
    expect(actionsOf(grown)).toEqual(['STORAGE_OPTIMIZATION IN_PROGRESS', 'FILE_SYSTEM_UPDATE UPDATED_OPTIMIZING']);
    await world.pass(5 * MINUTE);
    expect((await fileSystem(world, id)).AdministrativeActions?.[0]?.ProgressPercent).toBe(50);
    await world.pass(5 * MINUTE);
    const done = await fileSystem(world, id);
    expect(actionsOf(done)).toEqual(['STORAGE_OPTIMIZATION COMPLETED', 'FILE_SYSTEM_UPDATE COMPLETED']);
    expect(done.AdministrativeActions?.[0]?.ProgressPercent).toBe(100);
  });

  it('adds interfaces for new servers, and automatic metadata IOPS', async () => {
    const world = fsxWorld();
    const automatic = { MetadataConfiguration: { Mode: 'AUTOMATIC' as const } };
    const id = await made(world, persistent(automatic));
    expect((await fileSystem(world, id)).NetworkInterfaceIds).toHaveLength(2);
    await update(world, id, { StorageCapacity: 4800 });
    await world.pass(LONG);
    const grown = await fileSystem(world, id);
    expect(grown.NetworkInterfaceIds).toHaveLength(3);
    expect(grown.LustreConfiguration?.MetadataConfiguration).toEqual({ Mode: 'AUTOMATIC', Iops: 6000 });
  });

  it('is refused while another one is pending or in progress, whatever it changes', async () => {
    const world = fsxWorld();
    const id = await made(world, openZfs());
    await update(world, id, { OpenZFSConfiguration: { ThroughputCapacity: 640 } });
    for (const wait of [0, MINUTE]) {
      await world.pass(wait);
      await expectRefusal(
        update(world, id, { OpenZFSConfiguration: { DiskIopsConfiguration: { Mode: 'AUTOMATIC' } } }),
        'BadRequest',
      );
    }
    await world.pass(LONG);
    await expect(update(world, id, { OpenZFSConfiguration: { ThroughputCapacity: 320 } })).resolves.toBeDefined();
  });

  it('cools down for six hours after the request, each kind for itself', async () => {
    const world = fsxWorld();
    const id = await made(world, persistent());
    await update(world, id, throughput(500));
    await world.pass(LONG);
    await expectRefusal(
      update(world, id, throughput(250)),
      'BadRequest',
      `less than 6 hours ago; the next change is possible at 2026-11-21T17:00`,
    );
    await update(world, id, metadata(6000));
    await world.pass(1000 * COOL_DOWN_SECONDS - LONG - 1);
    await expectRefusal(update(world, id, throughput(250)), 'BadRequest');
    await world.pass(1);
    await expect(update(world, id, throughput(250))).resolves.toBeDefined();
  });

  it.each([
    [1200, 1500, 2400, 3000],
    [2400, 3000, 4800, 6000],
  ])('grows storage of %d GiB with %d metadata IOPS to %d GiB only once it has %d', async (from, few, to, enough) => {
    const world = fsxWorld();
    const id = await made(world, persistent(metadata(few).LustreConfiguration, { StorageCapacity: from }));
    const message = `${to} GiB include ${enough}`;
    await expectRefusal(update(world, id, { StorageCapacity: to }), 'BadRequest', message);
    await expectRefusal(update(world, id, { StorageCapacity: to, ...metadata(enough) }), 'BadRequest', 'at once');
    await update(world, id, metadata(enough));
    await world.pass(1000 * COOL_DOWN_SECONDS + LONG);
    await expect(update(world, id, { StorageCapacity: to })).resolves.toBeDefined();
  });

  it('waits for the optimisation of storage, where that takes longer', async () => {
    const world = fsxWorld({ timing: { steps: { optimization: { seconds: 8 * 3600, secondsPerTiB: 0 } } } });
    const id = await made(world, scratch());
    await update(world, id, { StorageCapacity: 2400 });
    await world.pass(7 * HOUR);
    await expect(update(world, id, { StorageCapacity: 4800 })).rejects.toMatchObject({
      message: expect.stringContaining('storage optimization'),
    });
    await world.pass(2 * HOUR);
    await expect(update(world, id, { StorageCapacity: 4800 })).resolves.toBeDefined();
  });

  it('may fail: the file system is AVAILABLE with its old values, and may be asked again at once', async () => {
    let failing = true;
    const world = fsxWorld({ faults: { update: () => (failing ? 'fails' : undefined) } });
    const id = await made(world, persistent());
    await update(world, id, throughput(500));
    await world.pass(LONG);
    const failed = await fileSystem(world, id);
    expect(failed).toMatchObject({
      Lifecycle: 'AVAILABLE',
      LustreConfiguration: { PerUnitStorageThroughput: 250 },
      AdministrativeActions: [{ Status: 'FAILED', FailureDetails: { Message: expect.any(String) } }],
    });
    failing = false;
    await update(world, id, throughput(500));
    await world.pass(LONG);
    expect((await fileSystem(world, id)).LustreConfiguration?.PerUnitStorageThroughput).toBe(500);
  });

  it('is cut short by a delete', async () => {
    const world = fsxWorld();
    const id = await made(world, persistent());
    await update(world, id, throughput(500));
    await world.pass(MINUTE);
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: id });
    await world.pass(LONG);
    await expectRefusal(fileSystem(world, id), 'FileSystemNotFound');
    expect(world.paid.map(({ what }) => what?.kind)).toEqual(['fsx:file-system', undefined]);
  });

  it('keeps the ten newest actions of a type', async () => {
    const world = fsxWorld();
    const id = await made(world, openZfs());
    for (let n = 0; n < 12; n++) {
      await update(world, id, { OpenZFSConfiguration: { ThroughputCapacity: n % 2 === 0 ? 640 : 320 } });
      await world.pass(LONG);
    }
    expect((await fileSystem(world, id)).AdministrativeActions).toHaveLength(10);
  });
});

describe('UpdateFileSystem', () => {
  it('refuses what does not exist, is not there yet, or asks for nothing', async () => {
    const world = fsxWorld();
    await expectRefusal(update(world, 'fs-00000000000000000', throughput(500)), 'FileSystemNotFound');
    await expectRefusal(update(world, 'mine', throughput(500)), 'ValidationException');
    const creating = await world.call<{ FileSystem: { FileSystemId: string } }>(
      'fsx',
      'CreateFileSystem',
      persistent(),
    );
    await expectRefusal(update(world, creating.FileSystem.FileSystemId, throughput(500)), 'BadRequest', 'CREATING');
    const id = await made(world, scratch());
    await expectRefusal(update(world, id, {}), 'BadRequest');
    await expectRefusal(
      refused(world, 'UpdateFileSystem', { FileSystemId: id, WindowsConfiguration: {} }),
      'ArgumentError',
    );
  });
});
