import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { RIG_TAGS, T0 } from '../world';
import { create, fsxWorld, LONG, made, madeOpenZfs, MINUTE, persistent, scratch } from './fsx-world';

describe('what FSx tells of what costs', () => {
  it('costs from AVAILABLE, changes when new values are there, and ends when gone: to the millisecond', async () => {
    const world = fsxWorld({ timing: { steps: { create: { seconds: 600 } } } });
    const id = await made(world, persistent());
    const asked = world.clock.now();
    await world.call('fsx', 'UpdateFileSystem', {
      FileSystemId: id,
      LustreConfiguration: { PerUnitStorageThroughput: 500 },
    });
    await world.pass(LONG);
    const deleted = world.clock.now();
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: id });
    await world.pass(LONG);
    const ledger = makeBillingLedger();
    for (const change of world.paid) ledger.onPaid(change);
    const changed = asked + 15_000 + 15 * MINUTE;
    expect(ledger.intervals(world.clock.now())).toMatchObject([
      {
        kind: 'fsx:file-system',
        id,
        tags: RIG_TAGS,
        from: T0 + 10 * MINUTE,
        until: changed,
        what: { configuration: { StorageCapacity: 1200, LustreConfiguration: { PerUnitStorageThroughput: 250 } } },
      },
      {
        from: changed,
        until: deleted + 5 * MINUTE,
        open: false,
        what: { configuration: { LustreConfiguration: { PerUnitStorageThroughput: 500 } } },
      },
    ]);
    expect(ledger.left()).toEqual([]);
  });

  it('costs when it failed, until it is deleted; a backup costs on', async () => {
    const failing = fsxWorld({ faults: { create: () => 'fails' } });
    await made(failing, scratch());
    expect(failing.paid).toHaveLength(1);
    const world = fsxWorld();
    const { id } = await madeOpenZfs(world);
    await world.call('fsx', 'CreateBackup', { FileSystemId: id });
    const OpenZFSConfiguration = { SkipFinalBackup: true };
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: id, OpenZFSConfiguration });
    await world.pass(LONG);
    const ledger = makeBillingLedger();
    for (const change of world.paid) ledger.onPaid(change);
    expect(ledger.left()).toMatchObject([
      {
        kind: 'fsx:backup',
        what: { fileSystemType: 'OPENZFS', fileSystemId: id, storageCapacityGiB: 1024 },
        from: T0 + LONG + 10 * MINUTE,
      },
    ]);
  });

  it('costs nothing while it is created', async () => {
    const world = fsxWorld();
    await create(world, scratch());
    await world.pass(9 * MINUTE);
    expect(world.paid).toEqual([]);
  });
});
