import { computePollSeconds } from '../../../../lib/experiment/plan/rig/draft';

it('polls at 1/20 of the expected time, within 5 to 20 s', () => {
  expect(
    [20, 100, 101, 300, 400, 3600].map((expectedSeconds) =>
      computePollSeconds({ expectedSeconds, timeoutSeconds: 7200 }),
    ),
  ).toEqual([5, 5, 6, 15, 20, 20]);
});

it('polls less often with a timeout of days, to limit the events of the state machine', () => {
  expect(computePollSeconds({ expectedSeconds: 3600, timeoutSeconds: 172_800 })).toBe(87);
});
