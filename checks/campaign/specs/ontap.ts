/** Random file systems of FSx for ONTAP: volumes or LUNs, some changing in stages. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';

const kind = fc.constant('fsx-ontap');
const KEY = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
const diskIops = likely(fc.constantFrom('automatic', 12_000), fc.constantFrom(1, 10_000_000));

const volumes = fc.record(
  {
    count: likely(fc.integer({ min: 1, max: 3 }), fc.constant(0)),
    sizeGiB: likely(fc.constantFrom(400, 900), fc.constant(0)),
    constituents: likely(fc.constantFrom(1, 4), fc.constant(300)),
  },
  { requiredKeys: ['count', 'sizeGiB'] },
);
const luns = fc.record(
  {
    perHost: likely(fc.integer({ min: 1, max: 4 }), fc.constant(0)),
    sizeGiB: likely(fc.constantFrom(64, 200), fc.constant(0)),
    log: fc.record({ perHost: fc.constant(1), sizeGiB: fc.constant(16) }),
  },
  { requiredKeys: ['perHost', 'sizeGiB'] },
);

/** Access of hosts: volumes by NFS, with or without a request size; or disks by iSCSI. */
const served = fc.oneof(
  settings({}, { volumes, transferSizeKiB: likely(fc.constantFrom(64, 256, 1024), fc.constant(100)) }),
  settings({ luns }),
);

const first = settings(
  {
    kind,
    deploymentType: fc.constantFrom('SINGLE_AZ_1', 'MULTI_AZ_1'),
    storageGiB: likely(fc.constantFrom(1024, 2048), fc.constantFrom(1000, 0)),
    throughputMBps: likely(fc.constantFrom(128, 256, 512, 1024), fc.constantFrom(100, 0)),
  },
  { diskIops, kmsKeyId: likely(fc.constant(KEY), fc.constant('alias/mine')) },
);
const firstStaged = fc
  .tuple(first, fc.uniqueArray(fc.constantFrom(128, 256, 512), { minLength: 2, maxLength: 3 }))
  .map(([made, throughputs]) => ({
    ...made,
    stages: Object.fromEntries(throughputs.map((throughputMBps, nth) => [`s${nth}`, { throughputMBps }])),
  }));

/** Equal pairs, so that more can be added in place. */
const second = fc
  .record({
    pairs: likely(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 13)),
    storage: fc.constantFrom(1024, 2048),
  })
  .map(({ pairs, storage }) => ({
    kind: 'fsx-ontap',
    deploymentType: 'SINGLE_AZ_2',
    haPairs: pairs,
    storageGiB: pairs * storage,
    throughputMBpsPerPair: 1536,
  }));
const secondStaged = fc.constantFrom([1, 2], [1, 3], [2, 3], [2, 1]).map((pairs) => ({
  kind: 'fsx-ontap',
  deploymentType: 'SINGLE_AZ_2',
  throughputMBpsPerPair: 1536,
  stages: Object.fromEntries(pairs.map((haPairs, nth) => [`s${nth}`, { haPairs, storageGiB: 1024 * haPairs }])),
}));

export const ontap: fc.Arbitrary<Settings> = fc
  .tuple(fc.oneof(first, firstStaged, second, secondStaged), served)
  .map(([made, had]) => ({ ...made, ...had }));
