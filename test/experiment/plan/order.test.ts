import { roundsOf } from '../../../lib/experiment/plan/order';
import type { ResolvedCell } from '../../../lib/experiment/cells/cells';
import type { Design } from '../../../lib/shapes/spec';

const cells = ['a', 'b', 'c', 'd', 'e'].map((cellId) => ({ cellId }) as ResolvedCell);
const design: Design = { replicates: 4, blocks: 1, order: 'random' };
const rounds = (changes: Partial<Design> = {}, seed: readonly string[] = ['s']): string[] => {
  const turns = roundsOf(cells, { ...design, ...changes }, seed);
  const of = (replicate: number): string =>
    turns.flatMap((turn) => (turn.replicate === replicate ? [turn.cell.cellId] : [])).join('');
  return [1, 2, 3, 4].map(of);
};

describe('roundsOf', () => {
  it('has every cell once in each round, one round after the other', () => {
    expect(rounds().map((round) => [...round].sort().join(''))).toEqual(['abcde', 'abcde', 'abcde', 'abcde']);
    expect(roundsOf(cells, design, ['s']).map(({ replicate }) => replicate)).toEqual(
      [1, 2, 3, 4].flatMap((round) => cells.map(() => round)),
    );
  });

  it('draws each round anew from the seed, and the same from the same', () => {
    expect(new Set(rounds()).size).toBeGreaterThan(1);
    expect(rounds()).toEqual(rounds());
    expect(rounds({}, ['s', 'other'])).not.toEqual(rounds());
  });

  it('keeps the order as written where that is asked', () => {
    expect(rounds({ order: 'asWritten' })).toEqual(['abcde', 'abcde', 'abcde', 'abcde']);
  });
});
