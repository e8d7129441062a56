import type { Campaign, Rule } from '../../../checks/campaign/faults/campaign';
import { shrink } from '../../../checks/campaign/run';

const ruleOf = (state: string): Rule => ({ fault: 'call', effect: 'error', state });
const campaignOf = (names: string): Campaign => ({ hours: 48, rules: [...names].map(ruleOf) });
const namesOf = ({ rules }: Campaign): string =>
  rules.map((rule) => (rule.fault === 'call' ? (rule.state ?? '') : '')).join('');

/** Fails where it holds all of these; counts how often it was asked. */
function failing(needed: string): { fails: (campaign: Campaign) => Promise<boolean>; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    fails: (campaign) => {
      asked += 1;
      return Promise.resolve([...needed].every((name) => namesOf(campaign).includes(name)));
    },
  };
}

describe('shrink', () => {
  it.each(['a', 'h', 'ah', 'cf', 'bde', 'abcdefgh'])(
    'reduces a failing campaign of eight rules to the rules that fail: %s',
    async (needed) => {
      const { fails } = failing(needed);
      expect(namesOf(await shrink(campaignOf('abcdefgh'), fails))).toBe(needed);
    },
  );

  it('returns a campaign of one rule without a run', async () => {
    const { fails, asked } = failing('a');
    expect(namesOf(await shrink(campaignOf('a'), fails))).toBe('a');
    expect(asked()).toBe(0);
  });

  it('returns the whole campaign when it does not fail again', async () => {
    const whole = campaignOf('abc');
    expect(await shrink(whole, () => Promise.resolve(false))).toEqual(whole);
  });

  it('drops maxUsd when the campaign fails without it too', async () => {
    const whole: Campaign = { ...campaignOf('a'), maxUsd: 3, beside: { count: 2, apart: 60 } };
    const smaller = await shrink(whole, ({ beside }) => Promise.resolve(beside !== undefined));
    expect(smaller).toEqual({ ...campaignOf('a'), beside: { count: 2, apart: 60 } });
  });
});
