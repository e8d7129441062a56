import { CALM, type Campaign, campaignSchema, type Rule } from '../../../../checks/campaign/faults/campaign';
import { canEnd } from '../../../../checks/campaign/faults/healing';
import { Schedule } from '../../../../checks/campaign/faults/schedule';

const CALL = { fault: 'call', effect: 'error' } as const;

/** Which of so many calls, one a second, a rule strikes. */
function listStruck(rule: Rule, count: number): number[] {
  const campaign: Campaign = { ...CALM, rules: [rule] };
  const strikes = new Schedule(campaign, 0, () => 0.5);
  const seconds = Array.from({ length: count }, (_, second) => second);
  return seconds.filter((second) => rule.fault === 'call' && strikes.strikes(0, rule, second * 1000));
}

describe('Schedule.strikes', () => {
  it('applies a rule to every call by default', () => {
    expect(listStruck(CALL, 3)).toEqual([0, 1, 2]);
  });

  it('applies a rule to call nth only, or to several calls from nth on with times', () => {
    expect(listStruck({ ...CALL, nth: 2 }, 5)).toEqual([1]);
    expect(listStruck({ ...CALL, nth: 2, times: 2 }, 5)).toEqual([1, 2]);
  });

  it('applies a rule between from and until, in seconds after the start', () => {
    expect(listStruck({ ...CALL, from: 2, until: 4 }, 6)).toEqual([2, 3]);
  });

  it('applies a rule for lasts seconds after its first call', () => {
    expect(listStruck({ ...CALL, from: 2, lasts: 2 }, 6)).toEqual([2, 3]);
  });

  it('applies a rule when the random number is below its rate', () => {
    expect(listStruck({ ...CALL, rate: 0.6 }, 3)).toEqual([0, 1, 2]);
    expect(listStruck({ ...CALL, rate: 0.4 }, 3)).toEqual([]);
  });

  it('records how often and when a rule applied', () => {
    const rule = { ...CALL, times: 2 };
    const strikes = new Schedule({ rules: [rule] }, 0, () => 0);
    for (const at of [10, 20, 30]) strikes.strikes(0, rule, at);
    expect(strikes.struck()).toEqual({ times: [2], spans: [{ first: 10, last: 20 }], goesOn: 0 });
  });
});

describe('campaign schema', () => {
  it('parses an empty object to a campaign without faults', () => {
    expect(campaignSchema.parse({})).toEqual(CALM);
  });

  it('refuses unknown effects, incomplete rules and unknown members', () => {
    expect(campaignSchema.safeParse({ rules: [{ fault: 'call', effect: 'explodes' }] }).success).toBe(false);
    expect(campaignSchema.safeParse({ rules: [{ fault: 'state', machine: 'rig', effect: 'abort' }] }).success).toBe(
      false,
    );
    expect(campaignSchema.safeParse({ more: true }).success).toBe(false);
  });

  it('classifies a call rule without lasts or nth as endless, and a disabled safety layer as not (canEnd)', () => {
    expect(canEnd({ ...CALL })).toBe(false);
    expect(canEnd({ ...CALL, lasts: 60 })).toBe(true);
    expect(canEnd({ ...CALL, nth: 3 })).toBe(true);
    expect(canEnd({ fault: 'janitor', from: 5 })).toBe(false);
    expect(canEnd({ fault: 'without', layer: 'guardian' })).toBe(true);
  });
});
