import { getOverhead, computeElapsedSeconds, computeTrialSeconds } from '../../../../lib/experiment/plan/rig/times';
import { buildTiming } from '../../../../lib/experiment/plan/timing';
import type { PlannedStep } from '../../../../lib/shapes/plan';
import cases from './times.cases.json';

describe('wallClockSeconds', () => {
  it.each(cases.places as [number[], number, number][])('of %j with %p at once is %p', (lengths, places, expected) => {
    expect(computeElapsedSeconds(lengths, places)).toBe(expected);
  });
});

describe('wholeTrialSeconds', () => {
  const timing = buildTiming(false, 8, 1);
  const step = (expectedSeconds: number, barrier = false): PlannedStep => ({ expectedSeconds, barrier }) as PlannedStep;
  const steps = [step(60, true)];

  it('has what stands around commands and trials in it', () => {
    expect(computeTrialSeconds({ steps }, timing, getOverhead(false))).toBeCloseTo(
      60 + 5 + timing.barrierLeadSeconds + 3,
      9,
    );
    expect(computeTrialSeconds({ steps }, timing, getOverhead(true))).toBeCloseTo(
      60 + 0.4 + timing.barrierLeadSeconds + 0.3,
      9,
    );
  });

  it('has what is put up before a trial only where it is', () => {
    const without = computeTrialSeconds({ steps }, timing, getOverhead(false));
    const fixtures = [step(15)];
    expect(computeTrialSeconds({ steps, fixtures, fixturesFirst: true }, timing, getOverhead(false))).toBeCloseTo(
      without + 20,
      9,
    );
    expect(computeTrialSeconds({ steps, fixtures, fixturesFirst: false }, timing, getOverhead(false))).toBe(without);
  });
});
