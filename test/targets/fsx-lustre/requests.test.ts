import { requests } from '../../../lib/targets/fsx-lustre/requests';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, TIERED } from './config';

const NETWORK = { SubnetIds: ['@network.subnetId'], SecurityGroupIds: ['@network.storageSecurityGroupId'] };

describe('the create of a Lustre file system', () => {
  it('says little of temporary storage, which has no backups and no metadata configuration', () => {
    expect(requests(SCRATCH)).toEqual([
      {
        id: 'fs',
        call: 'CreateFileSystem',
        input: {
          FileSystemType: 'LUSTRE',
          FileSystemTypeVersion: '2.15',
          StorageCapacity: 1200,
          StorageType: 'SSD',
          ...NETWORK,
          LustreConfiguration: { DeploymentType: 'SCRATCH_2', DataCompressionType: 'NONE' },
        },
        expectedSeconds: 602,
        timeoutSeconds: 3636,
      },
    ]);
  });

  it.each([
    ['automatic', { MetadataConfiguration: { Mode: 'AUTOMATIC' } }],
    [12_000, { MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 12_000 } }],
    ['none', {}],
  ] as const)('says the metadata operations of lasting storage: %p', (metadataIops, configuration) => {
    const [request] = requests({ ...PERSISTENT, metadataIops, compression: 'LZ4' });
    expect(request?.input['LustreConfiguration']).toEqual({
      DeploymentType: 'PERSISTENT_2',
      DataCompressionType: 'LZ4',
      PerUnitStorageThroughput: 250,
      AutomaticBackupRetentionDays: 0,
      ...configuration,
    });
  });

  it('says the throughput and the cache of older storage', () => {
    expect(requests(PERSISTENT_1)[0]?.input['LustreConfiguration']).toEqual({
      DeploymentType: 'PERSISTENT_1',
      DataCompressionType: 'NONE',
      PerUnitStorageThroughput: 100,
      AutomaticBackupRetentionDays: 0,
    });
    expect(requests(HARD_DISK)[0]?.input).toMatchObject({
      StorageType: 'HDD',
      StorageCapacity: 6000,
      LustreConfiguration: { DriveCacheType: 'READ', PerUnitStorageThroughput: 12 },
    });
  });

  it.each([
    ['none', { SizingMode: 'NO_CACHE' }],
    ['proportional', { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY' }],
    [64, { SizingMode: 'USER_PROVISIONED', SizeGiB: 64 }],
  ] as const)('says no size of Intelligent-Tiering but that of its cache: %p', (readCacheGiB, cache) => {
    const [request] = requests({ ...TIERED, readCacheGiB });
    expect(request?.input).toEqual({
      FileSystemType: 'LUSTRE',
      FileSystemTypeVersion: '2.15',
      StorageType: 'INTELLIGENT_TIERING',
      ...NETWORK,
      LustreConfiguration: {
        DeploymentType: 'PERSISTENT_2',
        DataCompressionType: 'NONE',
        ThroughputCapacity: 4000,
        DataReadCacheConfiguration: cache,
        MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 6000 },
        AutomaticBackupRetentionDays: 0,
      },
    });
  });

  it('says a key and EFA where they are asked for', () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    const [request] = requests({ ...PERSISTENT, storageGiB: 19_200, efa: true, kmsKeyId });
    expect(request?.input).toMatchObject({ KmsKeyId: kmsKeyId, LustreConfiguration: { EfaEnabled: true } });
  });

  it('waits longer for large ones', () => {
    const [small, large] = [1200, 72_000].map((storageGiB) => requests({ ...SCRATCH, storageGiB })[0]);
    expect(large?.expectedSeconds).toBe(722);
    expect(large?.timeoutSeconds).toBeGreaterThan(small?.timeoutSeconds ?? 0);
  });
});
