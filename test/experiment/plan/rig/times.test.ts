import {
  canRunAhead,
  getOverhead,
  computeElapsedSeconds,
  computeTrialSeconds,
} from '../../../../lib/experiment/plan/rig/times';
import { buildTiming } from '../../../../lib/experiment/plan/timing';
import type { PlannedStep, TrialPlan } from '../../../../lib/shapes/plan';
import cases from './times.cases.json';

describe('computeElapsedSeconds', () => {
  it.each(cases.places as [number[], number, number][])(
    'computes for lengths %j with %p in parallel a total of %p',
    (lengths, places, expected) => {
      expect(computeElapsedSeconds(lengths, places)).toBe(expected);
    },
  );
});

describe('computeTrialSeconds', () => {
  const timing = buildTiming(false, 1);
  const step = (expectedSeconds: number, barrier = false): PlannedStep => ({ expectedSeconds, barrier }) as PlannedStep;
  const steps = [step(60, true)];

  it('adds the overhead of commands and trials, on AWS and locally', () => {
    expect(computeTrialSeconds({ steps }, timing, getOverhead(false))).toBeCloseTo(
      60 + 5 + timing.barrierLeadSeconds + 3,
      9,
    );
    expect(computeTrialSeconds({ steps }, timing, getOverhead(true))).toBeCloseTo(
      60 + 0.4 + timing.barrierLeadSeconds + 0.3,
      9,
    );
  });

  it('expects a shorter lead after the first round on AWS, and never a longer one', () => {
    const fleet = buildTiming(false, 200);
    const many = [{ ...step(60, true), hosts: 200 }];
    const [first, later] = [false, true].map((isLater) =>
      computeTrialSeconds({ steps: many }, fleet, getOverhead(false), isLater),
    );
    expect([first, later]).toEqual([60 + 5 + 35 + 3, 60 + 5 + (1.25 * (2 + 0.02 * 200) + 4) + 3]);
    const local = buildTiming(true, 2);
    const two = [{ ...step(60, true), hosts: 2 }];
    expect(computeTrialSeconds({ steps: two }, local, getOverhead(true), true)).toBe(
      computeTrialSeconds({ steps: two }, local, getOverhead(true)),
    );
  });

  it('adds the time of fixtures only when they run before the trial', () => {
    const without = computeTrialSeconds({ steps }, timing, getOverhead(false));
    const fixtures = [step(15)];
    expect(computeTrialSeconds({ steps, fixtures, fixturesFirst: true }, timing, getOverhead(false))).toBeCloseTo(
      without + 20,
      9,
    );
    expect(computeTrialSeconds({ steps, fixtures, fixturesFirst: false }, timing, getOverhead(false))).toBe(without);
  });
});

describe('trials that are sent while another one runs', () => {
  const ALONE = {
    name: 'measure',
    roles: ['client'],
    hosts: 1,
    expectedSeconds: 60,
    timeoutSeconds: 600,
    barrier: false,
  };
  const make = (more: object, step: object = {}): TrialPlan =>
    ({ steps: [{ ...ALONE, ...step }], ...more }) as unknown as TrialPlan;
  const estimate = (trial: TrialPlan, before: TrialPlan, isLater: boolean): number =>
    computeTrialSeconds(trial, buildTiming(false, 20), getOverhead(false), isLater, before) - 60;

  it.each<[string, TrialPlan, boolean]>([
    ['one command', make({}), true],
    ['one command after others in rare cases', make({ fixtures: [ALONE], fixturesFirst: false }), true],
    ['two commands', make({ steps: [ALONE, ALONE] }), false],
    ['fixtures before it', make({ fixturesFirst: true }), false],
    ['a search or a look', make({ guard: { look: 5 } }), false],
    ['an event', make({ events: [{}] }), false],
    ['managed hosts', make({}, { wrapperKey: 'w.sh' }), false],
    ['a fleet for some time', make({}, { barrier: true }), true],
    ['a fleet for an amount of work', make({}, { barrier: true, fixedWork: true }), false],
    ['an amount of work on one host', make({}, { fixedWork: true }), true],
    ['a time limit of a day', make({}, { timeoutSeconds: 86_400 }), false],
  ])('decides on %s: %#', (_, trial, expected) => {
    expect(canRunAhead(trial)).toBe(expected);
  });

  it.each<[string, TrialPlan, TrialPlan, boolean, number]>([
    ['one host', make({}), make({}), false, 3],
    ['other roles', make({}), make({}, { roles: ['server'] }), false, 8],
    ['a trial that waits', make({}), make({ guard: {} }), false, 8],
    // In the first round 15 s and 0.1 s for each of 20 hosts; later 1.25 times 2.4 s, and 4 s.
    ['a fleet in its first round', make({}, { barrier: true, hosts: 20 }), make({}), false, 8 + 17],
    ['a fleet later', make({}, { barrier: true, hosts: 20 }), make({}), true, 7],
  ])('estimates the overhead with %s: %#', (_, trial, before, isLater, expected) => {
    expect(estimate(trial, before, isLater)).toBeCloseTo(expected, 9);
  });
});
