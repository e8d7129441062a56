import { type Rule, saidOf } from '../rule-world';

const RULES: readonly Rule[] = [
  {
    wrong: 'kind: efs, throughputMode: elastic, performanceMode: maxIO, storedGiB: 1',
    right: 'kind: efs, throughputMode: elastic, storedGiB: 1',
    says: [
      'error BadPerformanceMode performanceMode: found maxIO; throughputMode elastic does not have ' +
        'it: write generalPurpose',
    ],
  },
  {
    wrong: 'kind: efs, throughputMode: provisioned, provisionedMiBps: 4000, storedGiB: 1',
    right: 'kind: efs, throughputMode: provisioned, provisionedMiBps: 3414, storedGiB: 1',
    says: ['error BadThroughput provisionedMiBps: found 4000; allowed: 1 to 3414 MiB/s'],
  },
];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
