import { CALM, type Campaign, type Rule } from '../../../checks/campaign/faults/campaign';
import { drawCampaign, type Drawable, OPERATED, PAIR, RANDOM } from '../../../checks/campaign/cases';
import type { Case } from '../../../checks/campaign/single';

const caseOf = (rule: Rule): Case => ({ class: 'call', stands: 1, campaign: { ...CALM, rules: [rule] } });
const PLACE: Drawable = {
  places: {
    calls: [],
    states: [{ machine: 'rig', state: 'PrepareHosts', count: 2, at: 900 }],
    hosts: 1,
    seconds: 4000,
    usd: 1,
  },
  cases: [
    caseOf({ fault: 'call', role: 'rig', action: 'CreateFleet', effect: 'error', nth: 1 }),
    caseOf({ fault: 'call', role: 'delete-storage', action: 'DeleteFileSystem', effect: 'denied', lasts: 60 }),
    caseOf({ fault: 'state', machine: 'guardian', state: 'Watch', effect: 'abort', nth: 1 }),
  ],
};
const OTHER: Drawable = { ...PLACE, cases: [caseOf({ fault: 'event', effect: 'lost' })] };

const list = (draw: typeof RANDOM, seed: string, place = PLACE): Campaign[] =>
  Array.from({ length: 60 }, (_, nth) => drawCampaign(place, draw, seed, nth).campaign);

describe('drawCampaign', () => {
  it('draws the same campaigns for the same seed, and different ones for another seed', () => {
    const some = list(RANDOM, 'a');
    expect(list(RANDOM, 'a')).toEqual(some);
    expect(list(RANDOM, 'b')).not.toEqual(some);
    expect(new Set(some.map(({ rules }) => rules.length))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('draws a fault in the cleanup as the second fault of a pair', () => {
    for (const { rules } of list(PAIR, 'a')) {
      const [, second] = rules;
      expect(second?.fault === 'state' ? second.machine : second?.fault === 'call' && second.role).toMatch(
        /^(guardian|delete-storage)$/,
      );
    }
  });

  it('draws every operation, such as stop, down and redrive, and always a fault of a call or state', () => {
    const some = list(OPERATED, 'a');
    const names = some.flatMap(({ rules, limits }) => [
      ...rules.map((rule) => `${rule.fault} ${'effect' in rule ? rule.effect : ''}`),
      ...(limits === undefined ? [] : ['limits']),
    ]);
    for (const name of [
      'person stop',
      'person down',
      'person pause',
      'person resume',
      'hand redrive',
      'register raced',
    ])
      expect(names).toContain(name);
    expect(names).toEqual(expect.arrayContaining(['stack ', 'limits']));
    expect(some.every(({ rules }) => rules.some(({ fault }) => fault === 'call' || fault === 'state'))).toBe(true);
    expect(some.some(({ rules }) => rules.some((rule) => rule.fault === 'person' && rule.before !== undefined))).toBe(
      true,
    );
  });

  it('replaces only the rules that never applied, by rules drawn from another run (again)', () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const drawn = drawCampaign(PLACE, RANDOM, 'a', nth);
      const { rules } = drawn.campaign;
      const struck = rules.map((_, index) => (index === 0 ? 0 : 1));
      const again = drawn.again(struck, OTHER).campaign.rules;
      expect(again).toEqual([{ fault: 'event', effect: 'lost' }, ...rules.slice(1)]);
      expect(drawn.again(struck, OTHER).campaign.rules).toEqual(again);
      expect(
        drawn.again(
          rules.map(() => 1),
          OTHER,
        ).campaign,
      ).toEqual(drawn.campaign);
    }
  });
});
