import { besideUsd, type Counted } from '../../lib/pricing/requests';

/** Trials of two commands on so many hosts, in an hour. */
const plan = (trials: number, hosts: number): Counted =>
  ({
    rigs: [],
    trials: Array.from({ length: trials }, () => ({ steps: [{ hosts }, { hosts }] })),
    estimate: { seconds: 3600 },
  }) as unknown as Counted;

describe('what is beside hosts and storage', () => {
  it('is cents for a small experiment, and grows with hosts and trials', () => {
    expect(besideUsd(plan(36, 1))).toBeCloseTo(0.000025 * (350 + 170 + 36 * (16 + 2 * 11)) + 0.0036, 9);
    expect(besideUsd(plan(20, 200)) - besideUsd(plan(20, 1))).toBeCloseTo(0.398, 9);
  });
});
