import fc from 'fast-check';
import { change } from '../../../lib/targets/fsx-lustre/change';
import { check } from '../../../lib/targets/fsx-lustre/check';
import { described } from '../../../lib/targets/fsx-lustre/described';
import { type FsxLustre, PER_UNIT, type Persistent } from '../../../lib/targets/fsx-lustre/schema';
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
  perUnitMBps: fc.constantFrom(...PER_UNIT),
  metadataIops,
});
const configs: fc.Arbitrary<FsxLustre> = fc
  .tuple(
    fc.oneof(fc.record({ ...shared, deploymentType: fc.constant('SCRATCH_2' as const) }), persistents),
    fc.option(fc.constantFrom(-1, 1, 4), { nil: undefined }),
  )
  .map(([config, stripeCount]) => (stripeCount === undefined ? config : { ...config, stripeCount }));

/** Hosts give stripes to folders (`lfs setstripe`): FSx knows nothing of them. */
function asTold({ stripeCount: _stripeCount, ...told }: FsxLustre): Omit<FsxLustre, 'stripeCount'> {
  return told;
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

  it.each([
    ['a file system of no known throughput', { ...PERSISTENT, perUnitMBps: 125 }, { PerUnitStorageThroughput: 200 }],
    ['a file system for EFA', PERSISTENT, { EfaEnabled: true }],
    ['another deployment type', SCRATCH, { DeploymentType: 'SCRATCH_1' }],
  ])('does not take %s for one that a spec can ask for', async (_name, config, other) => {
    const { fileSystem } = await madeAndFound<FsxLustre>(fsxLustre, config as FsxLustre);
    const { LustreConfiguration } = fileSystem as { LustreConfiguration?: object };
    const changed = { ...fileSystem, LustreConfiguration: { ...LustreConfiguration, ...other } };
    expect(described({ fileSystem: changed, volumes: [] })).toBeNull();
  });

  it('reads disks and nothing else', async () => {
    const { fileSystem } = await madeAndFound<FsxLustre>(fsxLustre, PERSISTENT);
    expect(described({ fileSystem, volumes: [] })).toEqual(PERSISTENT);
    const other = { ...fileSystem, StorageType: 'HDD' };
    expect(described({ fileSystem: other, volumes: [] })).toBeNull();
    expect(described({ fileSystem: {}, volumes: [] })).toBeNull();
  });
});
