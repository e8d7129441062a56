import { type Strike, strike } from '../../../checks/campaign/strike';

// A few of the many of `npm run stress`: each really measures, and is ended in the middle of it.
it.each<Strike>([
  { how: 'kill', afterMs: 6000, pauseMs: 0 },
  { how: 'twice', afterMs: 5000, pauseMs: 400 },
  { how: 'twice', afterMs: 1500, pauseMs: 250 },
])('an execution that is ended by %j leaves nothing after clean', async (how) => {
  const { cleaned, faults } = await strike(how);
  expect([cleaned, faults]).toEqual([0, []]);
});
