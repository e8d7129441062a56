import fc from 'fast-check';
import { makeOpenZfsRequests, toOpenZfsConfig } from '../../../lib/targets/fsx-openzfs/requests';
import { CONFIG } from './config';
import { planOpenZfsChange } from '../../../lib/targets/fsx-openzfs/change';
import { checkOpenZfs } from '../../../lib/targets/fsx-openzfs/check';
import { findServer, listThroughputs } from '../../../lib/targets/fsx-openzfs/limits';
import { IOPS_PER_GIB } from '../../../lib/targets/fsx-volumes';
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import { changeAndDescribe, createAndDescribe } from '../described-target';
import cases from './requests.cases.json';

describe('makeOpenZfsRequests', () => {
  it('creates a file system without backups and a volume under its root volume', () => {
    expect(makeOpenZfsRequests(CONFIG)).toEqual(cases.requests);
  });

  it('sends both subnets, the route table and the endpoint range for Multi-AZ', () => {
    const [fs] = makeOpenZfsRequests({ ...CONFIG, deploymentType: 'MULTI_AZ_1' });
    expect(fs?.input).toMatchObject(cases.oneTwoZones);
  });

  it('sends IOPS, quota, record size, compression and exports of the spec for each volume', () => {
    const config = { ...CONFIG, diskIops: 40_000, compression: 'LZ4', recordSizeKiB: 8, nfsExport: 'async' } as const;
    const made = makeOpenZfsRequests({ ...config, volumes: { count: 3, quotaGiB: 200 } });
    expect(made.map(({ id }) => id)).toEqual(['fs', 'volume1', 'volume2', 'volume3']);
    expect(made[0]?.input['OpenZFSConfiguration']).toMatchObject({
      DiskIopsConfiguration: { Mode: 'USER_PROVISIONED', Iops: 40_000 },
    });
    for (const { id, input } of made.slice(1)) {
      expect(input['Name']).toBe(id);
      expect(input['OpenZFSConfiguration']).toMatchObject(cases.saySpec);
    }
  });
});

/** Of a fresh account, all file systems together. */
const QUOTA = { throughputMBps: 10_240, iops: 160_000 };

const sizes = fc
  .record({
    deploymentType: fc.constantFrom(
      'SINGLE_AZ_1' as const,
      'SINGLE_AZ_2' as const,
      'SINGLE_AZ_HA_1' as const,
      'SINGLE_AZ_HA_2' as const,
      'MULTI_AZ_1' as const,
    ),
    storageGiB: fc.integer({ min: 64, max: Math.floor(QUOTA.iops / IOPS_PER_GIB) }),
  })
  .chain((size) =>
    fc
      .constantFrom(...listThroughputs(size).filter((one) => one <= QUOTA.throughputMBps))
      .map((throughputMBps) => ({ ...size, throughputMBps })),
  );

/** Provisioned only where the server carries more than comes with the storage. */
const withIops = sizes.chain((size) => {
  const least = IOPS_PER_GIB * size.storageGiB;
  const most = Math.min(QUOTA.iops, 1000 * size.storageGiB, findServer(size)?.iops.burst ?? 0);
  const automatic = fc.constant('automatic' as const);
  const diskIops = least > most ? automatic : fc.oneof(automatic, fc.integer({ min: least, max: most }));
  return diskIops.map((asked) => ({ ...size, diskIops: asked }));
});

const configs: fc.Arbitrary<FsxOpenZfs> = fc
  .record({
    size: withIops,
    settings: fc.record({
      kind: fc.constant('fsx-openzfs' as const),
      compression: fc.constantFrom('NONE' as const, 'ZSTD' as const, 'LZ4' as const),
      recordSizeKiB: fc.constantFrom(4, 8, 16, 32, 64, 128, 256, 512, 1024),
      nfsExport: fc.constantFrom('sync' as const, 'async' as const),
      volumes: fc.record(
        { count: fc.integer({ min: 1, max: 4 }), quotaGiB: fc.integer({ min: 1, max: 524_288 }) },
        { requiredKeys: ['count'] },
      ),
    }),
  })
  .map(({ size, settings }) => ({ ...size, ...settings }));

describe('toOpenZfsConfig', () => {
  it('returns the settings that the create requests were made from', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        expect(checkOpenZfs(config).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(toOpenZfsConfig(await createAndDescribe(fsxOpenZfs, config))).toEqual(config);
      }),
    );
  });

  it('returns the new settings after changes in place', async () => {
    await fc.assert(
      fc.asyncProperty(configs, configs, fc.boolean(), async (from, other, larger) => {
        const { throughputMBps, diskIops, storageGiB } = other.deploymentType === from.deploymentType ? other : from;
        const sizes = larger && storageGiB >= 2 * from.storageGiB ? { throughputMBps, diskIops, storageGiB } : {};
        const quotaGiB = other.volumes.quotaGiB === undefined ? {} : { quotaGiB: other.volumes.quotaGiB };
        const volumes = { count: from.volumes.count, ...quotaGiB };
        const kept = { compression: other.compression, recordSizeKiB: other.recordSizeKiB };
        const to: FsxOpenZfs = { ...from, ...sizes, nfsExport: other.nfsExport, volumes, ...kept };
        expect(planOpenZfsChange(from, to).kind).toBe('inPlace');
        expect(toOpenZfsConfig(await changeAndDescribe(fsxOpenZfs, from, to))).toEqual(to);
      }),
    );
  });

  it('returns all settings with a price when volumes are missing, and defaults for the rest', async () => {
    const special: FsxOpenZfs = { ...CONFIG, recordSizeKiB: 8, compression: 'LZ4', nfsExport: 'async' };
    const { fileSystem } = await createAndDescribe<FsxOpenZfs>(fsxOpenZfs, { ...special, volumes: { count: 3 } });
    expect(toOpenZfsConfig({ fileSystem, volumes: [] })).toEqual(CONFIG);
    expect(fsxOpenZfs.prices.lineItems(CONFIG)).toEqual(fsxOpenZfs.prices.lineItems(special));
  });

  it('returns null for deployment types, volumes or file systems that no spec can describe', async () => {
    const { fileSystem, volumes } = await createAndDescribe(fsxOpenZfs, CONFIG);
    const { OpenZFSConfiguration } = fileSystem as { OpenZFSConfiguration?: object };
    const unknown = { ...fileSystem, OpenZFSConfiguration: { ...OpenZFSConfiguration, DeploymentType: 'MULTI_AZ_9' } };
    expect(toOpenZfsConfig({ fileSystem: unknown, volumes })).toBeNull();
    expect(toOpenZfsConfig({ fileSystem, volumes: [{ VolumeId: 'fsvol-1' }] })).toBeNull();
    expect(toOpenZfsConfig({ fileSystem: {}, volumes })).toBeNull();
  });
});
