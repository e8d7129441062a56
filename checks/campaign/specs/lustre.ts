/** Random file systems of FSx for Lustre, of every type; some grow in stages. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';

const kind = fc.constant('fsx-lustre');
const sizes = likely(fc.constantFrom(1200, 2400, 4800), fc.constantFrom(1000, 1201, 0, -1200));
const metadata = likely(fc.constantFrom('automatic', 1500, 3000, 6000), fc.constantFrom('none', 1501, 'fast'));
const KEY = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';

/** Settings of every type. */
const shared = {
  compression: fc.constantFrom('NONE', 'LZ4'),
  stripeCount: likely(fc.constantFrom(-1, 1, 4), fc.constantFrom(0, 'all')),
};
const lasting = { ...shared, kmsKeyId: likely(fc.constant(KEY), fc.constant('alias/mine')) };

const scratch = settings(
  {
    kind,
    deploymentType: fc.constantFrom('SCRATCH_2', 'SCRATCH_1'),
    storageGiB: likely(fc.constantFrom(1200, 2400), fc.constantFrom(1000, 1201, 0, -1200)),
  },
  shared,
);

const persistent1 = settings(
  {
    kind,
    deploymentType: fc.constant('PERSISTENT_1'),
    storageGiB: sizes,
    perUnitMBps: likely(fc.constantFrom(50, 100, 200), fc.constantFrom(125, 12)),
  },
  lasting,
);

const hardDisk = fc.constantFrom([12, 6000], [40, 1800]).chain(([perUnitMBps, step]) =>
  settings(
    {
      kind,
      deploymentType: likely(fc.constant('PERSISTENT_1'), fc.constant('PERSISTENT_2')),
      storageType: fc.constant('HDD'),
      storageGiB: likely(fc.constant(step), fc.constantFrom(1200, 2400)),
      perUnitMBps: fc.constant(perUnitMBps),
      driveCache: likely(fc.constantFrom('NONE', 'READ'), fc.constant('WRITE')),
    },
    lasting,
  ),
);

const persistent = settings(
  {
    kind,
    deploymentType: fc.constant('PERSISTENT_2'),
    storageGiB: sizes,
    perUnitMBps: likely(fc.constantFrom(125, 250, 500, 1000), fc.constantFrom(126, '125')),
  },
  { ...lasting, metadataIops: metadata, storageType: fc.constant('SSD') },
);

/** Hosts of random fleets have no EFA: only this is refused for them. */
const efa = settings({
  kind,
  deploymentType: fc.constant('PERSISTENT_2'),
  storageGiB: likely(fc.constant(4800), fc.constant(2400)),
  perUnitMBps: fc.constant(1000),
  efa: fc.constant(true),
});

const tiered = settings(
  {
    kind,
    deploymentType: fc.constant('PERSISTENT_2'),
    storageType: fc.constant('INTELLIGENT_TIERING'),
    throughputMBps: likely(fc.constantFrom(4000, 8000), fc.constantFrom(2000, 4001)),
    readCacheGiB: likely(fc.constantFrom('none', 'proportional', 64, 4096), fc.constantFrom(8, 'all')),
    storedGiB: fc.constantFrom(0, 1024),
  },
  { ...lasting, metadataIops: likely(fc.constantFrom(6000, 12_000), fc.constantFrom(24_000, 'automatic')) },
);

/** One setting that grows, or changes in both directions, from stage to stage. */
function addStages(base: fc.Arbitrary<Settings>, setting: string, values: readonly unknown[]): fc.Arbitrary<Settings> {
  const stages = Object.fromEntries(values.map((value, index) => [`s${index}`, { [setting]: value }]));
  return base.map(({ [setting]: _, ...rest }) => ({ ...rest, stages }));
}

export const lustre: fc.Arbitrary<Settings> = fc.oneof(
  { weight: 3, arbitrary: scratch },
  { weight: 2, arbitrary: persistent1 },
  { weight: 2, arbitrary: hardDisk },
  { weight: 3, arbitrary: persistent },
  { weight: 2, arbitrary: tiered },
  { weight: 1, arbitrary: likely(persistent, efa) },
  { weight: 1, arbitrary: addStages(persistent, 'perUnitMBps', [125, 250]) },
  { weight: 1, arbitrary: addStages(persistent, 'compression', ['NONE', 'LZ4']) },
  { weight: 1, arbitrary: addStages(tiered, 'readCacheGiB', ['none', 64]) },
);
