import { fileSystem, fsxWorld, LONG, made, ontap } from '../fsx-world';

const HOUR = 3_600_000;
const BASE = { StorageCapacity: 2048 };
const named = (name: string, message = ''): unknown =>
  expect.objectContaining({ name, message: expect.stringContaining(message) as string });

async function world(configuration: object = {}) {
  const fsx = fsxWorld();
  const id = await made(fsx, ontap(configuration, BASE));
  const change = (input: object) => fsx.call('fsx', 'UpdateFileSystem', { FileSystemId: id, ...input });
  return { ...fsx, id, change, found: () => fileSystem(fsx, id) };
}
const SECOND = {
  DeploymentType: 'SINGLE_AZ_2' as const,
  HAPairs: 2,
  ThroughputCapacity: undefined,
  ThroughputCapacityPerHAPair: 1536,
};

describe('changes of an ONTAP file system', () => {
  it('of storage, operations and throughput come together, and are paid for when they are there', async () => {
    const { change, found, pass, paid } = await world();
    const before = paid.length;
    await change({
      StorageCapacity: 4096,
      OntapConfiguration: {
        ThroughputCapacity: 512,
        DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 15_000 },
      },
    });
    await pass(20 * 60_000);
    expect(await found()).toMatchObject({ Lifecycle: 'UPDATING', StorageCapacity: 2048 });
    expect(paid).toHaveLength(before);
    await pass(LONG);
    expect(await found()).toMatchObject({
      Lifecycle: 'AVAILABLE',
      StorageCapacity: 4096,
      OntapConfiguration: {
        ThroughputCapacity: 512,
        ThroughputCapacityPerHAPair: 512,
        DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 15_000 },
      },
    });
    expect(paid).toHaveLength(before + 1);
  });

  it('hold back each other for six hours, whatever they are of', async () => {
    const { change, pass } = await world();
    await change({ OntapConfiguration: { ThroughputCapacity: 256 } });
    await pass(5 * HOUR);
    await expect(change({ StorageCapacity: 4096 })).rejects.toEqual(named('BadRequest', 'less than 6 hours ago'));
    await pass(HOUR);
    await change({ StorageCapacity: 4096 });
  });

  it('of throughput are of all pairs, or of one', async () => {
    const { change, found, pass } = await world(SECOND);
    await change({ OntapConfiguration: { ThroughputCapacityPerHAPair: 3072 } });
    await pass(LONG);
    expect((await found()).OntapConfiguration).toMatchObject({ ThroughputCapacity: 6144, HAPairs: 2 });
  });

  it.each([
    [{}, { StorageCapacity: 2252 }, 'must be 2253'],
    [{}, { StorageCapacity: 1024 }, 'must be 2253'],
    [{}, { OntapConfiguration: { ThroughputCapacity: 128 } }, 'already'],
    [{}, { OntapConfiguration: { ThroughputCapacity: 384 } }, 'allowed are 128'],
    [{}, { OntapConfiguration: { ThroughputCapacity: 256, ThroughputCapacityPerHAPair: 256 } }, 'not both'],
    [{}, { OntapConfiguration: { DiskIopsConfiguration: { Mode: 'AUTOMATIC' } } }, 'already'],
    [{}, { OntapConfiguration: { DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 6143 } } }, '6144 to 160000'],
    [{}, { FileSystemTypeVersion: '2.15' }, 'only supported on Lustre'],
    [SECOND, { OntapConfiguration: { DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 400_001 } } }, '400000'],
  ])('of %p to %p are refused', async (configuration, input, message) => {
    const { change } = await world(configuration);
    await expect(change(input)).rejects.toEqual(named('BadRequest', message));
  });
});

describe('creates of an ONTAP file system', () => {
  it.each([
    [{ DeploymentType: 'MULTI_AZ_1' as const }, {}, 'BadRequest', 'PreferredSubnetId is required'],
    [{ HAPairs: 2 }, {}, 'BadRequest', 'allowed: 1 to 1'],
    [{}, { StorageCapacity: 1023 }, 'BadRequest', '1024 to 524288'],
    [SECOND, { StorageCapacity: 2047 }, 'BadRequest', '2048 to 1048576'],
    [{ ThroughputCapacity: undefined }, {}, 'BadRequest', 'must be given'],
    [{ PreferredSubnetId: 'subnet-00000000000000000' }, {}, 'BadRequest', 'in two zones'],
    [{ DiskIopsConfiguration: { Mode: 'AUTOMATIC' as const, Iops: 3 } }, {}, 'BadRequest', 'AUTOMATIC'],
    [{}, { OntapConfiguration: undefined }, 'MissingFileSystemConfiguration', 'OntapConfiguration'],
  ])('with %p and %p are refused', async (configuration, more, error, message) => {
    const fsx = fsxWorld();
    await expect(fsx.call('fsx', 'CreateFileSystem', ontap(configuration, more))).rejects.toEqual(
      named(error, message),
    );
  });
});

describe('pairs of servers', () => {
  const more = (configuration: object = {}, storage = 4096) => ({
    StorageCapacity: storage,
    OntapConfiguration: { HAPairs: 4, ThroughputCapacityPerHAPair: 1536, ...configuration },
  });

  it('are added with what each has, with interfaces of their own', async () => {
    const { change, found, pass } = await world(SECOND);
    const before = (await found()).NetworkInterfaceIds ?? [];
    await change(more({ DiskIopsConfiguration: { Mode: 'AUTOMATIC' } }));
    await pass(LONG);
    const { StorageCapacity, OntapConfiguration, NetworkInterfaceIds } = await found();
    expect(StorageCapacity).toBe(4096);
    expect(OntapConfiguration).toMatchObject({
      HAPairs: 4,
      ThroughputCapacity: 6144,
      DiskIopsConfiguration: { Mode: 'AUTOMATIC', Iops: 12_288 },
    });
    expect([before.length, NetworkInterfaceIds?.length]).toEqual([4, 8]);
    await expect(change({ OntapConfiguration: { ThroughputCapacityPerHAPair: 3072 } })).rejects.toEqual(
      named('BadRequest', 'less than 6 hours ago'),
    );
  });

  it('grow in proportion only, where there may be several, and never go away', async () => {
    const { change } = await world(SECOND);
    for (const wrong of [more({}, 5000), more({ ThroughputCapacityPerHAPair: 3072 })])
      await expect(change(wrong)).rejects.toEqual(named('BadRequest', 'in proportion to HAPairs'));
    await expect(change({ ...more({ HAPairs: 1 }), StorageCapacity: 2048 })).rejects.toEqual(
      named('BadRequest', 'HAPairs 2 cannot be 1'),
    );
    const { change: first } = await world();
    await expect(first(more({ HAPairs: 2, ThroughputCapacityPerHAPair: 128 }))).rejects.toEqual(
      named('BadRequest', 'HAPairs 1 cannot be 2 for SINGLE_AZ_1'),
    );
  });
});
