import { CALM, type Campaign, campaignSchema, type Rule } from '../../../../checks/campaign/faults/campaign';
import { canEnd } from '../../../../checks/campaign/faults/healing';
import { Schedule } from '../../../../checks/campaign/faults/schedule';

const CALL = { fault: 'call', effect: 'error' } as const;

/** Which of so many calls, one a second, a rule strikes. */
function struckOf(rule: Rule, count: number): number[] {
  const campaign: Campaign = { ...CALM, rules: [rule] };
  const strikes = new Schedule(campaign, 0, () => 0.5);
  const seconds = Array.from({ length: count }, (_, second) => second);
  return seconds.filter((second) => rule.fault === 'call' && strikes.strikes(0, rule, second * 1000));
}

describe('a rule strikes', () => {
  it('everything, where nothing else is said', () => {
    expect(struckOf(CALL, 3)).toEqual([0, 1, 2]);
  });

  it('the n-th only, or so many from the n-th on', () => {
    expect(struckOf({ ...CALL, nth: 2 }, 5)).toEqual([1]);
    expect(struckOf({ ...CALL, nth: 2, times: 2 }, 5)).toEqual([1, 2]);
  });

  it('from a moment until another, counted from the start of the experiment', () => {
    expect(struckOf({ ...CALL, from: 2, until: 4 }, 6)).toEqual([2, 3]);
  });

  it('for so long after it first struck', () => {
    expect(struckOf({ ...CALL, from: 2, lasts: 2 }, 6)).toEqual([2, 3]);
  });

  it('with a rate what is drawn', () => {
    expect(struckOf({ ...CALL, rate: 0.6 }, 3)).toEqual([0, 1, 2]);
    expect(struckOf({ ...CALL, rate: 0.4 }, 3)).toEqual([]);
  });

  it('and it is known how often, and when last', () => {
    const rule = { ...CALL, times: 2 };
    const strikes = new Schedule({ rules: [rule] }, 0, () => 0);
    for (const at of [10, 20, 30]) strikes.strikes(0, rule, at);
    expect(strikes.struck()).toEqual({ times: [2], spans: [{ first: 10, last: 20 }], goesOn: 0 });
  });
});

describe('a campaign', () => {
  it('is calm where it says nothing', () => {
    expect(campaignSchema.parse({})).toEqual(CALM);
  });

  it('refuses what it does not know', () => {
    expect(campaignSchema.safeParse({ rules: [{ fault: 'call', effect: 'explodes' }] }).success).toBe(false);
    expect(campaignSchema.safeParse({ rules: [{ fault: 'state', machine: 'rig', effect: 'abort' }] }).success).toBe(
      false,
    );
    expect(campaignSchema.safeParse({ more: true }).success).toBe(false);
  });

  it('never heals where a rule has neither an end nor a number', () => {
    expect(canEnd({ ...CALL })).toBe(false);
    expect(canEnd({ ...CALL, lasts: 60 })).toBe(true);
    expect(canEnd({ ...CALL, nth: 3 })).toBe(true);
    expect(canEnd({ fault: 'janitor', from: 5 })).toBe(false);
    expect(canEnd({ fault: 'without', layer: 'guardian' })).toBe(true);
  });
});
