/** The doctor in an account where all assumptions hold, with each turned wrong, and where it may not look. */
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import { PROBES } from '../../../lib/aws/doctor/run-checks';
import { check, listIds } from './check';
import { type Facts, refusal, soundFacts, WRONG } from './facts';
import { makeDoctorCalls } from './sound-account';
import { SMALL_ASSEMBLY } from './small-assembly';

function checkAccount(change: (facts: Facts) => void = () => undefined, ids?: readonly string[]) {
  const facts = soundFacts();
  change(facts);
  const options = { region: facts.region, assembly: SMALL_ASSEMBLY, ...(ids === undefined ? {} : { ids }) };
  return check(makeDoctorCalls(facts), options);
}

/** All calls answer alike, but for who asks and what CloudFormation says. */
function makeUniformCalls(answer: () => Promise<unknown>): DoctorCalls {
  const sound = makeDoctorCalls(soundFacts());
  const services = Object.entries<object>({ ...sound }).map(([service, calls]) => [
    service,
    Object.fromEntries(Object.keys(calls).map((call) => [call, answer])),
  ]);
  const all = Object.fromEntries(services) as unknown as DoctorCalls;
  return { ...all, sts: sound.sts, cloudformation: sound.cloudformation };
}

describe('runChecks of fsxbench doctor', () => {
  it('has a probe for every assumption, and no other', () => {
    expect(Object.keys(PROBES).toSorted()).toEqual(ASSUMPTIONS.map(({ id }) => id).toSorted());
  });

  it('confirms every probed assumption in a correct account', async () => {
    const answers = await checkAccount();
    const other = answers.filter(({ state }) => state !== 'holds');
    expect(other.map(({ assumption, saw }) => `${assumption.id}: ${saw}`)).toEqual([]);
  });

  it('has a test account that violates each assumption, except those proved by experiments', () => {
    const looked = ASSUMPTIONS.filter(({ proof }) => proof !== 'experiment').map(({ id }) => id);
    expect(Object.keys(WRONG)).toEqual(expect.arrayContaining(looked));
  });

  it.each(Object.entries(WRONG))(
    'reports the assumption %s as violated when the account violates it alone',
    async (id, change) => {
      const [answer] = await checkAccount(change, [id]);
      expect([answer?.saw, answer?.state]).toEqual([expect.any(String), 'does not hold']);
      expect(answer?.assumption.change).not.toBe('');
    },
  );

  it('reports assumptions as not tried when the experiment lacks valid trials', async () => {
    const answers = await checkAccount((facts) => {
      facts.valid = 0;
      facts.children = {};
      facts.left = [{ kind: 'fsx-file-system', id: 'fs-1' }];
    });
    // A run of the Map shows its ARNs, whatever was measured.
    const shown = listIds(
      answers,
      ({ assumption, state }) => assumption.proof === 'experiment' && state !== 'not tried',
    );
    expect(shown).toEqual(['map-child-arns']);
  });

  it('reports assumptions as not tried when every call is denied', async () => {
    const deny = (): Promise<never> => Promise.reject(refusal('AccessDeniedException', 'is not authorized'));
    const answers = await check(makeUniformCalls(deny), { assembly: SMALL_ASSEMBLY });
    const held = listIds(answers, ({ state }) => state !== 'not tried');
    // What CloudFormation itself says, and what needs no call.
    expect(held).toEqual(['region-priced', 'vpc-quota', 'safety-protected']);
    for (const { assumption, saw } of answers)
      if (!held.includes(assumption.id)) expect(saw).toMatch(/could not check: AccessDeniedException/);
  });

  it('confirms only four assumptions when all calls return empty answers', async () => {
    const answers = await check(
      makeUniformCalls(() => Promise.resolve({})),
      { assembly: SMALL_ASSEMBLY },
    );
    const held = listIds(answers, ({ state }) => state === 'holds');
    expect(held).toEqual(['region-priced', 'vpc-quota', 'safety-protected', 'templates-valid']);
  });

  it('checks assumptions that need no deployment, and names cdk deploy for the rest', async () => {
    const answers = await checkAccount((facts) => {
      facts.safety = null;
      facts.bench = null;
    });
    expect(listIds(answers, ({ state }) => state === 'holds')).toEqual([
      'region-priced',
      'may-deploy',
      'vcpu-quota',
      'function-quota',
      'vpc-quota',
      'internet-open',
      'kinds-listed',
      'machines-valid',
      'policies-valid',
      'templates-valid',
    ]);
    expect(listIds(answers, ({ state }) => state === 'does not hold')).toEqual([]);
    const waiting = answers.filter(({ needsDeployment }) => needsDeployment);
    expect(waiting.length).toBeGreaterThan(30);
    for (const { saw } of waiting) expect(saw).toContain('npx cdk deploy --all');
  });
});
