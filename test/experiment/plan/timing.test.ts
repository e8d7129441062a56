import { horizonOf, LONGEST_TIMING, timingOf } from '../../../lib/experiment/plan/timing';
import { TEARDOWN_ROUNDS } from '../../../lib/shapes/plan';

describe('the waits of a recovery that knows no plan', () => {
  it.each([
    [1, 1],
    [8, 50],
    [96, 1000],
  ])('are as long as those of any plan: %d hours, %d hosts', (hours, hosts) => {
    const waits = timingOf(false, hours, hosts);
    for (const name of Object.keys(waits) as (keyof typeof waits)[])
      expect(LONGEST_TIMING[name]).toBeGreaterThanOrEqual(waits[name]);
  });

  it('look as seldom as the guardian of the longest execution', () => {
    expect(LONGEST_TIMING.guardianPollSeconds).toBe(timingOf(false, 96, 1).guardianPollSeconds);
    expect(LONGEST_TIMING.guardianPollSeconds).toBeGreaterThan(200);
  });
});

describe('the teardown of a local execution', () => {
  it('has as long as its files need, in rounds that are not more', () => {
    expect(timingOf(true, 1, 1).teardownAllowanceSeconds).toBe(20);
    // What took 40 s here.
    const many = timingOf(true, 1, 1, 342_000);
    expect(many.teardownAllowanceSeconds).toBe(106);
    expect(many.teardownPollSeconds * TEARDOWN_ROUNDS).toBeCloseTo(106, 9);
    expect(horizonOf(true, 1, 342_000)).toBe(3706);
    expect(timingOf(false, 1, 1, 342_000)).toEqual(timingOf(false, 1, 1));
  });
});
