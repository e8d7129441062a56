/** Drawing of campaigns, when their rules apply, and what remains of a failing one. */
import { type Drawable, drawCampaign, OPERATED, PAIR, RANDOM } from '../../../checks/campaign/cases';
import { CALM, type Campaign, campaignSchema, type Rule, type RuleOf } from '../../../checks/campaign/faults/campaign';
import { canEnd } from '../../../checks/campaign/faults/healing';
import { getCreateCall, getNameField } from '../../../checks/campaign/faults/makers';
import { Schedule } from '../../../checks/campaign/faults/schedule';
import { formatTally, shrink } from '../../../checks/campaign/run';
import type { Case } from '../../../checks/campaign/single';

const caseOf = (rule: Rule): Case => ({ class: 'call', stands: 1, campaign: { ...CALM, rules: [rule] } });
const STATES = [{ machine: 'rig' as const, state: 'PrepareHosts', count: 2, at: 900 }];
const PLACE: Drawable = {
  places: { calls: [], states: STATES, hosts: 1, seconds: 4000, usd: 1 },
  cases: [
    caseOf({ fault: 'call', role: 'rig', action: 'CreateFleet', effect: 'error', nth: 1 }),
    caseOf({ fault: 'call', role: 'delete-storage', action: 'DeleteFileSystem', effect: 'denied', lasts: 60 }),
    caseOf({ fault: 'state', machine: 'guardian', state: 'Watch', effect: 'abort', nth: 1 }),
  ],
};
const OTHER: Drawable = { ...PLACE, cases: [caseOf({ fault: 'event', effect: 'lost' })] };

describe('drawCampaign', () => {
  const list = (draw: typeof RANDOM, seed: string): Campaign[] =>
    Array.from({ length: 60 }, (_, nth) => drawCampaign(PLACE, draw, seed, nth).campaign);

  it('draws the same campaigns for the same seed, and different ones for another seed', () => {
    const some = list(RANDOM, 'a');
    expect(list(RANDOM, 'a')).toEqual(some);
    expect(list(RANDOM, 'b')).not.toEqual(some);
    expect(new Set(some.map(({ rules }) => rules.length))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('draws a fault in the cleanup as the second fault of a pair', () => {
    for (const { rules } of list(PAIR, 'a')) {
      const [, second] = rules;
      const at = second?.fault === 'state' ? second.machine : second?.fault === 'call' && second.role;
      expect(at).toMatch(/^(guardian|delete-storage)$/);
    }
  });

  it('draws every operation, such as stop, down and redrive, and always a fault of a call or state', () => {
    const some = list(OPERATED, 'a');
    const names = some.flatMap(({ rules, limits }) => [
      ...rules.map((rule) => `${rule.fault} ${'effect' in rule ? rule.effect : ''}`),
      ...(limits === undefined ? [] : ['limits']),
    ]);
    const persons = ['person stop', 'person down', 'person pause', 'person resume'];
    expect(names).toEqual(expect.arrayContaining([...persons, 'hand redrive', 'register raced', 'stack ', 'limits']));
    expect(some.every(({ rules }) => rules.some(({ fault }) => fault === 'call' || fault === 'state'))).toBe(true);
    const rules = some.flatMap((one) => one.rules);
    expect(rules.some((rule) => rule.fault === 'person' && rule.before !== undefined)).toBe(true);
  });

  it('replaces only the rules that never applied, by rules drawn from another run (again)', () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const drawn = drawCampaign(PLACE, RANDOM, 'a', nth);
      const { rules } = drawn.campaign;
      const struck = rules.map((_, index) => (index === 0 ? 0 : 1));
      const again = drawn.again(struck, OTHER).campaign.rules;
      expect(again).toEqual([{ fault: 'event', effect: 'lost' }, ...rules.slice(1)]);
      expect(drawn.again(struck, OTHER).campaign.rules).toEqual(again);
      const allApplied = rules.map(() => 1);
      expect(drawn.again(allApplied, OTHER).campaign).toEqual(drawn.campaign);
    }
  });
});

const CALL = { fault: 'call', effect: 'error' } as const;

describe('Schedule.strikes', () => {
  it.each<[string, object, number[]]>([
    ['every call', {}, [0, 1, 2, 3, 4, 5]],
    ['call nth', { nth: 2 }, [1]],
    ['so many calls from nth on', { nth: 2, times: 2 }, [1, 2]],
    ['calls between two seconds', { from: 2, until: 4 }, [2, 3]],
    ['calls for so many seconds after the first', { from: 2, lasts: 2 }, [2, 3]],
    ['calls with a random number below the rate', { rate: 0.6 }, [0, 1, 2, 3, 4, 5]],
    ['no call with a random number above the rate', { rate: 0.4 }, []],
  ])('applies a rule to %s: %j', (_, more, struck) => {
    const rule = { ...CALL, ...more } as RuleOf<'call'>;
    const schedule = new Schedule({ ...CALM, rules: [rule] }, 0, () => 0.5);
    expect([0, 1, 2, 3, 4, 5].filter((second) => schedule.strikes(0, rule, second * 1000))).toEqual(struck);
  });

  it('records how often and when a rule applied', () => {
    const rule = { ...CALL, times: 2 };
    const schedule = new Schedule({ rules: [rule] }, 0, () => 0);
    for (const at of [10, 20, 30]) schedule.strikes(0, rule, at);
    expect(schedule.struck()).toEqual({ times: [2], spans: [{ first: 10, last: 20 }], goesOn: 0 });
  });
});

it('parses an empty campaign, and refuses unknown effects, incomplete rules and unknown members', () => {
  expect(campaignSchema.parse({})).toEqual(CALM);
  for (const wrong of [{ rules: [{ fault: 'call', effect: 'explodes' }] }, { more: true }])
    expect(campaignSchema.safeParse(wrong).success).toBe(false);
  const incomplete = { rules: [{ fault: 'state', machine: 'rig', effect: 'abort' }] };
  expect(campaignSchema.safeParse(incomplete).success).toBe(false);
});

it('classifies a call rule without lasts or nth as endless, and a disabled safety layer as not (canEnd)', () => {
  const layer: Rule = { fault: 'without', layer: 'guardian' };
  const rules: Rule[] = [CALL, { ...CALL, lasts: 60 }, { ...CALL, nth: 3 }, { fault: 'janitor', from: 5 }, layer];
  expect(rules.map(canEnd)).toEqual([false, true, true, false, true]);
});

it('returns the create call and the name field of a resource kind', () => {
  const kinds = ['efs:mount-target', 'cloudwatch:alarm', 'ec2:volume'] as const;
  expect(kinds.map(getCreateCall)).toEqual(['CreateMountTarget', 'PutMetricAlarm', 'CreateFleet']);
  const named = ['cloudwatch:alarm', 'fsx:volume', 'fsx:file-system', 'ec2:instance'] as const;
  expect(named.map(getNameField)).toEqual(['AlarmName', 'Name', null, null]);
});

describe('shrink', () => {
  const campaignOf = (names: string): Campaign => ({
    hours: 48,
    rules: [...names].map((state) => ({ ...CALL, state })),
  });
  const namesOf = ({ rules }: Campaign): string =>
    rules.map((rule) => (rule.fault === 'call' ? (rule.state ?? '') : '')).join('');

  it.each(['a', 'h', 'ah', 'cf', 'bde', 'abcdefgh'])('reduces eight rules to those that fail: %s', async (needed) => {
    const fails = (campaign: Campaign) =>
      Promise.resolve([...needed].every((name) => namesOf(campaign).includes(name)));
    expect(namesOf(await shrink(campaignOf('abcdefgh'), fails))).toBe(needed);
  });

  it('returns a campaign of one rule without a run, and one that does not fail again as a whole', async () => {
    const never = () => Promise.reject(new Error('no run is needed'));
    expect(await shrink(campaignOf('a'), never)).toEqual(campaignOf('a'));
    expect(await shrink(campaignOf('abc'), () => Promise.resolve(false))).toEqual(campaignOf('abc'));
  });

  it('drops maxUsd when the campaign fails without it too', async () => {
    const beside = { count: 2, apart: 60 };
    const whole: Campaign = { ...campaignOf('a'), maxUsd: 3, beside };
    const smaller = await shrink(whole, (one) => Promise.resolve(one.beside !== undefined));
    expect(smaller).toEqual({ ...campaignOf('a'), beside });
  });
});

describe('formatTally', () => {
  const format = (runs: number, missed: number, drawn: boolean, all: number | null): string => {
    const worst = { worstLateUsd: 0, worst: null, worstPersonUsd: 0 };
    const row = { class: 'several' as const, runs, places: runs, missed, violations: 0, ...worst };
    const operations = new Map([
      ['redrive', 3],
      ['down', 1],
    ]);
    const counts = { runs, hours: 3, violations: [], redrawn: 4, operations };
    const tally = { ...counts, countStruck: () => runs - missed, byClass: () => [row] };
    return formatTally(tally, 60, 's', { drawn, all });
  };

  it.each<[string, Parameters<typeof format>, string | RegExp]>([
    // 1 − 0.05^(1/5) = 45.07%: seven of twelve runs say nothing.
    [
      'an upper bound from the random campaigns that applied',
      [12, 7, true, null],
      '0 violations (at most 45% of campaigns drawn this way from these experiments, 95%)',
    ],
    ['a small upper bound', [2000, 0, true, null], '(at most 0.15% of campaigns'],
    ['no bound when none applied', [12, 12, true, null], '0 violations. Seed'],
    ['the share of listed campaigns', [12, 7, false, 40], '0 violations (applied in 5 of 40 representatives). Seed'],
    ['no bound for mixed campaigns', [12, 0, false, null], '0 violations. Seed'],
    [
      'runs that applied, operations and runs per minute',
      [12, 2, true, null],
      '\nstruck 10 of 12 (83%), 4 drawn again; 16.0 runs a minute. Applied: redrive 3, down 1\n',
    ],
  ])('prints %s', (_, counts, text) => {
    expect(format(...counts)).toContain(text);
  });
});
