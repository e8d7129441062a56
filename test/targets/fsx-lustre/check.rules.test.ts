import { type Rule, saidOf } from '../rule-world';

const RULES: readonly Rule[] = [
  {
    wrong: 'kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 3600',
    right: 'kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 4800',
    says: [
      'error BadStorage storageGiB: found 3600; SCRATCH_2 has 1200 GiB, 2400 GiB or a multiple of ' +
        '2400 GiB: write 2400 or 4800',
    ],
  },
  {
    wrong: 'kind: fsx-lustre, deploymentType: PERSISTENT_1, storageGiB: 1200, perUnitMBps: 125',
    right: 'kind: fsx-lustre, deploymentType: PERSISTENT_1, storageGiB: 1200, perUnitMBps: 100',
    says: ['error BadValue perUnitMBps: found 125; needed here: one of 50, 100, 200, MB/s for each TiB of storage'],
  },
  {
    wrong:
      'kind: fsx-lustre, deploymentType: PERSISTENT_1, storageType: HDD, storageGiB: 1800, ' +
      'perUnitMBps: 12, driveCache: NONE',
    right:
      'kind: fsx-lustre, deploymentType: PERSISTENT_1, storageType: HDD, storageGiB: 6000, ' +
      'perUnitMBps: 12, driveCache: NONE',
    says: [
      'error BadStorage storageGiB: found 1800; PERSISTENT_1 on HDD with 12 MB/s for each TiB has a ' +
        'multiple of 6000 GiB: write 6000',
    ],
  },
  {
    wrong: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125, metadataIops: 5000',
    right: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125, metadataIops: 6000',
    says: [
      'error BadMetadataIops metadataIops: found 5000; allowed: 1500, 3000, 6000, or a multiple of ' +
        '12000 up to 192000, or automatic',
    ],
  },
  {
    wrong: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125, metadataIops: 204000',
    right: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 125, metadataIops: 192000',
    says: [
      'error BadMetadataIops metadataIops: found 204000; allowed: 1500, 3000, 6000, or a multiple of ' +
        '12000 up to 192000, or automatic',
    ],
  },
  {
    wrong: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 12000, perUnitMBps: 125, metadataIops: 1500',
    right: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 12000, perUnitMBps: 125, metadataIops: 12000',
    says: [
      'warning LittleMetadataIops metadataIops: found 1500, less than the 12000 that `automatic` ' +
        'gives 12000 GiB for nothing; AWS does not say whether it takes that',
    ],
  },
  {
    wrong:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageType: INTELLIGENT_TIERING, storedGiB: ' +
      '1, throughputMBps: 5000, readCacheGiB: none',
    right:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageType: INTELLIGENT_TIERING, storedGiB: ' +
      '1, throughputMBps: 8000, readCacheGiB: none',
    says: ['error BadThroughput throughputMBps: found 5000; allowed: a multiple of 4000 up to 2000000'],
  },
  {
    wrong:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageType: INTELLIGENT_TIERING, storedGiB: ' +
      '1, throughputMBps: 4000, readCacheGiB: 16',
    right:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageType: INTELLIGENT_TIERING, storedGiB: ' +
      '1, throughputMBps: 4000, readCacheGiB: 32',
    says: [
      'error BadReadCache readCacheGiB: found 16; 4000 MB/s may have 32 to 131072 GiB of cache (32 to ' +
        '131072 for each 4000 MB/s), none, or proportional',
    ],
  },
  {
    wrong:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageType: INTELLIGENT_TIERING, storedGiB: ' +
      '1, throughputMBps: 4000, readCacheGiB: none, metadataIops: 24000',
    right:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageType: INTELLIGENT_TIERING, storedGiB: ' +
      '1, throughputMBps: 4000, readCacheGiB: none, metadataIops: 12000',
    says: ['error BadValue metadataIops: found 24000; INTELLIGENT_TIERING has 6000 or 12000'],
  },
  {
    wrong: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 2400, perUnitMBps: 1000, efa: true',
    right: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 4800, perUnitMBps: 1000, efa: true',
    says: [
      'error BadStorage storageGiB: found 2400; PERSISTENT_2 with EFA and 1000 MB/s for each TiB has ' +
        'a multiple of 4800 GiB: write 4800',
    ],
  },
  {
    wrong:
      'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 4800, perUnitMBps: 1000, efa: ' +
      'true, metadataIops: none',
    right: 'kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 4800, perUnitMBps: 1000, efa: true',
    says: [
      "error BadValue metadataIops: found 'none'; `efa` needs a metadata configuration: leave it out, " +
        'or give a number',
    ],
  },
];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
