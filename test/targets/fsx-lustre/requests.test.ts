import fc from 'fast-check';
import { makeLustreRequests, toLustreConfig } from '../../../lib/targets/fsx-lustre/requests';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, TIERED } from './config';
import { planLustreChange } from '../../../lib/targets/fsx-lustre/change';
import { checkLustre } from '../../../lib/targets/fsx-lustre/check';
import {
  type FsxLustre,
  type HardDisk,
  PER_UNIT_MBPS,
  type Persistent,
  type TieredConfig,
} from '../../../lib/targets/fsx-lustre/config';
import { lustreSchema } from '../../../lib/targets/fsx-lustre/schema';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { changeAndDescribe, createAndDescribe } from '../described-target';

const NETWORK = { SubnetIds: ['@network.subnetId'], SecurityGroupIds: ['@network.storageSecurityGroupId'] };

describe('makeLustreRequests', () => {
  it('sends neither backups nor metadata settings for SCRATCH_2', () => {
    expect(makeLustreRequests(SCRATCH)).toEqual([
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
  ] as const)('sends the metadata configuration of PERSISTENT_2: %p', (metadataIops, configuration) => {
    const [request] = makeLustreRequests({ ...PERSISTENT, metadataIops, compression: 'LZ4' });
    expect(request?.input['LustreConfiguration']).toEqual({
      DeploymentType: 'PERSISTENT_2',
      DataCompressionType: 'LZ4',
      PerUnitStorageThroughput: 250,
      AutomaticBackupRetentionDays: 0,
      ...configuration,
    });
  });

  it('sends throughput of PERSISTENT_1, and storage type and drive cache of HDD', () => {
    expect(makeLustreRequests(PERSISTENT_1)[0]?.input['LustreConfiguration']).toEqual({
      DeploymentType: 'PERSISTENT_1',
      DataCompressionType: 'NONE',
      PerUnitStorageThroughput: 100,
      AutomaticBackupRetentionDays: 0,
    });
    expect(makeLustreRequests(HARD_DISK)[0]?.input).toMatchObject({
      StorageType: 'HDD',
      StorageCapacity: 6000,
      LustreConfiguration: { DriveCacheType: 'READ', PerUnitStorageThroughput: 12 },
    });
  });

  it.each([
    ['none', { SizingMode: 'NO_CACHE' }],
    ['proportional', { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY' }],
    [64, { SizingMode: 'USER_PROVISIONED', SizeGiB: 64 }],
  ] as const)(
    'sends throughput and read cache instead of a storage size for Intelligent-Tiering: %p',
    (readCacheGiB, cache) => {
      const [request] = makeLustreRequests({ ...TIERED, readCacheGiB });
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
          MetadataConfiguration: { Mode: 'AUTOMATIC' },
          AutomaticBackupRetentionDays: 0,
        },
      });
    },
  );

  it('sends provisioned metadata IOPS of Intelligent-Tiering when the spec has a number', () => {
    expect(makeLustreRequests({ ...TIERED, metadataIops: 6000 })[0]?.input).toMatchObject({
      LustreConfiguration: { MetadataConfiguration: { Mode: 'USER_PROVISIONED', Iops: 6000 } },
    });
  });

  it('sends KmsKeyId and EfaEnabled when the spec has them', () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    const [request] = makeLustreRequests({ ...PERSISTENT, storageGiB: 19_200, efa: true, kmsKeyId });
    expect(request?.input).toMatchObject({ KmsKeyId: kmsKeyId, LustreConfiguration: { EfaEnabled: true } });
  });

  it('waits longer for large file systems', () => {
    const [small, large] = [1200, 72_000].map((storageGiB) => makeLustreRequests({ ...SCRATCH, storageGiB })[0]);
    expect(large?.expectedSeconds).toBe(722);
    expect(large?.timeoutSeconds).toBeGreaterThan(small?.timeoutSeconds ?? 0);
  });
});

/** As far as the quota of a fresh account goes. */
const storageGiB = fc.oneof(
  fc.constant(1200),
  fc.integer({ min: 1, max: 42 }).map((count) => 2400 * count),
);
const metadataIops = fc.oneof(
  fc.constantFrom('automatic' as const, 'none' as const),
  fc.constantFrom(1500, 3000, 6000),
  fc.integer({ min: 1, max: 16 }).map((count) => 12_000 * count),
);
const shared = {
  kind: fc.constant('fsx-lustre' as const),
  storageGiB,
  compression: fc.constantFrom('NONE' as const, 'LZ4' as const),
};
const isOffered = (config: FsxLustre): boolean => checkLustre(config).every(({ severity }) => severity !== 'error');
const persistents: fc.Arbitrary<Persistent> = fc
  .record({
    ...shared,
    deploymentType: fc.constant('PERSISTENT_2' as const),
    perUnitMBps: fc.constantFrom(...PER_UNIT_MBPS.PERSISTENT_2),
    metadataIops,
  })
  .filter(isOffered);
const scratches = fc.record({ ...shared, deploymentType: fc.constant('SCRATCH_2' as const) });
const older = fc.record({
  kind: shared.kind,
  compression: shared.compression,
  deploymentType: fc.constant('SCRATCH_1' as const),
  storageGiB: fc.constantFrom(1200, 2400, 3600, 7200),
});
const persistents1 = fc.record({
  ...shared,
  deploymentType: fc.constant('PERSISTENT_1' as const),
  perUnitMBps: fc.constantFrom(...PER_UNIT_MBPS.PERSISTENT_1),
});
const hardDisks: fc.Arbitrary<HardDisk> = fc
  .tuple(fc.constantFrom(...PER_UNIT_MBPS.HDD), fc.integer({ min: 1, max: 17 }), fc.constantFrom('NONE', 'READ'))
  .map(([perUnitMBps, steps, driveCache]) => ({
    kind: 'fsx-lustre',
    deploymentType: 'PERSISTENT_1',
    storageType: 'HDD',
    compression: 'NONE',
    storageGiB: steps * (perUnitMBps === 12 ? 6000 : 1800),
    perUnitMBps,
    driveCache,
  }));
const tiereds: fc.Arbitrary<TieredConfig> = fc.record({
  kind: shared.kind,
  compression: shared.compression,
  deploymentType: fc.constant('PERSISTENT_2' as const),
  storageType: fc.constant('INTELLIGENT_TIERING' as const),
  throughputMBps: fc.constantFrom(1000, 2000, 4000, 100_000),
  readCacheGiB: fc.constantFrom('none' as const, 'proportional' as const, 4096),
  metadataIops: fc.constantFrom('automatic' as const, 1500, 12_000),
  storedGiB: fc.nat(100_000),
});
const efas: fc.Arbitrary<Persistent> = fc
  .tuple(fc.constantFrom(...PER_UNIT_MBPS.PERSISTENT_2), fc.integer({ min: 1, max: 2 }))
  .map(([perUnitMBps, steps]) => {
    const step = { 1000: 4800, 500: 9600, 250: 19_200, 125: 38_400 }[perUnitMBps];
    return { ...PERSISTENT, efa: true, perUnitMBps, storageGiB: steps * step };
  });
const configs: fc.Arbitrary<FsxLustre> = fc
  .tuple(
    fc.oneof<fc.Arbitrary<FsxLustre>[]>(scratches, older, persistents1, hardDisks, persistents, efas, tiereds),
    fc.option(fc.constantFrom(-1, 1, 4), { nil: undefined }),
  )
  .map(([config, stripeCount]): FsxLustre => (stripeCount === undefined ? config : { ...config, stripeCount }));

/** Hosts give stripes to folders (`lfs setstripe`): FSx knows nothing of them, nor of what would be stored. */
function toReported({ stripeCount: _stripeCount, ...told }: FsxLustre): object {
  return 'storedGiB' in told ? { ...told, storedGiB: 0 } : told;
}

describe('toLustreConfig', () => {
  it('returns the settings that the create requests were made from', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        expect(checkLustre(config).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(toLustreConfig(await createAndDescribe(fsxLustre, config))).toEqual(toReported(config));
      }),
    );
  });

  it('returns the new settings after one setting changed in place', async () => {
    const settings = fc.constantFrom('storageGiB' as const, 'perUnitMBps' as const, 'metadataIops' as const);
    await fc.assert(
      fc.asyncProperty(persistents, persistents, settings, async (from, other, setting) => {
        const to = { ...from, [setting]: other[setting] };
        fc.pre(isOffered(to) && planLustreChange(from, to).kind === 'inPlace');
        expect(toLustreConfig(await changeAndDescribe<FsxLustre>(fsxLustre, from, to))).toEqual(to);
      }),
    );
  });

  it('returns the new settings after changes in place of every deployment type', async () => {
    await fc.assert(
      fc.asyncProperty(configs, configs, async (from, other) => {
        const { deploymentType, storageType } = from;
        fc.pre(deploymentType === other.deploymentType && storageType === other.storageType);
        const [before, to] = [
          lustreSchema.parse({ ...from, stripeCount: 1 }),
          lustreSchema.parse({ ...other, stripeCount: 1 }),
        ];
        fc.pre(planLustreChange(before, to).kind === 'inPlace');
        expect(toLustreConfig(await changeAndDescribe(fsxLustre, before, to))).toEqual(toReported(to));
      }),
    );
  });

  it.each([
    ['a file system of unknown throughput', { ...PERSISTENT, perUnitMBps: 125 }, { PerUnitStorageThroughput: 200 }],
    ['a scratch file system for EFA', SCRATCH, { EfaEnabled: true }],
    ['an unknown deployment type', SCRATCH, { DeploymentType: 'SCRATCH_3' }],
  ])('returns null for a description of %s', async (_name, config, other) => {
    const { fileSystem } = await createAndDescribe<FsxLustre>(fsxLustre, config as FsxLustre);
    const { LustreConfiguration } = fileSystem as { LustreConfiguration?: object };
    const changed = { ...fileSystem, LustreConfiguration: { ...LustreConfiguration, ...other } };
    expect(toLustreConfig({ fileSystem: changed, volumes: [] })).toBeNull();
  });

  it('returns the settings of PERSISTENT_2, and null for a storage type that it lacks', async () => {
    const { fileSystem } = await createAndDescribe<FsxLustre>(fsxLustre, PERSISTENT);
    expect(toLustreConfig({ fileSystem, volumes: [] })).toEqual(PERSISTENT);
    const other = { ...fileSystem, StorageType: 'HDD' };
    expect(toLustreConfig({ fileSystem: other, volumes: [] })).toBeNull();
    expect(toLustreConfig({ fileSystem: {}, volumes: [] })).toBeNull();
  });
});
