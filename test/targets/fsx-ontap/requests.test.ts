import fc from 'fast-check';
import { makeOntapRequests, toOntapConfig } from '../../../lib/targets/fsx-ontap/requests';
import { CONFIG, KAFKA_2GBPS, SECOND } from './config';
import { planOntapChange } from '../../../lib/targets/fsx-ontap/change';
import { checkOntap } from '../../../lib/targets/fsx-ontap/check';
import { canHavePairs, hasPairThroughput, MAX_DISK_IOPS, listThroughputs } from '../../../lib/targets/fsx-ontap/limits';
import { IOPS_PER_GIB } from '../../../lib/targets/fsx-volumes';
import type { FsxOntap } from '../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../lib/targets/fsx-ontap/target';
import { changeAndDescribe, createAndDescribe } from '../described-target';
import cases from './requests.cases.json';

const GIB = 1024 ** 3;

describe('makeOntapRequests', () => {
  it('creates a file system without backups or password, a storage virtual machine and a volume', () => {
    expect(makeOntapRequests(CONFIG)).toEqual(cases.requests);
  });

  it('creates for the Kafka study one Multi-AZ file system, one storage virtual machine and six FlexGroups', () => {
    const made = makeOntapRequests(KAFKA_2GBPS);
    expect(made.map(({ id }) => id)).toEqual(cases.studyIds);
    expect(made[0]?.input).toMatchObject(cases.studyInput);
    for (const { input } of made.slice(2))
      expect(input['OntapConfiguration']).toMatchObject({
        SizeInBytes: 2150 * GIB,
        VolumeStyle: 'FLEXGROUP',
        AggregateConfiguration: { ConstituentsPerAggregate: 8 },
      });
  });

  it('sends HAPairs, throughput per pair, and the aggregate of each FlexVol for the second generation', () => {
    const [fs, , ...volumes] = makeOntapRequests({ ...SECOND, volumes: { count: 3, sizeGiB: 10 } });
    expect(fs?.input['OntapConfiguration']).toMatchObject({ HAPairs: 2, ThroughputCapacityPerHAPair: 3072 });
    expect(fs?.input['OntapConfiguration']).not.toHaveProperty('ThroughputCapacity');
    expect(
      volumes.map(({ input }) => (input['OntapConfiguration'] as Record<string, unknown>)['AggregateConfiguration']),
    ).toEqual([{ Aggregates: ['aggr1'] }, { Aggregates: ['aggr2'] }, { Aggregates: ['aggr1'] }]);
  });

  it('creates a secret first when transferSizeKiB is set, and refers to the password by name', () => {
    const made = makeOntapRequests({ ...CONFIG, transferSizeKiB: 1024 });
    expect(made[0]).toEqual({
      id: 'secret',
      call: 'secretsmanager:CreateSecret',
      input: { Description: 'Password of fsxadmin, for one host of a rig' },
      expectedSeconds: 2,
      timeoutSeconds: 300,
    });
    expect(made[1]?.input).toMatchObject({ OntapConfiguration: { FsxAdminPassword: '@secret.password' } });
    expect(made.slice(1).map(({ id }) => id)).toEqual(makeOntapRequests(CONFIG).map(({ id }) => id));
  });

  it('sends KmsKeyId only when the spec has a KMS key', () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    expect(makeOntapRequests({ ...CONFIG, kmsKeyId })[0]?.input).toMatchObject({ KmsKeyId: kmsKeyId });
    expect(makeOntapRequests(CONFIG)[0]?.input).not.toHaveProperty('KmsKeyId');
  });
});

/** Of a fresh account, all file systems together. */
const QUOTA = { storageGiB: 524_288, throughputMBps: 10_240, iops: 1_000_000 };

const types = fc.constantFrom(
  'SINGLE_AZ_1' as const,
  'MULTI_AZ_1' as const,
  'SINGLE_AZ_2' as const,
  'MULTI_AZ_2' as const,
  'SINGLE_AZ_3' as const,
  'MULTI_AZ_3' as const,
);

const pairs = types.chain((deploymentType) =>
  fc
    .record({
      haPairs: fc.integer({ min: 1, max: canHavePairs({ deploymentType }) ? 6 : 1 }),
      each: fc.constantFrom(...listThroughputs({ deploymentType })),
    })
    .filter(({ haPairs, each }) => haPairs * each <= QUOTA.throughputMBps)
    .map((size) => ({ deploymentType, ...size })),
);

const sizes = pairs.chain(({ deploymentType, haPairs, each }) =>
  fc
    .integer({ min: 1024 * haPairs, max: Math.min(QUOTA.storageGiB, Math.floor(QUOTA.iops / IOPS_PER_GIB)) })
    .chain((storageGiB) => {
      const least = IOPS_PER_GIB * storageGiB;
      const most = hasPairThroughput({ deploymentType }) ? MAX_DISK_IOPS.secondPerPair * haPairs : MAX_DISK_IOPS.first;
      const automatic = fc.constant('automatic' as const);
      const diskIops =
        least > most ? automatic : fc.oneof(automatic, fc.integer({ min: least, max: Math.min(most, QUOTA.iops) }));
      const throughput = hasPairThroughput({ deploymentType })
        ? { throughputMBpsPerPair: each }
        : { throughputMBps: each };
      return diskIops.map((asked) => ({ deploymentType, haPairs, storageGiB, ...throughput, diskIops: asked }));
    }),
);

const configs: fc.Arbitrary<FsxOntap> = fc
  .record({
    size: sizes,
    volumes: fc.record(
      {
        count: fc.integer({ min: 1, max: 4 }),
        sizeGiB: fc.integer({ min: 1, max: 300_000 }),
        constituents: fc.integer({ min: 1, max: 33 }),
      },
      { requiredKeys: ['count', 'sizeGiB'] },
    ),
  })
  .map(({ size, volumes }) => ({ kind: 'fsx-ontap' as const, ...size, volumes }));

describe('toOntapConfig', () => {
  it('returns the settings that the create requests were made from', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        expect(checkOntap(config).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(toOntapConfig(await createAndDescribe(fsxOntap, config))).toEqual(config);
      }),
    );
  });

  it('returns the new settings after changes in place', async () => {
    await fc.assert(
      fc.asyncProperty(configs, configs, async (from, other) => {
        const { deploymentType, haPairs, volumes } = from;
        const same = other.deploymentType === deploymentType && other.haPairs === haPairs;
        const grows = other.storageGiB >= 2 * from.storageGiB;
        const sizeGiB = Math.max(volumes.sizeGiB, other.volumes.sizeGiB);
        const to: FsxOntap = { ...(same && grows ? other : from), volumes: { ...volumes, sizeGiB } };
        const changed = planOntapChange(from, to);
        // The largest throughput wants storage and operations, whatever else is asked for.
        if (changed.kind === 'recreate') expect(changed.why).toMatch(/^4096 MB\/s need at least 5120 GiB/);
        fc.pre(changed.kind === 'inPlace');
        expect(toOntapConfig(await changeAndDescribe(fsxOntap, from, to))).toEqual(to);
      }),
    );
  });

  it('returns the settings after HA pairs were added, without the volumes for LUNs', async () => {
    const from: FsxOntap = {
      ...SECOND,
      throughputMBpsPerPair: 1536,
      volumes: { count: 1, sizeGiB: 1024 },
      luns: { perHost: 2, sizeGiB: 64 },
    };
    const to = { ...from, haPairs: 4, storageGiB: 16_384 };
    const { luns: _luns, ...told } = to;
    const found = await changeAndDescribe(fsxOntap, from, to);
    expect(found.volumes.map((one) => (one as { Name?: string }).Name)).toEqual(cases.readsBackMore);
    // What hosts make on the server itself, no service tells.
    expect(toOntapConfig(found)).toEqual(told);
  });

  it('returns all settings with a price when volumes are missing, and defaults for the rest', async () => {
    const special: FsxOntap = { ...CONFIG, volumes: { count: 3, sizeGiB: 300, constituents: 2 } };
    const { fileSystem } = await createAndDescribe<FsxOntap>(fsxOntap, special);
    expect(toOntapConfig({ fileSystem, volumes: [] })).toEqual(CONFIG);
    expect(fsxOntap.prices.lineItems(CONFIG)).toEqual(fsxOntap.prices.lineItems(special));
  });

  it('returns null for deployment types, volumes or file systems that no spec can describe', async () => {
    const { fileSystem, volumes } = await createAndDescribe(fsxOntap, SECOND);
    const { OntapConfiguration } = fileSystem as { OntapConfiguration?: object };
    const unknown = { ...fileSystem, OntapConfiguration: { ...OntapConfiguration, DeploymentType: 'MULTI_AZ_9' } };
    expect(toOntapConfig({ fileSystem: unknown, volumes })).toBeNull();
    expect(toOntapConfig({ fileSystem, volumes: [{ VolumeId: 'fsvol-1' }] })).toBeNull();
    expect(toOntapConfig({ fileSystem: {}, volumes })).toBeNull();
  });
});
