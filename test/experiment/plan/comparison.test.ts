import { explainConfounding, describeEvidence, estimateShortest } from '../../../lib/experiment/plan/comparison';
import type { Plan } from '../../../lib/shapes/plan';
import { CLOUD, makeTestPlan, sound } from './test-plan';

/** Rivals of 2 and 6 USD an hour; two hosts of 0.108 each. */
const RIVALS = {
  ...CLOUD,
  targets: { far: { kind: 'cloud' }, farther: { kind: 'cloud', throughputMBps: 3000 } },
};
const makeSpec = (comparison: string, more: object = {}): Record<string, unknown> => ({
  ...RIVALS,
  design: { comparison },
  ...more,
});
const listAdvice = (changes: Record<string, unknown>): string[] =>
  sound(changes).advice.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);

describe('plan.alternative', () => {
  it.each([
    ['interleaved', 'sequential'],
    ['sequential', 'interleaved'],
  ])('offers for `%s` the alternative `%s`, with the cost and time of that plan', (comparison, other) => {
    const { alternative } = sound(makeSpec(comparison)).plan;
    const { usd, seconds } = sound(makeSpec(other)).plan.estimate;
    expect(alternative).toEqual({ comparison: other, usd, seconds });
  });

  it('is null for a single target, without advice', () => {
    for (const comparison of ['interleaved', 'sequential']) {
      const { plan, advice } = sound({ ...CLOUD, design: { comparison } });
      expect([plan.alternative, advice]).toEqual([null, []]);
    }
  });
});

describe('describeEvidence', () => {
  const fleets = {
    factors: { mode: ['read', 'write'], size: [1, 2], hosts: [1, 2] },
    fleet: { client: { count: '$hosts', instanceType: 'c5n.large' } },
  };

  it('attributes a difference to target instances when interleaved, also to hosts or time when sequential', () => {
    const { plan } = sound(makeSpec('interleaved'));
    expect(describeEvidence('interleaved', plan)).toBe(
      'targets take turns on the same hosts at the same time: a difference comes from the target instances',
    );
    expect(describeEvidence('sequential', plan)).toContain(
      'each target runs on its own hosts at its own time: hosts or time may explain a difference',
    );
    const foreign = { external: {} as NonNullable<Plan['rigs'][number]['copies'][number]['external']> };
    const rigs = plan.rigs.map((rig) => ({ ...rig, copies: rig.copies.map((copy) => ({ ...copy, ...foreign })) }));
    expect(describeEvidence('interleaved', { ...plan, rigs })).toContain(
      'targets take turns on the same hosts at the same time: a difference comes from the targets',
    );
    expect(explainConfounding(plan)).toBeNull();
  });

  it('names hosts and time as possible causes of a difference between fleets when the fleet varies', () => {
    const { plan } = sound(makeSpec('interleaved', fleets));
    expect(plan.rigs).toHaveLength(2);
    expect(describeEvidence('interleaved', plan)).toBe(
      'targets of one fleet take turns on the same hosts at the same time: a difference comes from the target ' +
        'instances; between the 2 fleets, target instances, hosts or time may explain it',
    );
    expect(listAdvice(makeSpec('sequential', fleets))[0]).toContain(
      'Confounded design.comparison: each target runs on its own hosts at its own time: hosts or time may ' +
        'explain a difference. `interleaved` would rule this out for targets of one fleet: 1.81 USD against 2.73 ' +
        'with `interleaved`',
    );
    expect(explainConfounding(sound({ ...CLOUD, ...fleets }).plan)).toContain(
      'configurations of one fleet take turns: a difference comes from the configurations; between the 2 fleets, ' +
        'target instances, hosts or time may explain it',
    );
  });
});

describe('advice on design.comparison', () => {
  it('reports that sequential cannot separate targets from hosts and time (Confounded), with both prices', () => {
    const [text, ...more] = listAdvice(makeSpec('sequential'));
    expect(more).toEqual([]);
    expect(text).toMatch(/^Confounded design\.comparison: each target runs on.*against \d+\.\d+ with `interleaved`$/);
    expect(text).toContain(
      'Confounded design.comparison: each target runs on its own hosts at its own time: hosts or time may ' +
        'explain a difference. `interleaved` would rule this out for targets: 1.35 USD against 2.22 with ' +
        '`interleaved`',
    );
  });

  it('reports InterleavedDear when interleaved costs more than 1.5 times as much as sequential', () => {
    // Each of the rivals stands while the others are measured: three cost about three times as much, two twice.
    const cheap = { ...RIVALS, targets: { far: { kind: 'ebs' }, here: { kind: 'instance-store' } } };
    expect(listAdvice(makeSpec('interleaved'))[0]).toMatch(
      /^InterleavedDear design\.comparison: `interleaved`.*or time may explain a difference/,
    );
    const { plan, advice } = sound({ ...cheap, design: { comparison: 'interleaved', replicates: 1 } });
    expect(plan.estimate.usd).toBeLessThanOrEqual(1.5 * (plan.alternative?.usd ?? 0));
    expect(advice).toEqual([]);
  });
});

describe('a plan over limits.maxUsd', () => {
  it('names `cheapestFirst` when a walk can answer the question', () => {
    const explain = (decide: object, maxUsd: number) => {
      const factors = { mode: ['read'], size: [1] };
      const refused = makeTestPlan({ ...RIVALS, factors, decide, design: { replicates: 6 }, limits: { maxUsd } });
      return refused.ok ? '' : (refused.problems[0]?.message ?? '');
    };
    const walk = ', or write `design.comparison: cheapestFirst`, which measures from the cheapest up until `maxUsd`';
    const asked = { metric: 'rate', atLeast: '5 GB/s', prefer: 'cheapest' };
    expect(explain(asked, 0.7)).toContain(walk);
    // Not even one candidate would fit.
    expect(explain(asked, 0.01)).not.toContain('cheapestFirst');
    expect(explain({ metric: 'rate', prefer: 'highest' }, 0.7)).not.toContain('cheapestFirst');
  });

  it('names the other comparison with its price and its drawback when that one fits the limit', () => {
    const interleaved = sound(makeSpec('interleaved')).plan;
    const maxUsd = ((interleaved.alternative?.usd ?? 0) + interleaved.estimate.usd) / 2;
    const refused = makeTestPlan(makeSpec('interleaved', { limits: { maxUsd } }));
    const problems = refused.ok ? [] : refused.problems;
    expect(problems.map(({ code, path }) => [code, path.join('.')])).toEqual([['OverBudget', 'limits.maxUsd']]);
    expect(problems[0]?.message).toContain(`the estimate of ${interleaved.estimate.usd.toFixed(2)} USD`);
    expect(problems[0]?.message).toContain(
      `With \`design.comparison: sequential\` it would take ${interleaved.alternative?.usd.toFixed(2)} USD`,
    );
    expect(problems[0]?.message).toContain('hours, but then hosts or time may explain a difference between targets');
  });

  it('omits the other comparison when that one exceeds the limit too', () => {
    const refused = makeTestPlan(makeSpec('interleaved', { limits: { maxUsd: 0.1 } }));
    const messages = refused.ok ? [] : refused.problems.map(({ message }) => message);
    expect(messages).toHaveLength(1);
    expect(messages[0]).not.toContain('design.comparison');
  });
});

it('returns the estimate without the trials that depend on a look, and null without any', () => {
  const trial = (look: boolean) => ({ rig: 'r1', expectedSeconds: 360, ...(look ? { guard: { look: true } } : {}) });
  const plan = { rigs: [{ rig: 'r1', usdPerHour: 5 }], estimate: { usd: 3, seconds: 2000 } };
  const trials = [trial(false), trial(true), trial(true)];
  expect(estimateShortest({ ...plan, trials } as never)).toEqual({ usd: 2, seconds: 1280 });
  expect(estimateShortest({ ...plan, trials: [trial(false)] } as never)).toBeNull();
});
