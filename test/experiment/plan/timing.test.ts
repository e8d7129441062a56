import { computeHorizonSeconds, LONGEST_TIMING, buildTiming } from '../../../lib/experiment/plan/timing';
import { FAKE } from '../fake-kinds';
import { CLOUD, sound } from './test-plan';
import { KINDS } from '../../../lib/experiment/kinds';
import { ensure } from '../../../lib/shapes/errors';
import { TEARDOWN_ROUNDS } from '../../../lib/shapes/timing';

describe('LONGEST_TIMING', () => {
  it.each([[1], [50], [1000]])('is at least as long as the waits of a plan with %d hosts', (hosts) => {
    const waits = Object.entries(buildTiming(false, hosts)).filter(([, value]) => typeof value === 'number');
    const shorter = waits.filter(([name, value]) => LONGEST_TIMING[name as keyof typeof LONGEST_TIMING] < value);
    expect(shorter).toEqual([]);
  });
});

describe('teardown time of an execution on AWS', () => {
  const getAllowance = (kind: string): number | undefined => KINDS.targetOf(kind)?.resources?.teardownAllowanceSeconds;
  const planTeardown = (seconds?: number) => {
    const kinds = {
      ...FAKE,
      targetOf: (kind: string) => {
        const target = ensure(FAKE.targetOf(kind), kind);
        const resources = ensure(target.resources, `the resources of ${kind}`);
        return seconds === undefined
          ? target
          : { ...target, resources: { ...resources, teardownAllowanceSeconds: seconds } };
      },
    };
    const { plan } = sound({ ...CLOUD, limits: { maxHours: 2, maxUsd: 1000 } }, { kinds });
    return { timing: plan.timing, after: plan.expiresAt - plan.deadline };
  };

  it('is two hours, and three with ONTAP', () => {
    expect(planTeardown()).toMatchObject({ timing: { teardownAllowanceSeconds: 7200 }, after: 7200 });
    const { timing, after } = planTeardown(getAllowance('fsx-ontap'));
    expect([timing.teardownAllowanceSeconds, after]).toEqual([10_800, 10_800]);
    // Rounds are not more: they stand further apart.
    expect(timing.teardownPollSeconds * TEARDOWN_ROUNDS).toBe(10_800);
  });

  it('is at most LONGEST_TIMING for every target kind, and buildTiming throws above that', () => {
    const all = KINDS.targetKinds.map((kind) => getAllowance(kind) ?? 0);
    expect(Math.max(...all)).toBe(LONGEST_TIMING.teardownAllowanceSeconds);
    expect(() => buildTiming(false, 1, { asked: [10_801] })).toThrow('10801 s of teardown');
  });
});

describe('teardown time of a local execution', () => {
  it('grows from 20 s to 106 s with 342,000 files, with the same number of deletion rounds', () => {
    expect(buildTiming(true, 1).teardownAllowanceSeconds).toBe(20);
    // What took 40 s here.
    const many = buildTiming(true, 1, { files: 342_000 });
    expect(many.teardownAllowanceSeconds).toBe(106);
    expect(many.teardownPollSeconds * TEARDOWN_ROUNDS).toBeCloseTo(106, 9);
    expect(computeHorizonSeconds(true, 1, { files: 342_000 })).toBe(3706);
    expect(buildTiming(false, 1, { files: 342_000 })).toEqual(buildTiming(false, 1));
  });
});
