import { expected } from '../../../lib/shapes/errors';
import type { Target } from '../../../lib/targets/contract';
import { FAKE } from '../fake-kinds';
import { planned } from './planned';

/** Two fake file systems of 2 USD an hour, expected after 10 minutes and waited for up to 30, and two hosts. */
const TWO = {
  targets: { a: { kind: 'cloud' }, b: { kind: 'cloud', fixed: 1 } },
  fleet: { client: { count: 2, instanceType: 'c5n.large' } },
  factors: {},
  workloads: { w: { kind: 'load', measure: 150 } },
  decide: undefined,
};

/** Of a plan what is said about its first round; else why there is none. */
function refusals(changes: Record<string, unknown>): string[] {
  const result = planned({ ...TWO, ...changes });
  const said = result.ok ? result.advice.filter(({ code }) => code === 'NoRoundFits') : result.problems;
  return said.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

/** What the plan is expected to cost and how long it is expected to take. */
function estimate(changes: Record<string, unknown> = {}): { usd: number; hours: number } {
  const result = planned({ ...TWO, ...changes });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return { usd: result.plan.estimate.usd, hours: result.plan.estimate.seconds / 3600 };
}

/** A target with volumes on it, each of which is waited for up to 10 minutes. */
function withVolumes(target: Target | undefined, count: number): Target | undefined {
  if (target === undefined) return undefined;
  return {
    ...target,
    requests: (config, rig) => {
      const made = target.requests(config, rig);
      const volumes = Array.from({ length: made.length === 0 ? 0 : count }, (_, index) => ({
        ...expected(made[0], 'a file system'),
        id: `v${index}`,
        input: { Of: '@fs.id' },
        timeoutSeconds: 600,
      }));
      return [...made, ...volumes];
    },
  };
}

const ONCE = { design: { replicates: 1 } };

describe('a first round behind the slowest creation', () => {
  it('has to fit into the budget, and what would do is said', () => {
    const limits = { maxUsd: estimate(ONCE).usd + 0.1, maxHours: 8 };
    const [refusal, ...others] = refusals({ ...ONCE, limits });
    expect(others).toEqual([]);
    expect(refusal).toMatch(
      /^NoRoundFits limits\.maxUsd: a copy of `a` is expected after 10m and waited for up to 30m, and the first round/,
    );
    // The rival stands for 20 minutes more than was expected.
    const needed = Number(/\. ([\d.]+) would do$/.exec(refusal ?? '')?.[1]);
    expect(needed).toBeGreaterThan(estimate(ONCE).usd + 0.1);
    expect(needed).toBeLessThan(estimate(ONCE).usd + (20 / 60) * 2.2);
    expect(refusals({ ...ONCE, limits: { maxUsd: needed, maxHours: 8 } })).toEqual([]);
    expect(refusals({ ...ONCE, limits: { maxUsd: needed - 0.05, maxHours: 8 } })).toHaveLength(1);
  });

  it('waits for requests that go out at once as long as for the slowest of them', () => {
    const waited = (volumes: number): string => {
      const kinds = { ...FAKE, targetOf: (kind: string) => withVolumes(FAKE.targetOf(kind), volumes) };
      const of = (maxHours: number) => planned({ ...TWO, ...ONCE, limits: { maxUsd: 50, maxHours } }, { kinds });
      const whole = of(8);
      if (!whole.ok) throw new Error(JSON.stringify(whole.problems));
      const tight = of(whole.plan.estimate.seconds / 3600 + 0.01);
      const said = tight.ok ? tight.advice : tight.problems;
      return said.map(({ message }) => /waited for up to (\w+),/.exec(message)?.[1] ?? message).join();
    };
    expect([0, 1, 6].map(waited)).toEqual(['30m', '40m', '40m']);
  });

  it('has to fit into the time', () => {
    const limits = { maxUsd: 50, maxHours: estimate(ONCE).hours + 0.05 };
    const [refusal, ...others] = refusals({ ...ONCE, limits });
    expect(others).toEqual([]);
    expect(refusal).toMatch(
      /^NoRoundFits limits\.maxHours: .* the first round of rig r1 would then end only after 0\.7 hours; allowed/,
    );
    expect(refusals({ ...ONCE, limits: { maxUsd: 50, maxHours: 1 } })).toEqual([]);
  });

  it('is no matter where further rounds leave room for it', () => {
    const many = { design: { replicates: 5 } };
    const { usd, hours } = estimate(many);
    expect(refusals({ ...many, limits: { maxUsd: usd + 0.01, maxHours: hours + 0.01 } })).toEqual([]);
  });

  it('is not spoken of where the whole is above the limits as it is expected', () => {
    expect(refusals({ limits: { maxUsd: 0.1, maxHours: 0.3 } }).map((text) => text.split(':')[0])).toEqual([
      'OverBudget limits.maxUsd',
      'OverTime limits.maxHours',
    ]);
  });

  it('is looked at in every rig, from when it is expected to begin', () => {
    const apart = { ...ONCE, design: { replicates: 1, comparison: 'sequential' } };
    const own = { maxUsd: 50, parallelRigs: 1 };
    const { hours } = estimate({ ...apart, limits: own });
    const found = refusals({ ...apart, limits: { ...own, maxHours: hours + 0.05 } });
    expect(found).toEqual([expect.stringMatching(/the first round of rig r2 would then end only after/)]);
  });

  it('always fits where nothing is created', () => {
    const here = { ...TWO, targets: { here: { kind: 'folder', path: '/here' } }, fleet: { client: {} } };
    expect(refusals({ ...here, ...ONCE, limits: { maxUsd: 1, maxHours: 0.2 } })).toEqual([]);
  });
});
