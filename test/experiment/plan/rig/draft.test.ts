import { requestPollSeconds } from '../../../../lib/experiment/plan/rig/draft';

it('what is soon over is looked at more often: late by a fortieth on average, within bounds', () => {
  expect([20, 100, 101, 300, 400, 3600].map(requestPollSeconds)).toEqual([5, 5, 6, 15, 20, 20]);
});
