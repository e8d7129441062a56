import { getOverhead, computeElapsedSeconds, computeTrialSeconds } from '../../../../lib/experiment/plan/rig/times';
import { buildTiming } from '../../../../lib/experiment/plan/timing';
import type { PlannedStep } from '../../../../lib/shapes/plan';
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
