import { type Rule, saidOf } from '../rule-world';

const RULES: readonly Rule[] = [
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 512, throughputMBps: 128',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 1024, throughputMBps: 128',
    says: ['error BadStorage storageGiB: found 512; allowed: 1024 to 524288 GiB'],
  },
  {
    wrong:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 200000, throughputMBps: 4096, ' +
      'diskIops: automatic',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 53334, throughputMBps: 4096',
    says: [
      'warning DoubtfulStorage storageGiB: found 200000; pages of 2023 have 196608 GiB as the most of ' +
        'the first generation, and AWS may refuse more',
    ],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 1024, throughputMBps: 384',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 1024, throughputMBps: 512',
    says: ['error BadThroughput throughputMBps: found 384; SINGLE_AZ_1 has 128, 256, 512, 1024, 2048, 4096 MB/s'],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 5120, throughputMBps: 4096, diskIops: 40000',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 5120, throughputMBps: 4096, diskIops: 160000',
    says: [
      'warning LargestThroughput throughputMBps: 4096 MB/s want 5120 GiB of SSD and 160000 disk ' +
        'operations a second at least; found 5120 and 40000: AWS may refuse it, or it is not reached',
    ],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, haPairs: 4, storageGiB: 2048, throughputMBpsPerPair: 1536',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, haPairs: 4, storageGiB: 4096, throughputMBpsPerPair: 1536',
    says: ['error BadStorage storageGiB: found 2048; allowed: 4096 to 2097152 GiB, 1024 for each of 4 pairs at least'],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, storageGiB: 1024, throughputMBpsPerPair: 768',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, storageGiB: 1024, throughputMBpsPerPair: 1536',
    says: ['error BadThroughput throughputMBpsPerPair: found 768; SINGLE_AZ_2 has 1536, 3072, 6144 MB/s a pair'],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, storageGiB: 1024, throughputMBpsPerPair: 6144',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, storageGiB: 5120, throughputMBpsPerPair: 6144',
    says: [
      'warning LargestThroughput throughputMBpsPerPair: 6144 MB/s of a pair may want 5120 GiB of SSD ' +
        'for each, as the largest of the first generation does; found 1024 for 1',
    ],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: MULTI_AZ_2, haPairs: 2, storageGiB: 2048, throughputMBpsPerPair: 768',
    right: 'kind: fsx-ontap, deploymentType: MULTI_AZ_2, haPairs: 1, storageGiB: 2048, throughputMBpsPerPair: 768',
    says: ['error BadHaPairs haPairs: found 2; MULTI_AZ_2 has 1, only SINGLE_AZ_2 has up to 12'],
  },
  {
    wrong:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, haPairs: 7, storageGiB: 7168, ' +
      'throughputMBpsPerPair: 1536, luns: { perHost: 1, sizeGiB: 64 }',
    right:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, haPairs: 6, storageGiB: 7168, ' +
      'throughputMBpsPerPair: 1536, luns: { perHost: 1, sizeGiB: 64 }',
    says: [
      'error TooManyPairs luns: found LUNs on 7 pairs; iSCSI is off where there are more than 6',
      'warning OverQuota throughputMBpsPerPair: found 10752 MB/s; an account may have 10240 at first, ' +
        'all file systems together: ask for a higher quota before',
    ],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 2048, throughputMBps: 512, diskIops: 3072',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 2048, throughputMBps: 512, diskIops: 6144',
    says: ['error BadDiskIops diskIops: found 3072; 2048 GiB have 6144 (3 for each GiB, which come with it) to 160000'],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 2048, throughputMBps: 128, diskIops: 40000',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 2048, throughputMBps: 1024, diskIops: 40000',
    says: [
      'warning IopsOutOfReach diskIops: found 40000; file servers of 128 MB/s carry 6000 and burst to ' +
        '18750: more is never reached',
    ],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 1024, throughputMBps: 2048, diskIops: 80000',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 2048, throughputMBps: 2048, diskIops: 80000',
    says: ['warning IopsRatio diskIops: found 80000, 78 for each GiB; AWS may refuse more than 50'],
  },
  {
    wrong:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 4096, throughputMBps: 512, volumes: ' +
      '{ count: 1, sizeGiB: 200, constituents: 8 }',
    right:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 4096, throughputMBps: 512, volumes: ' +
      '{ count: 1, sizeGiB: 800, constituents: 8 }',
    says: [
      'warning SmallConstituents volumes: 200 GiB in 8 constituents are 25 GiB each; AWS may refuse less than 100',
    ],
  },
  {
    wrong:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 4096, throughputMBps: 512, volumes: ' +
      '{ count: 1, sizeGiB: 400000 }',
    right:
      'kind: fsx-ontap, deploymentType: SINGLE_AZ_1, storageGiB: 4096, throughputMBps: 512, volumes: ' +
      '{ count: 1, sizeGiB: 300000 }',
    says: [
      'warning LargeFlexVol volumes: found 400000 GiB; AWS may refuse a FlexVol of more than 307200: ' +
        'give it constituents',
    ],
  },
  {
    wrong: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, haPairs: 2, storageGiB: 12288, throughputMBpsPerPair: 6144',
    right: 'kind: fsx-ontap, deploymentType: SINGLE_AZ_2, haPairs: 1, storageGiB: 12288, throughputMBpsPerPair: 6144',
    says: [
      'warning OverQuota throughputMBpsPerPair: found 12288 MB/s; an account may have 10240 at first, ' +
        'all file systems together: ask for a higher quota before',
    ],
  },
];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
