import { lustreServers, lustreSetup } from '../../../../../lib/twin/cloud/fsx/lustre/lustre';
import { thrownBy } from '../../world';
import { hardDisk, lustreOf, persistent, persistent1, scratch, tiering } from '../fsx-world';

type Input = Parameters<typeof lustreSetup>[0];
const setup = (input: object) => lustreSetup(input as Input, () => 'abcdefgh');
const EFA = { EfaEnabled: true, MetadataConfiguration: { Mode: 'AUTOMATIC' as const } };

describe('lustreSetup', () => {
  it.each([1200, 2400, 4800, 100_800])('takes %d GiB', (StorageCapacity) => {
    expect(setup(scratch({ StorageCapacity })).StorageCapacity).toBe(StorageCapacity);
  });

  it.each([
    ['SCRATCH_1', lustreOf('SCRATCH_1'), [1200, 2400, 3600, 7200], [600, 4800]],
    ['PERSISTENT_1', persistent1(), [1200, 2400, 4800], [3600]],
    ['hard disks with 12 MBps', hardDisk(), [6000, 12_000], [1200, 1800, 9000]],
    ['hard disks with 40 MBps', hardDisk({ PerUnitStorageThroughput: 40 }), [1800, 3600], [1200, 2400, 6001]],
  ])('knows the sizes of %s', (_what, input, sizes, others) => {
    for (const StorageCapacity of sizes)
      expect(setup({ ...input, StorageCapacity }).StorageCapacity).toBe(StorageCapacity);
    for (const StorageCapacity of others)
      expect(thrownBy(() => setup({ ...input, StorageCapacity }))).toMatchObject({ name: 'BadRequest' });
  });

  it('tells of Intelligent-Tiering its throughput and the size of its cache', () => {
    expect(setup(tiering({ ThroughputCapacity: 8000 }))).toMatchObject({
      StorageType: 'INTELLIGENT_TIERING',
      LustreConfiguration: {
        ThroughputCapacity: 8000,
        DataReadCacheConfiguration: { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY', SizeGiB: 40_000 },
      },
    });
    expect(lustreServers(setup(tiering({ ThroughputCapacity: 8000 })))).toBe(3);
  });

  it('calls every SCRATCH_1 by one name', () => {
    expect(setup(lustreOf('SCRATCH_1')).LustreConfiguration.MountName).toBe('fsx');
  });

  it.each([undefined, 0, -2400, 600, 3600, 2401])('refuses %p GiB', (StorageCapacity) => {
    expect(thrownBy(() => setup({ ...scratch(), StorageCapacity }))).toMatchObject({ name: 'BadRequest' });
  });

  it.each([
    [1000, 4800, 2400],
    [500, 9600, 4800],
    [250, 19_200, 9600],
    [125, 38_400, 19_200],
  ])('has a larger step with EFA the slower the tier: %d', (PerUnitStorageThroughput, good, bad) => {
    const asked = { ...EFA, PerUnitStorageThroughput };
    expect(lustreServers(setup(persistent(asked, { StorageCapacity: good })))).toBe(2);
    expect(thrownBy(() => setup(persistent(asked, { StorageCapacity: bad })))).toMatchObject({ name: 'BadRequest' });
  });

  it.each([
    [
      'EFA on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', EfaEnabled: true } }),
      'BadRequest',
    ],
    ['EFA without metadata', persistent({ EfaEnabled: true, MetadataConfiguration: undefined }), 'BadRequest'],
    [
      'metadata on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', MetadataConfiguration: { Mode: 'AUTOMATIC' } } }),
      'BadRequest',
    ],
    [
      'a throughput on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', PerUnitStorageThroughput: 125 } }),
      'BadRequest',
    ],
    ['no throughput', persistent({ PerUnitStorageThroughput: undefined }), 'InvalidPerUnitStorageThroughput'],
    ['a throughput out of range', persistent({ PerUnitStorageThroughput: 2000 }), 'ValidationException'],
    ['a number in AUTOMATIC', persistent({ MetadataConfiguration: { Mode: 'AUTOMATIC', Iops: 1500 } }), 'BadRequest'],
    ['no number', persistent({ MetadataConfiguration: { Mode: 'USER_PROVISIONED' } }), 'BadRequest'],
    ['no mode', persistent({ MetadataConfiguration: { Mode: undefined, Iops: 1500 } }), 'ValidationException'],
    ['an unknown mode', persistent({ MetadataConfiguration: { Mode: 'OTHER' as 'AUTOMATIC' } }), 'ValidationException'],
    ['an unknown compression', persistent({ DataCompressionType: 'ZSTD' as 'LZ4' }), 'ValidationException'],
    [
      'backups on scratch',
      scratch({ LustreConfiguration: { DeploymentType: 'SCRATCH_2', AutomaticBackupRetentionDays: 1 } }),
      'BadRequest',
    ],
    ['backups on SCRATCH_1', lustreOf('SCRATCH_1', { AutomaticBackupRetentionDays: 1 }), 'BadRequest'],
    ['a key on scratch', scratch({ KmsKeyId: 'arn:aws:kms:us-east-1:1:key/1' }), 'BadRequest'],
    [
      'a throughput of the other generation',
      persistent1({ PerUnitStorageThroughput: 125 }),
      'InvalidPerUnitStorageThroughput',
    ],
    ['metadata on PERSISTENT_1', persistent1({ MetadataConfiguration: { Mode: 'AUTOMATIC' } }), 'BadRequest'],
    ['hard disks of PERSISTENT_2', persistent({}, { StorageType: 'HDD' }), 'BadRequest'],
    ['hard disks without a word of their cache', hardDisk({ DriveCacheType: undefined }), 'BadRequest'],
    ['a cache of hard disks on SSD', persistent1({ DriveCacheType: 'READ' }), 'BadRequest'],
    ['throughput of SSD on hard disks', hardDisk({ PerUnitStorageThroughput: 50 }), 'InvalidPerUnitStorageThroughput'],
    ['Intelligent-Tiering of SCRATCH_2', scratch({ StorageType: 'INTELLIGENT_TIERING' }), 'BadRequest'],
    ['Intelligent-Tiering with a size', tiering({}, { StorageCapacity: 1200 }), 'BadRequest'],
    ['Intelligent-Tiering without throughput', tiering({ ThroughputCapacity: undefined }), 'BadRequest'],
    ['Intelligent-Tiering between the steps', tiering({ ThroughputCapacity: 6000 }), 'BadRequest'],
    [
      'Intelligent-Tiering without a word of its cache',
      tiering({ DataReadCacheConfiguration: undefined }),
      'BadRequest',
    ],
    [
      'a cache that is too small',
      tiering({ DataReadCacheConfiguration: { SizingMode: 'USER_PROVISIONED', SizeGiB: 31 } }),
      'BadRequest',
    ],
    [
      'a size of no cache',
      tiering({ DataReadCacheConfiguration: { SizingMode: 'NO_CACHE', SizeGiB: 32 } }),
      'BadRequest',
    ],
    ['Intelligent-Tiering without metadata', tiering({ MetadataConfiguration: undefined }), 'BadRequest'],
    [
      'other metadata of Intelligent-Tiering',
      tiering({ MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 24_000 } }),
      'BadRequest',
    ],
    ['91 days of backups', persistent({ AutomaticBackupRetentionDays: 91 }), 'ValidationException'],
    ['2.12 with metadata', persistent({}, { FileSystemTypeVersion: '2.12' }), 'BadRequest'],
    [
      '2.10 on persistent',
      persistent({ MetadataConfiguration: undefined }, { FileSystemTypeVersion: '2.10' }),
      'BadRequest',
    ],
  ])('refuses %s', (_what, input, name) => {
    expect(thrownBy(() => setup(input))).toMatchObject({ name });
  });

  it('has a default version by deployment and metadata', () => {
    expect(setup(scratch()).FileSystemTypeVersion).toBe('2.10');
    expect(setup(persistent({ MetadataConfiguration: undefined })).FileSystemTypeVersion).toBe('2.12');
    expect(setup(persistent()).FileSystemTypeVersion).toBe('2.15');
    expect(setup(scratch({ FileSystemTypeVersion: '2.15' })).FileSystemTypeVersion).toBe('2.15');
  });

  it('keeps no automatic backups unless asked', () => {
    expect(setup(persistent()).LustreConfiguration).toMatchObject({
      AutomaticBackupRetentionDays: 0,
      CopyTagsToBackups: false,
      MountName: 'abcdefgh',
    });
  });
});

describe('lustreServers', () => {
  it('counts a server for each 2400 GiB and a metadata server for each 12,000 IOPS', () => {
    const iops = (Iops: number) => ({ MetadataConfiguration: { Mode: 'USER_PROVISIONED' as const, Iops } });
    expect(lustreServers(setup(scratch()))).toBe(2);
    expect(lustreServers(setup(persistent(iops(12_000), { StorageCapacity: 9600 })))).toBe(5);
    expect(lustreServers(setup(persistent(iops(24_000), { StorageCapacity: 9600 })))).toBe(6);
  });
});
