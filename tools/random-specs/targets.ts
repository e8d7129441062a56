/** Targets as somebody might write them: mostly what AWS takes, now and then what it refuses. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';
import { lustre } from './lustre';
import { ontap } from './ontap';

/** Throughputs of the two families of OpenZFS: `fsx-openzfs/limits.ts` says which takes which. */
const FIRST = [64, 128, 256, 512, 1024] as const;
const SECOND = [160, 320, 640, 1280] as const;

function openZfsOf(deploymentTypes: readonly string[], throughputs: readonly number[]): fc.Arbitrary<Settings> {
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
    { weight: 1, arbitrary: staged.map(([rest, stages]) => ({ ...rest, stages: named('s', stages) })) },
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

/** Grown in place, and made faster; now and then shrunk. */
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
      .map(([made, stages]) => ({ ...made, stages: named('s', stages) })),
  },
);

const instanceStore = settings(
  { kind: fc.constant('instance-store') },
  { fileSystem: fc.constantFrom('xfs', 'ext4'), roles: likely(fc.constant(['client']), fc.constant(['nobody'])) },
);

const externalNfs = settings(
  {
    kind: fc.constant('external-nfs'),
    address: likely(fc.constantFrom('10.20.0.15', 'nas.example.com'), fc.constantFrom('127.0.0.1', '10.20', 'a b')),
    export: fc.constantFrom('/', '/export/bench'),
    folder: fc.constantFrom('.', 'bench'),
  },
  {
    entitled: fc.record({ bandwidth: fc.constantFrom('200 MB/s', '2 GB/s') }),
    usdPerHour: likely(fc.constantFrom(0, 0.5), fc.constantFrom(-1, 'dear')),
  },
);

const ceph = {
  kind: fc.constant('external-ceph'),
  monitors: likely(fc.constantFrom(['10.20.0.11'], ['mon1', 'mon2']), fc.constantFrom([], ['127.0.0.1'], 'mon1')),
};
const cephFs = settings(
  { ...ceph, folder: fc.constantFrom('.', 'bench') },
  { fsname: likely(fc.constant('cephfs'), fc.constant('a b')), usdPerHour: fc.constant(0.5) },
);
const rbd = settings({
  ...ceph,
  protocol: fc.constant('rbd'),
  pool: fc.constant('bench'),
  sizeGiB: likely(fc.constantFrom(64, 200), fc.constantFrom(0, '1 TiB')),
});

/** `{ s0: …, s1: … }`. */
export function named<T>(prefix: string, values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value, index) => [`${prefix}${index}`, value]));
}

/** What exists already is drawn less often: it has few rules. */
const foreign = fc.oneof(externalNfs, cephFs, rbd);

/** One to three of them by name. */
export const targets: fc.Arbitrary<Readonly<Record<string, Settings>>> = fc
  .array(
    fc.oneof(
      lustre,
      ontap,
      openZfsOf(['SINGLE_AZ_1', 'SINGLE_AZ_HA_1'], FIRST),
      openZfsOf(['SINGLE_AZ_2', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'], SECOND),
      ebs,
      instanceStore,
      foreign,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => named('t', all));
