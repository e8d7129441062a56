import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { RIG_TAGS, T0 } from '../services';
import {
  create,
  makeFsxServices,
  LONG,
  createAvailable,
  createOpenZfs,
  MINUTE,
  persistent,
  scratch,
} from './fsx-services';

describe('billing of FSx resources', () => {
  it('charges from AVAILABLE, at new values once an update completes, until the deletion completes', async () => {
    const services = makeFsxServices({ timing: { steps: { create: { seconds: 600 } } } });
    const id = await createAvailable(services, persistent());
    const asked = services.clock.now();
    await services.call('fsx', 'UpdateFileSystem', {
      FileSystemId: id,
      LustreConfiguration: { PerUnitStorageThroughput: 500 },
    });
    await services.pass(LONG);
    const deleted = services.clock.now();
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: id });
    await services.pass(LONG);
    const ledger = makeBillingLedger();
    for (const change of services.paid) ledger.onPaid(change);
    const changed = asked + 15_000 + 15 * MINUTE;
    expect(ledger.intervals(services.clock.now())).toMatchObject([
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

  it('charges a failed file system and, after its deletion, its backup', async () => {
    const failing = makeFsxServices({ faults: { create: () => 'fails' } });
    await createAvailable(failing, scratch());
    expect(failing.paid).toHaveLength(1);
    const services = makeFsxServices();
    const { id } = await createOpenZfs(services);
    await services.call('fsx', 'CreateBackup', { FileSystemId: id });
    const OpenZFSConfiguration = { SkipFinalBackup: true };
    await services.call('fsx', 'DeleteFileSystem', { FileSystemId: id, OpenZFSConfiguration });
    await services.pass(LONG);
    const ledger = makeBillingLedger();
    for (const change of services.paid) ledger.onPaid(change);
    expect(ledger.left()).toMatchObject([
      {
        kind: 'fsx:backup',
        what: { fileSystemType: 'OPENZFS', fileSystemId: id, storageCapacityGiB: 1024 },
        from: T0 + LONG + 10 * MINUTE,
      },
    ]);
  });

  it('charges nothing while a file system is CREATING', async () => {
    const services = makeFsxServices();
    await create(services, scratch());
    await services.pass(9 * MINUTE);
    expect(services.paid).toEqual([]);
  });
});
