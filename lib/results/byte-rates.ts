/** Bytes per second that a cell reads and writes, from measured rates. */
import type { LimitedRates, IoDirection } from '../shapes/metric';
import { type Measure, pickPrimary } from './measures';

/** Bytes per second, over all hosts. */
export interface ByteRates {
  readonly read: number;
  readonly written: number;
  /** Bytes of work per second: a copy within the storage reads and writes a byte, but counts once. */
  readonly work: number;
}

/** One entry per group of parallel operations. Groups run one after another, so their rates are not added. */
export function listByteRates(held: readonly LimitedRates[], measures: readonly Measure[]): readonly ByteRates[] {
  const primary = pickPrimary(measures);
  return held.flatMap((turn) => {
    const moved = primary.flatMap((one) => {
      const { metric, unit, operation, statistics } = one;
      if (statistics === null || unit !== 'bytes/s' || metric !== turn.bytes?.metric) return [];
      const moves = findMoves(turn, operation);
      if (moves === null) return [];
      const { median } = statistics;
      return [{ read: moves === 'written' ? 0 : median, written: moves === 'read' ? 0 : median, work: median }];
    });
    if (moved.length === 0) return [];
    const sum = (way: keyof ByteRates): number => moved.reduce((all, one) => all + one[way], 0);
    return [{ read: sum('read'), written: sum('written'), work: sum('work') }];
  });
}

/** Null for operations of another group, and for totals of operations that `moves` lists separately. */
function findMoves({ of, bytes }: LimitedRates, operation: string | null): IoDirection | null {
  if (bytes === null) return null;
  const { moves } = bytes;
  if (typeof moves === 'object') return operation === null ? null : (moves[operation] ?? null);
  return of === null || (operation !== null && of.includes(operation)) ? moves : null;
}
