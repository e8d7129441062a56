import { wantedIn } from '../../../../lib/experiment/fixtures/script';
import { makePlan } from '../../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../../lib/experiment/spec/read';
import type { Kinds } from '../../../../lib/experiment/kinds';
import type { Scripts, TrialPlan, Plan } from '../../../../lib/shapes/plan';
import { FAKE, FAKE_PRICE, HOST_SCRIPTS, rawSpec } from '../../fake-kinds';

/** One far file system, mounted in three ways. */
const THREE = {
  targets: { far: { kind: 'cloud' } },
  factors: { mode: ['read', 'write'], nconnect: [1, 4, 16] },
  workloads: { w: { kind: 'load', mode: '$mode' } },
  fleet: { client: { count: 2, instanceType: 'c5n.large', mount: { nconnect: '$nconnect' } } },
  design: { replicates: 3 },
  decide: { metric: 'rate' },
};
const host = { service: 'ec2', dimension: 'c5n.large.linux.ondemand', region: 'here', unit: 'instance-hour' };

/** As a kind of which each mount has a script of its own. @param seconds that it takes */
function mounting(seconds: number): Kinds {
  const targetOf: Kinds['targetOf'] = (kind) => {
    const target = FAKE.targetOf(kind);
    if (target === undefined) return undefined;
    return {
      ...target,
      prepare: (_config, mount) => `#!/bin/bash\n# mount ${JSON.stringify(mount)}\n`,
      prepareSeconds: { expected: seconds, timeout: 2 * seconds + 60 },
    };
  };
  return { ...FAKE, targetOf };
}

function planned(changes: object = {}, seconds = 1): { plan: Plan; scripts: Scripts } {
  const kinds = mounting(seconds);
  const { spec, problems } = readSpecObject(rawSpec({ ...THREE, ...changes }), kinds);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const prices = {
    region: 'here',
    prices: [
      { ...host, usd: 0.1, source: 'test' },
      { ...FAKE_PRICE, region: 'here' },
    ],
  };
  const made = makePlan(spec, { executionId: 'e1', stack: 's', startedAt: 0, scripts: HOST_SCRIPTS, prices, kinds });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return made;
}

const keyOf = ({ slots }: TrialPlan): string => (slots ?? []).map(({ slot, key }) => `${slot} ${key}`).join();

describe('mounts as fixtures', () => {
  it('are levels of one copy: one file system is made for all of them', () => {
    const { plan } = planned();
    expect(plan.rigs.map(({ copies }) => copies.map(({ copy, requests }) => [copy, requests.length]))).toEqual([
      [['c1', 1]],
    ]);
    expect(new Set(plan.trials.map(keyOf)).size).toBe(3);
    expect(plan.trials.every(({ slots }) => slots?.length === 1 && slots[0]?.slot === 'mount/c1')).toBe(true);
  });

  it('are put up first where the trial before on the copy had another one, and only there', () => {
    const { plan, scripts } = planned();
    const scriptOf = (sha256: string | undefined): string => scripts[sha256 ?? ''] ?? '';
    const [ready] = plan.rigs[0]?.copies[0]?.prepare ?? [];
    let standing = wantedIn(scriptOf(ready?.scriptSha256))
      .map(({ slot, key }) => `${slot} ${key}`)
      .join();
    let changes = 0;
    for (const trial of plan.trials) {
      const { fixtures, fixturesFirst, steps } = trial;
      expect(fixturesFirst).toBe(keyOf(trial) !== standing);
      const puts = wantedIn(scriptOf(fixtures?.[0]?.scriptSha256));
      expect(puts.map(({ slot, key }) => `${slot} ${key}`).join()).toBe(keyOf(trial));
      expect(scriptOf(steps[0]?.scriptSha256)).toContain(`export FSXBENCH_SLOTS='${keyOf(trial)} client\n'`);
      changes += fixturesFirst === true ? 1 : 0;
      standing = keyOf(trial);
    }
    expect(changes).toBeGreaterThan(6);
    const [first, other] = [false, true].map((put) => plan.trials.find((one) => one.fixturesFirst === put));
    expect((other?.expectedSeconds ?? 0) - (first?.expectedSeconds ?? 0)).toBeCloseTo(1.2, 6);
  });

  it('are plots where they take longer than their trial', () => {
    const plots = ({ trials }: Plan): number => new Set(trials.map(({ plot }) => plot)).size;
    // Nine trials that follow one another without a change, in place of three whole rounds of six.
    expect([plots(planned({}, 1).plan), plots(planned({}, 1000).plan)]).toEqual([3, 9]);
    const slow = planned({}, 1000).plan;
    for (const one of slow.trials)
      expect(new Set(slow.trials.filter(({ plot }) => plot === one.plot).map(keyOf)).size).toBe(1);
  });
});
