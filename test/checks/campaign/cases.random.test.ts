import { CALM, type Rule } from '../../../checks/campaign/faults/campaign';
import { drawPair, drawCampaign } from '../../../checks/campaign/cases';
import type { Case } from '../../../checks/campaign/single';

const caseOf = (rule: Rule): Case => ({ class: 'call', stands: 1, campaign: { ...CALM, rules: [rule] } });
const CASES: readonly Case[] = [
  caseOf({ fault: 'call', role: 'rig', action: 'CreateFleet', effect: 'error', nth: 1 }),
  caseOf({ fault: 'call', role: 'delete-storage', action: 'DeleteFileSystem', effect: 'denied', lasts: 60 }),
  caseOf({ fault: 'state', machine: 'guardian', state: 'Watch', effect: 'abort', nth: 1 }),
];

describe('campaigns of several faults', () => {
  it('are the same with the same seed and number, and others with another', () => {
    const some = Array.from({ length: 30 }, (_, nth) => drawCampaign(CASES, 'a', nth));
    expect(Array.from({ length: 30 }, (_, nth) => drawCampaign(CASES, 'a', nth))).toEqual(some);
    expect(Array.from({ length: 30 }, (_, nth) => drawCampaign(CASES, 'b', nth))).not.toEqual(some);
    // Of none of their parts: the table of late dollars would blame one for all.
    expect(new Set(some.map((one) => one.class))).toEqual(new Set(['several']));
    expect(new Set(some.map(({ campaign }) => campaign.rules.length))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('of a pair, the second strikes what cleans up', () => {
    for (let nth = 0; nth < 30; nth += 1) {
      const pair = drawPair(CASES, 'a', nth);
      expect(pair.class).toBe('several');
      const [, second] = pair.campaign.rules;
      expect(second?.fault === 'state' ? second.machine : second?.fault === 'call' && second.role).toMatch(
        /^(guardian|delete-storage)$/,
      );
    }
  });
});
