import { computeExcludedLoss, countUnitsToExclude } from '../../../lib/results/answer/gate-power';
import { countGates } from './gate-worlds';

const SAME = { deviation: 0.05, assumed: 0 };
const NEW = { deviation: 0.05, assumed: 2 * 0.05 ** 2 };

describe('computeExcludedLoss', () => {
  it.each([
    [6, 1],
    [10, 4],
  ])('returns the loss that about four of five executions of %i replicates and %i pairs exclude', (units, pairs) => {
    const allowed = computeExcludedLoss({ ...SAME, units, pairs });
    const { yes, no } = countGates({ replicates: units, pairs, allowed }, 150);
    // Executions that end 1 by chance exclude nothing.
    expect(yes).toBeGreaterThan(69 - no);
    expect(yes).toBeLessThan(94);
  });

  it('returns little less for more replicates when instances differ, and 1 for fewer than three units', () => {
    expect(computeExcludedLoss({ ...NEW, units: 10, pairs: 1 })).toBeCloseTo(0.17, 2);
    expect(computeExcludedLoss({ ...NEW, units: 100, pairs: 1 })).toBeGreaterThan(0.15);
    expect(computeExcludedLoss({ ...SAME, units: 2, pairs: 1 })).toBe(1);
  });
});

describe('countUnitsToExclude', () => {
  it('returns the fewest units, or null above the maximum', () => {
    const units = countUnitsToExclude(0.1, { ...SAME, pairs: 4 });
    expect(units).toBe(6);
    expect(computeExcludedLoss({ ...SAME, units: 5, pairs: 4 })).toBeGreaterThan(0.1);
    expect(countUnitsToExclude(0.1, { ...NEW, pairs: 4 }, 20)).toBeNull();
  });
});
