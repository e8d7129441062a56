import { moreReplicates } from '../../../lib/results/statistics/replicates';

const side = (n: number, deviation: number | null) => ({ n, deviation });

describe('moreReplicates', () => {
  it('follows n = (z · c · (s₁ + s₂) ÷ distance)²', () => {
    // Median: (1.959964 · 1.253314 · 2 ÷ 2)² = 6.03, so 7 of each, 4 more than 3. Mean: 1.96² = 3.84, so 4, 1 more.
    expect(moreReplicates([side(3, 1), side(3, 1)], 2, 'median')).toBe(4);
    expect(moreReplicates([side(3, 1), side(3, 1)], 2, 'mean')).toBe(1);
    // Half the distance needs four times as many: 24.1, so 25.
    expect(moreReplicates([side(3, 1), side(5, 1)], -1, 'median')).toBe(22);
  });

  it('asks for six at least, as fewer have no 95 % interval of the median', () => {
    expect(moreReplicates([side(3, 0.01), side(4, 0.01)], 1, 'median')).toBe(3);
  });

  it('gives up beyond reason, and where nothing is known', () => {
    expect(moreReplicates([side(3, 1), side(3, 1)], 0.1, 'median')).toBeNull();
    expect(moreReplicates([side(3, 1), side(3, 1)], 0, 'median')).toBeNull();
    expect(moreReplicates([side(3, 1), side(1, null)], 5, 'median')).toBeNull();
    expect(moreReplicates([side(3, 1)], 5, 'max')).toBeNull();
  });
});
