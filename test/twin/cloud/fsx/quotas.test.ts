import { create, fsxWorld, LONG, made, openZfs, persistent, refused, scratch } from './fsx-world';

const limited = { scratch: { fileSystems: 2, storageGiB: 4800 } };

describe('requireQuota', () => {
  it('counts file systems of a kind, those still going included', async () => {
    const world = fsxWorld({ quotas: limited });
    const first = await made(world, scratch());
    await create(world, scratch());
    await expect(create(world, scratch())).rejects.toMatchObject({
      name: 'ServiceLimitExceeded',
      Limit: 'FILE_SYSTEM_COUNT',
    });
    await expect(create(world, persistent())).resolves.toBeDefined();
    await world.call('fsx', 'DeleteFileSystem', { FileSystemId: first });
    await expect(create(world, scratch())).rejects.toMatchObject({ Limit: 'FILE_SYSTEM_COUNT' });
    await world.pass(LONG);
    await expect(create(world, scratch())).resolves.toBeDefined();
  });

  it('adds up storage, throughput and IOPS', async () => {
    const world = fsxWorld({ quotas: limited });
    await create(world, scratch({ StorageCapacity: 2400 }));
    await expect(create(world, scratch({ StorageCapacity: 4800 }))).rejects.toMatchObject({ Limit: 'TOTAL_STORAGE' });
    await create(world, openZfs({ ThroughputCapacity: 7680 }));
    await expect(create(world, openZfs({ ThroughputCapacity: 3840 }))).rejects.toMatchObject({
      Limit: 'TOTAL_THROUGHPUT_CAPACITY',
    });
    const DiskIopsConfiguration = { Mode: 'USER_PROVISIONED', Iops: 158_000 } as const;
    const greedy = openZfs({ ThroughputCapacity: 10_240, DiskIopsConfiguration });
    await expect(create(fsxWorld(), greedy)).resolves.toBeDefined();
    const others = fsxWorld();
    await create(others, openZfs({ ThroughputCapacity: 160 }));
    await expect(create(others, openZfs({ ThroughputCapacity: 7680, DiskIopsConfiguration }))).rejects.toMatchObject({
      Limit: 'TOTAL_SSD_IOPS',
    });
  });

  it('has more storage of OpenZFS in the largest Regions', async () => {
    const storage = openZfs({}, { StorageCapacity: 65_537 });
    for (const region of ['us-east-1', 'us-east-2', 'us-west-2']) {
      const world = fsxWorld({}, { place: { region, account: '123456789012' } });
      await expect(create(world, openZfs({}, { StorageCapacity: 53_000 }))).resolves.toBeDefined();
      // Together above 65,536 GiB, and above the quota of IOPS: the limits are looked at in that order.
      await expect(create(world, storage)).rejects.toMatchObject({ Limit: 'TOTAL_SSD_IOPS' });
    }
    const elsewhere = fsxWorld({}, { place: { region: 'eu-west-1', account: '123456789012' } });
    await expect(create(elsewhere, storage)).rejects.toMatchObject({ Limit: 'TOTAL_STORAGE' });
  });

  it('holds for changes too', async () => {
    const world = fsxWorld({ quotas: limited });
    const id = await made(world, scratch());
    await expect(refused(world, 'UpdateFileSystem', { FileSystemId: id, StorageCapacity: 7200 })).rejects.toMatchObject(
      { name: 'ServiceLimitExceeded', Limit: 'TOTAL_STORAGE' },
    );
  });
});
