/** The order of the trials in one stage of a rig. */
import { randomFrom, shuffled } from '../../shapes/random';
import type { Design } from '../../shapes/spec';
import type { ResolvedCell } from '../cells/cells';

/** A cell's turn in a round. */
export interface Turn {
  readonly cell: ResolvedCell;
  /** Number of the round, from 1. */
  readonly replicate: number;
}

/**
 * Each round has every cell once; rounds follow each other, so that slow changes meet all cells alike.
 * @param seed of the stage on this copy: every round draws its order from it
 */
export function roundsOf(cells: readonly ResolvedCell[], design: Design, seed: readonly string[]): Turn[] {
  const rounds = Array.from({ length: design.replicates }, (_, index) => {
    const random = randomFrom([...seed, String(index + 1)].join('\n'));
    const order = design.order === 'random' ? shuffled(cells, random) : cells;
    return order.map((cell) => ({ cell, replicate: index + 1 }));
  });
  return rounds.flat();
}
