import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { runRandomCampaigns } from '../../../checks/policy/rehearsals';

it.each(['lustre-small', 'openzfs'])('allows every call of %s under random faults to its role', async (experiment) => {
  const judge = new Judge(grantsAsDeployed(), PLACE);
  let calls = 0;
  await runRandomCampaigns({ experiment, region: PLACE.region, campaigns: 6, seed: 'policy' }, () => {
    const tell = judge.watch(experiment);
    return (call) => {
      calls += 1;
      tell(call);
    };
  });
  expect(judge.denials()).toEqual([]);
  expect(calls).toBeGreaterThan(1000);
});
