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
