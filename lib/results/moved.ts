/** What a cell moves, by the rates that were measured. */
import type { HeldRates, Moves } from '../shapes/metric';
import { type Measure, primaryMeasures } from './measures';

/** Bytes a second, over all hosts. */
export interface Rates {
  readonly read: number;
  readonly written: number;
  /** Of the work: what is copied within the storage is read and written, and counts once. */
  readonly work: number;
}

/**
 * Rates of what is done at once, one entry for each turn that has some: turns follow each other, so that their rates
 * are never added up.
 */
export function ratesByTurn(held: readonly HeldRates[], measures: readonly Measure[]): readonly Rates[] {
  const primary = primaryMeasures(measures);
  return held.flatMap((turn) => {
    const moved = primary.flatMap((one) => {
      const { metric, unit, operation, statistics } = one;
      if (statistics === null || unit !== 'bytes/s' || metric !== turn.bytes?.metric) return [];
      const moves = movesOf(turn, operation);
      if (moves === null) return [];
      const { median } = statistics;
      return [{ read: moves === 'written' ? 0 : median, written: moves === 'read' ? 0 : median, work: median }];
    });
    if (moved.length === 0) return [];
    const sum = (way: keyof Rates): number => moved.reduce((all, one) => all + one[way], 0);
    return [{ read: sum('read'), written: sum('written'), work: sum('work') }];
  });
}

/** Null for what is none of the turn's, and for sums of what is told apart. */
function movesOf({ of, bytes }: HeldRates, operation: string | null): Moves | null {
  if (bytes === null) return null;
  const { moves } = bytes;
  if (typeof moves === 'object') return operation === null ? null : (moves[operation] ?? null);
  return of === null || (operation !== null && of.includes(operation)) ? moves : null;
}
