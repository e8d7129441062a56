import { computePollSeconds } from '../../../../lib/experiment/plan/rig/draft';

it('what is soon over is looked at more often: late by a fortieth on average, within bounds', () => {
  expect(
    [20, 100, 101, 300, 400, 3600].map((expectedSeconds) =>
      computePollSeconds({ expectedSeconds, timeoutSeconds: 7200 }),
    ),
  ).toEqual([5, 5, 6, 15, 20, 20]);
});

it('looks seldom at what may take days, so that its history has room', () => {
  expect(computePollSeconds({ expectedSeconds: 3600, timeoutSeconds: 172_800 })).toBe(87);
});
