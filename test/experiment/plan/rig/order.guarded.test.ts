import { guardedTurns, shareOf, unitsOf } from '../../../../lib/experiment/plan/rig/order';
import { sound } from '../planned';

const SEARCH = { id: 's', levels: {}, factor: 'size', cells: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], criteria: ['ok'] };
const cellOf = (cellId: string) => ({ cell: { cellId } });
const CELLS = [...SEARCH.cells, 'x'].map(cellOf);

describe('a search in a rig', () => {
  it('takes turns as one, and stands in the order of bisections in its place', () => {
    const units = unitsOf(CELLS, [SEARCH]);
    expect(units.map(({ cell }) => cell.cellId)).toEqual(['d', 'x']);
    const turns = units.map((cell, index) => ({ cell, replicate: 1, period: 1, round: 1, plot: index + 1 }));
    const all = guardedTurns(turns, CELLS, [SEARCH]);
    expect(all.map(({ cell, guard, share }) => [cell.cell.cellId, guard?.search.level, share])).toEqual([
      ['d', 3, 3 / 7],
      ['b', 1, 3 / 7],
      ['f', 5, 3 / 7],
      ['a', 0, 3 / 7],
      ['c', 2, 3 / 7],
      ['e', 4, 3 / 7],
      ['g', 6, 3 / 7],
      ['x', undefined, undefined],
    ]);
    expect(shareOf([SEARCH], { cellId: 'g' })).toBe(3 / 7);
    expect(shareOf([SEARCH], { cellId: 'x' })).toBe(1);
  });
});

const BASE = {
  factors: { size: [1, 2, 3, 4, 5, 6, 7] },
  targets: { far: { kind: 'cloud' } },
  fleet: { client: { count: 2, instanceType: 'c5n.large' } },
  workloads: { load: { kind: 'load', size: '$size', measure: 90 } },
  criteria: { ok: { metric: 'delay', atMost: '5ms' } },
  decide: undefined,
};

describe('plans of guarded trials', () => {
  const search = sound({ ...BASE, design: { search: { factor: 'size' }, replicates: 4 } }).plan;
  const all = sound({ ...BASE, design: { replicates: 4 } }).plan;

  it('hold a trial of every level in every replicate, and count three of seven', () => {
    expect(search.trials).toHaveLength(28);
    expect(search.searches).toHaveLength(1);
    const first = search.trials.filter(({ replicate }) => replicate === 1);
    expect(first.map(({ guard }) => guard?.search.level)).toEqual([3, 1, 5, 0, 2, 4, 6]);
    // 4 x 7 trials of 90 s against 4 x 3 of them; what is made and put up is the same.
    const longer = all.estimate.seconds - search.estimate.seconds;
    expect(longer).toBeGreaterThan(16 * 90);
    expect(longer).toBeLessThan(16 * (90 + 60));
    expect(all.estimate.usd).toBeGreaterThan(search.estimate.usd);
  });

  it('ask before each whether it is needed: that is in the worst case', () => {
    const [events, more] = [all, search].map(({ worst }) => worst.events['trial-batch'] ?? 0);
    expect((more ?? 0) - (events ?? 0)).toBe(28 * 14);
  });
});
