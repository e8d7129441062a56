import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { simulateSome } from '../../../checks/policy/campaign-calls';

describe('IAM policy under random fault campaigns', () => {
  it.each(['lustre-small', 'openzfs'])('allows every call of %s to the role that makes it', async (experiment) => {
    const judge = new Judge(grantsAsDeployed(), PLACE);
    let calls = 0;
    await simulateSome({ experiment, region: PLACE.region, campaigns: 6, seed: 'policy' }, () => {
      const tell = judge.watch(experiment);
      return (call) => {
        calls += 1;
        tell(call);
      };
    });
    expect(judge.denials()).toEqual([]);
    expect(calls).toBeGreaterThan(1000);
  });
});
