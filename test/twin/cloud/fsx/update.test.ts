import { COOL_DOWN_SECONDS } from '../../../../lib/targets/fsx-shared';
import { expectRefusal, T0 } from '../services';
import { listActions, LONG, makeFsxServices, MINUTE, openZfs, persistent, scratch, setMetadata } from './fsx-services';

const HOUR = 60 * MINUTE;
const throughput = (PerUnitStorageThroughput: number) => ({ LustreConfiguration: { PerUnitStorageThroughput } });
const metadata = (Iops: number) => ({ LustreConfiguration: setMetadata('USER_PROVISIONED', Iops) });

describe('UpdateFileSystem', () => {
  it('is PENDING while the file system is AVAILABLE, then UPDATING, then COMPLETED', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(persistent());
    await services.update(id, throughput(500));
    const pending = await services.describe(id);
    expect(pending).toMatchObject({
      Lifecycle: 'AVAILABLE',
      ...throughput(250),
      AdministrativeActions: [
        { AdministrativeActionType: 'FILE_SYSTEM_UPDATE', Status: 'PENDING', RequestTime: new Date(T0 + LONG) },
      ],
    });
    expect(pending.AdministrativeActions?.[0]?.TargetFileSystemValues).toEqual(throughput(500));
    await services.pass(15_000);
    const updating = await services.describe(id);
    expect([updating.Lifecycle, listActions(updating)]).toEqual(['UPDATING', ['FILE_SYSTEM_UPDATE IN_PROGRESS']]);
    await services.pass(15 * MINUTE - 1);
    expect((await services.describe(id)).Lifecycle).toBe('UPDATING');
    await services.pass(1);
    const done = await services.describe(id);
    expect(done).toMatchObject({ Lifecycle: 'AVAILABLE', ...throughput(500) });
    expect(listActions(done)).toEqual(['FILE_SYSTEM_UPDATE COMPLETED']);
  });

  it('optimizes added storage while the file system is AVAILABLE, and reports progress', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(scratch());
    await services.update(id, { StorageCapacity: 2400 });
    await services.pass(15_000);
    await services.pass(15 * MINUTE);
    const grown = await services.describe(id);
    expect(grown).toMatchObject({ Lifecycle: 'AVAILABLE', StorageCapacity: 2400 });
    expect(listActions(grown)).toEqual(['STORAGE_OPTIMIZATION IN_PROGRESS', 'FILE_SYSTEM_UPDATE UPDATED_OPTIMIZING']);
    await services.pass(5 * MINUTE);
    expect((await services.describe(id)).AdministrativeActions?.[0]?.ProgressPercent).toBe(50);
    await services.pass(5 * MINUTE);
    const done = await services.describe(id);
    expect(listActions(done)).toEqual(['STORAGE_OPTIMIZATION COMPLETED', 'FILE_SYSTEM_UPDATE COMPLETED']);
    expect(done.AdministrativeActions?.[0]?.ProgressPercent).toBe(100);
  });

  it('adds interfaces for new servers, and automatic metadata IOPS', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(persistent(setMetadata('AUTOMATIC')));
    expect((await services.describe(id)).NetworkInterfaceIds).toHaveLength(2);
    await services.update(id, { StorageCapacity: 4800 });
    await services.pass(LONG);
    const grown = await services.describe(id);
    expect(grown.NetworkInterfaceIds).toHaveLength(3);
    expect(grown.LustreConfiguration).toMatchObject(setMetadata('AUTOMATIC', 6000));
  });

  it('refuses a change while another one is pending or in progress', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(openZfs());
    await services.update(id, { OpenZFSConfiguration: { ThroughputCapacity: 640 } });
    const automatic = { OpenZFSConfiguration: { DiskIopsConfiguration: { Mode: 'AUTOMATIC' } } };
    for (const wait of [0, MINUTE]) {
      await services.pass(wait);
      await expectRefusal(services.update(id, automatic), 'BadRequest');
    }
    await services.pass(LONG);
    await services.update(id, { OpenZFSConfiguration: { ThroughputCapacity: 320 } });
  });

  it('refuses a second change of the same kind within six hours of the first request', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(persistent());
    await services.update(id, throughput(500));
    await services.pass(LONG);
    const message = 'less than 6 hours ago; the next change is possible at 2026-11-21T17:00';
    await expectRefusal(services.update(id, throughput(250)), 'BadRequest', message);
    await services.update(id, metadata(6000));
    await services.pass(1000 * COOL_DOWN_SECONDS - LONG - 1);
    await expectRefusal(services.update(id, throughput(250)), 'BadRequest');
    await services.pass(1);
    await services.update(id, throughput(250));
  });

  it.each([
    [1200, 1500, 2400, 3000],
    [2400, 3000, 4800, 6000],
  ])(
    'requires metadata IOPS before growth: from %d GiB with %d IOPS to %d GiB only with %d',
    async (from, few, StorageCapacity, enough) => {
      const services = makeFsxServices();
      const input = persistent(setMetadata('USER_PROVISIONED', few), { StorageCapacity: from });
      const id = await services.createAvailable(input);
      const message = `${StorageCapacity} GiB include ${enough}`;
      await expectRefusal(services.update(id, { StorageCapacity }), 'BadRequest', message);
      await expectRefusal(services.update(id, { StorageCapacity, ...metadata(enough) }), 'BadRequest', 'at once');
      await services.update(id, metadata(enough));
      await services.pass(1000 * COOL_DOWN_SECONDS + LONG);
      await services.update(id, { StorageCapacity });
    },
  );

  it('refuses more storage until the storage optimization has ended, even after six hours', async () => {
    const optimization = { seconds: 8 * 3600, secondsPerTiB: 0 };
    const services = makeFsxServices({ timing: { steps: { optimization } } });
    const id = await services.createAvailable(scratch());
    await services.update(id, { StorageCapacity: 2400 });
    await services.pass(7 * HOUR);
    await expectRefusal(services.update(id, { StorageCapacity: 4800 }), 'BadRequest', 'storage optimization');
    await services.pass(2 * HOUR);
    await services.update(id, { StorageCapacity: 4800 });
  });

  it('keeps the old values after a failed update, and accepts the next one immediately', async () => {
    let failing = true;
    const services = makeFsxServices({ faults: { update: () => (failing ? 'fails' : undefined) } });
    const id = await services.createAvailable(persistent());
    await services.update(id, throughput(500));
    await services.pass(LONG);
    expect(await services.describe(id)).toMatchObject({
      Lifecycle: 'AVAILABLE',
      ...throughput(250),
      AdministrativeActions: [{ Status: 'FAILED', FailureDetails: { Message: expect.any(String) } }],
    });
    failing = false;
    await services.update(id, throughput(500));
    await services.pass(LONG);
    expect(await services.describe(id)).toMatchObject(throughput(500));
  });

  it('ends when the file system is deleted', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(persistent());
    await services.update(id, throughput(500));
    await services.pass(MINUTE);
    await services.remove(id);
    await services.pass(LONG);
    await expectRefusal(services.describe(id), 'FileSystemNotFound');
    expect(services.paid.map(({ what }) => what?.kind)).toEqual(['fsx:file-system', undefined]);
  });

  it('lists the ten newest actions only', async () => {
    const services = makeFsxServices();
    const id = await services.createAvailable(openZfs());
    for (let n = 0; n < 12; n++) {
      await services.update(id, { OpenZFSConfiguration: { ThroughputCapacity: n % 2 === 0 ? 640 : 320 } });
      await services.pass(LONG);
    }
    expect((await services.describe(id)).AdministrativeActions).toHaveLength(10);
  });

  it('refuses an unknown id, and a file system that is CREATING', async () => {
    const services = makeFsxServices();
    await expectRefusal(services.update('fs-00000000000000000', throughput(500)), 'FileSystemNotFound');
    await expectRefusal(services.update('mine', throughput(500)), 'ValidationException');
    const { FileSystemId = '' } = await services.create(persistent());
    await expectRefusal(services.update(FileSystemId, throughput(500)), 'BadRequest', 'CREATING');
  });
});
