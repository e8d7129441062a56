import { LONGEST_TIMING, timingOf } from '../../../lib/experiment/plan/timing';

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
