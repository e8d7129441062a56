import { type Rule, saidOf } from '../rule-world';

const RULES: readonly Rule[] = [
  {
    wrong: 'kind: ebs, volumeType: gp3, sizeGiB: 1000, iops: 90000',
    right: 'kind: ebs, volumeType: gp3, sizeGiB: 1000, iops: 80000',
    says: ['error BadDiskIops iops: found 90000; gp3 has 3000 to 80000'],
  },
  {
    wrong: 'kind: ebs, volumeType: gp3, sizeGiB: 10, iops: 10000',
    right: 'kind: ebs, volumeType: gp3, sizeGiB: 20, iops: 10000',
    says: ['error BadDiskIops iops: found 10000; gp3 has 500 for each GiB at most, here 5000'],
  },
  {
    wrong: 'kind: ebs, volumeType: gp3, sizeGiB: 1000, iops: 3000, throughputMiBps: 1000',
    right: 'kind: ebs, volumeType: gp3, sizeGiB: 1000, iops: 4000, throughputMiBps: 1000',
    says: [
      'error BadThroughput throughputMiBps: found 1000; gp3 has 0.25 MiB/s for each operation a ' +
        'second at most, here 750',
    ],
  },
  {
    wrong: 'kind: ebs, volumeType: io2, sizeGiB: 100, iops: 50',
    right: 'kind: ebs, volumeType: io2, sizeGiB: 100, iops: 100',
    says: ['error BadDiskIops iops: found 50; io2 has 100 to 256000'],
  },
  {
    wrong: 'kind: ebs, volumeType: io2, sizeGiB: 10, iops: 20000',
    right: 'kind: ebs, volumeType: io2, sizeGiB: 20, iops: 20000',
    says: ['error BadDiskIops iops: found 20000; io2 has 1000 for each GiB at most, here 10000'],
  },
  {
    wrong: 'kind: ebs, volumeType: io2, sizeGiB: 100, iops: 5000, throughputMiBps: 500',
    right: 'kind: ebs, volumeType: io2, sizeGiB: 100, iops: 5000',
    says: ['error BadThroughput throughputMiBps: has no meaning for io2, whose throughput follows its iops'],
  },
  {
    wrong: 'kind: ebs, volumeType: gp3, sizeGiB: 70000',
    right: 'kind: ebs, volumeType: gp3, sizeGiB: 65536',
    says: ['error BadStorage sizeGiB: found 70000; gp3 has 1 to 65536 GiB'],
  },
];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
