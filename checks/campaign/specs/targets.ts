/** Random targets: mostly valid on AWS, sometimes not. */
import fc from 'fast-check';
import { likely, nameValues, type Settings, settings } from './draw';
import { efs } from './efs';
import { directory, externalStorage } from './external-storage';
import { lustre } from './lustre';
import { ontap } from './ontap';

/** Throughputs of the two families of OpenZFS: see `fsx-openzfs/limits.ts`. */
const FIRST = [64, 128, 256, 512, 1024] as const;
const SECOND = [160, 320, 640, 1280] as const;

function drawOpenZfs(deploymentTypes: readonly string[], throughputs: readonly number[]): fc.Arbitrary<Settings> {
  const throughput = likely(fc.constantFrom(...throughputs), fc.constantFrom(100, 0));
  const diskIops = likely(fc.constantFrom('automatic', 3200, 5000, 20_000), fc.constantFrom(1, 10_000_000));
  const made = settings(
    {
      kind: fc.constant('fsx-openzfs'),
      deploymentType: fc.constantFrom(...deploymentTypes),
      storageGiB: likely(fc.constantFrom(128, 256, 1024), fc.constantFrom(63, 0)),
    },
    {
      compression: fc.constantFrom('NONE', 'ZSTD', 'LZ4'),
      recordSizeKiB: likely(fc.constantFrom(4, 8, 128, 1024), fc.constant(5)),
      nfsExport: fc.constantFrom('sync', 'async'),
      volumes: fc.record({ count: likely(fc.integer({ min: 1, max: 3 }), fc.constant(0)) }),
    },
  );
  const flat = fc.tuple(made, fc.record({ throughputMBps: throughput }), fc.record({ diskIops }));
  const staged = fc.tuple(
    made,
    fc.uniqueArray(fc.record({ throughputMBps: throughput, diskIops }), {
      minLength: 2,
      maxLength: 3,
      selector: (stage) => JSON.stringify(stage),
    }),
  );
  return fc.oneof(
    { weight: 2, arbitrary: flat.map(([rest, speed, disks]) => ({ ...rest, ...speed, ...disks })) },
    { weight: 1, arbitrary: staged.map(([rest, stages]) => ({ ...rest, stages: nameValues('s', stages) })) },
  );
}

const ebsMade = settings(
  {
    kind: fc.constant('ebs'),
    volumeType: fc.constantFrom('gp3', 'io2', 'gp2', 'io1', 'st1', 'sc1'),
    sizeGiB: likely(fc.constantFrom(64, 200), fc.constantFrom(0, 65_537)),
  },
  {
    iops: likely(fc.constantFrom(3000, 5000), fc.constantFrom(2999, 'many')),
    volumes: likely(fc.constantFrom(1, 2, 4), fc.constantFrom(0, 27, 100)),
    stripeKiB: likely(fc.constantFrom(64, 256), fc.constantFrom(0, 96)),
    fileSystem: fc.constantFrom('xfs', 'ext4'),
  },
);

/** Growth in place, and higher speed; rarely a decrease. */
const ebsStages = fc.uniqueArray(
  fc.record({
    volumeType: fc.constantFrom('gp3', 'io2'),
    sizeGiB: likely(fc.constantFrom(64, 128), fc.constantFrom(32)),
    iops: fc.constantFrom(3000, 6000),
  }),
  { minLength: 2, maxLength: 3, selector: (stage) => JSON.stringify(stage) },
);
const ebs = fc.oneof(
  { weight: 2, arbitrary: ebsMade },
  {
    weight: 1,
    arbitrary: fc
      .tuple(settings({ kind: fc.constant('ebs') }, { volumes: fc.constantFrom(1, 2) }), ebsStages)
      .map(([made, stages]) => ({ ...made, stages: nameValues('s', stages) })),
  },
);

const instanceStore = settings(
  { kind: fc.constant('instance-store') },
  { fileSystem: fc.constantFrom('xfs', 'ext4'), roles: likely(fc.constant(['client']), fc.constant(['nobody'])) },
);

/** One to three of them by name. */
export const targets: fc.Arbitrary<Readonly<Record<string, Settings>>> = fc
  .array(
    fc.oneof(
      lustre,
      ontap,
      drawOpenZfs(['SINGLE_AZ_1'], FIRST),
      drawOpenZfs(['SINGLE_AZ_2', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'], SECOND),
      efs,
      ebs,
      instanceStore,
      externalStorage,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => nameValues('t', all));

/** Storage that external hosts can use: nothing is created for it. */
export const externalTargets: fc.Arbitrary<Readonly<Record<string, Settings>>> = fc
  .array(fc.oneof({ weight: 3, arbitrary: directory }, { weight: 1, arbitrary: externalStorage }), {
    minLength: 1,
    maxLength: 2,
  })
  .map((all) => nameValues('t', all));
