import { type Rule, saidOf } from '../rule-world';

const RULES: readonly Rule[] = [
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_1, storageGiB: 64, throughputMBps: 160',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_1, storageGiB: 64, throughputMBps: 128',
    says: [
      'error BadThroughput throughputMBps: found 160; SINGLE_AZ_1 has 64, 128, 256, 512, 1024, 2048, ' +
        '3072, 4096 MB/s',
    ],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 32, throughputMBps: 160',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 64, throughputMBps: 160',
    says: ['error BadStorage storageGiB: found 32; allowed: 64 to 524288 GiB'],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 1024, throughputMBps: 160, diskIops: 1000',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 1024, throughputMBps: 160, diskIops: 3072',
    says: [
      'error BadDiskIops diskIops: found 1000; 1024 GiB have 3072 (3 for each GiB, which come with ' +
        'it) to 1024000 (1000 for each GiB)',
    ],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 64, throughputMBps: 10240, diskIops: 100000',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 2048, throughputMBps: 10240, diskIops: 100000',
    says: [
      'error BadDiskIops diskIops: found 100000; 64 GiB have 192 (3 for each GiB, which come with it) ' +
        'to 64000 (1000 for each GiB)',
    ],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 4096, throughputMBps: 160, diskIops: 120000',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 4096, throughputMBps: 5120, diskIops: 120000',
    says: [
      'warning IopsOutOfReach diskIops: found 120000; a server of 160 MB/s carries 6250 and bursts to ' +
        '100000: more is never reached',
    ],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 10000, throughputMBps: 10240, diskIops: 400000',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 10000, throughputMBps: 10240, diskIops: 150000',
    says: [
      'warning OverQuota diskIops: found 400000; an account may have had 160000 at first, all file ' +
        'systems together: look at its quota before',
    ],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 64, throughputMBps: 160, nfsExport: async',
    right: 'kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 64, throughputMBps: 160, nfsExport: sync',
    says: [
      'warning AsyncExport nfsExport: async answers writes before they are on disk: what was written ' +
        'may be lost, and writes look faster than they are',
    ],
  },
  {
    wrong: 'kind: fsx-openzfs, deploymentType: MULTI_AZ_1, storageGiB: 64, throughputMBps: 10240',
    right: 'kind: fsx-openzfs, deploymentType: MULTI_AZ_1, storageGiB: 64, throughputMBps: 5120',
    says: ['warning MultiZoneThroughput throughputMBps: found 10240; in some Regions MULTI_AZ_1 has 5120 MB/s at most'],
  },
];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
