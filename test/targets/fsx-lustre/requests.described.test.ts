import fc from 'fast-check';
import { change } from '../../../lib/targets/fsx-lustre/change';
import { check } from '../../../lib/targets/fsx-lustre/check';
import { described } from '../../../lib/targets/fsx-lustre/requests';
import {
  type FsxLustre,
  type HardDisk,
  PER_UNIT,
  type Persistent,
  type Tiered,
  TIERED_METADATA,
} from '../../../lib/targets/fsx-lustre/settings/config';
import { schema } from '../../../lib/targets/fsx-lustre/settings/schema';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { changedAndFound, madeAndFound } from '../described-world';
import { PERSISTENT, SCRATCH } from './config';

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
const persistents: fc.Arbitrary<Persistent> = fc.record({
  ...shared,
  deploymentType: fc.constant('PERSISTENT_2' as const),
  perUnitMBps: fc.constantFrom(...PER_UNIT.PERSISTENT_2),
  metadataIops,
});
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
  perUnitMBps: fc.constantFrom(...PER_UNIT.PERSISTENT_1),
});
const hardDisks: fc.Arbitrary<HardDisk> = fc
  .tuple(fc.constantFrom(...PER_UNIT.HDD), fc.integer({ min: 1, max: 17 }), fc.constantFrom('NONE', 'READ'))
  .map(([perUnitMBps, steps, driveCache]) => ({
    kind: 'fsx-lustre',
    deploymentType: 'PERSISTENT_1',
    storageType: 'HDD',
    compression: 'NONE',
    storageGiB: steps * (perUnitMBps === 12 ? 6000 : 1800),
    perUnitMBps,
    driveCache,
  }));
const tiereds: fc.Arbitrary<Tiered> = fc.record({
  kind: shared.kind,
  compression: shared.compression,
  deploymentType: fc.constant('PERSISTENT_2' as const),
  storageType: fc.constant('INTELLIGENT_TIERING' as const),
  throughputMBps: fc.integer({ min: 1, max: 25 }).map((steps) => 4000 * steps),
  readCacheGiB: fc.constantFrom('none' as const, 'proportional' as const, 4096),
  metadataIops: fc.constantFrom(...TIERED_METADATA),
  storedGiB: fc.nat(100_000),
});
const efas: fc.Arbitrary<Persistent> = fc
  .tuple(fc.constantFrom(...PER_UNIT.PERSISTENT_2), fc.integer({ min: 1, max: 2 }))
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
function asTold({ stripeCount: _stripeCount, ...told }: FsxLustre): object {
  return 'storedGiB' in told ? { ...told, storedGiB: 0 } : told;
}

describe('described', () => {
  it('reads back what requests create', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        expect(check(config).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(described(await madeAndFound(fsxLustre, config))).toEqual(asTold(config));
      }),
    );
  });

  it('reads back what changes in place make of it', async () => {
    const settings = fc.constantFrom('storageGiB' as const, 'perUnitMBps' as const, 'metadataIops' as const);
    await fc.assert(
      fc.asyncProperty(persistents, persistents, settings, async (from, other, setting) => {
        const to = { ...from, [setting]: other[setting] };
        fc.pre(change(from, to).kind === 'inPlace');
        expect(described(await changedAndFound<FsxLustre>(fsxLustre, from, to))).toEqual(to);
      }),
    );
  });

  it('reads back what changes in place make of Intelligent-Tiering, of compression and of older storage', async () => {
    await fc.assert(
      fc.asyncProperty(configs, configs, async (from, other) => {
        const { deploymentType, storageType } = from;
        fc.pre(deploymentType === other.deploymentType && storageType === other.storageType);
        const [before, to] = [schema.parse({ ...from, stripeCount: 1 }), schema.parse({ ...other, stripeCount: 1 })];
        fc.pre(change(before, to).kind === 'inPlace');
        expect(described(await changedAndFound(fsxLustre, before, to))).toEqual(asTold(to));
      }),
    );
  });

  it.each([
    ['a file system of no known throughput', { ...PERSISTENT, perUnitMBps: 125 }, { PerUnitStorageThroughput: 200 }],
    ['a scratch file system for EFA', SCRATCH, { EfaEnabled: true }],
    ['a deployment type that nobody knows', SCRATCH, { DeploymentType: 'SCRATCH_3' }],
  ])('does not take %s for one that a spec can ask for', async (_name, config, other) => {
    const { fileSystem } = await madeAndFound<FsxLustre>(fsxLustre, config as FsxLustre);
    const { LustreConfiguration } = fileSystem as { LustreConfiguration?: object };
    const changed = { ...fileSystem, LustreConfiguration: { ...LustreConfiguration, ...other } };
    expect(described({ fileSystem: changed, volumes: [] })).toBeNull();
  });

  it('reads only what storage a type has', async () => {
    const { fileSystem } = await madeAndFound<FsxLustre>(fsxLustre, PERSISTENT);
    expect(described({ fileSystem, volumes: [] })).toEqual(PERSISTENT);
    const other = { ...fileSystem, StorageType: 'HDD' };
    expect(described({ fileSystem: other, volumes: [] })).toBeNull();
    expect(described({ fileSystem: {}, volumes: [] })).toBeNull();
  });
});
