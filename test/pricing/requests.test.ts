import { besideUsd, TRANSITION_USD } from '../../lib/pricing/requests';

describe('what is beside hosts and storage', () => {
  it('is more than the transitions that rehearsals counted', () => {
    expect(besideUsd(36, 36 * 2)).toBeGreaterThan(1421 * TRANSITION_USD);
    expect(besideUsd(27, 27 * 2)).toBeGreaterThan(1560 * TRANSITION_USD);
  });

  it('is cents for a small experiment, and grows with hosts', () => {
    expect(besideUsd(36, 36 * 2)).toBeCloseTo(0.0125 + 0.054 + 0.0036, 9);
    expect(besideUsd(40, 40 * 200) - besideUsd(40, 40)).toBeCloseTo(0.398, 9);
  });
});
