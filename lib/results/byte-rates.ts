/** Bytes per second that a cell reads and writes, from measured rates, and what they cost. */
import type { LimitedRates } from '../shapes/metric';
import type { Cell } from '../shapes/plan';
import { findMoves } from '../shapes/provisioned-rates';
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

const GIB = 1024 ** 3;

/** Transfers, US dollars per hour: 0 if not billed, null without rates. Alternating phases move equal bytes an hour. */
export function computeTransferUsd(
  { transferUsdPerGiB: usd, limitedRates: held }: Pick<Cell, 'transferUsdPerGiB' | 'limitedRates'>,
  measures: readonly Measure[],
): number | null {
  if (usd === undefined) return 0;
  const turns = listByteRates(held, measures);
  if (turns.length === 0) return null;
  const moving = turns.map(({ read, written, work }) => ({
    rate: work,
    usd: (3600 * (read * usd.read + written * usd.written)) / GIB,
  }));
  const [only] = moving;
  if (moving.length === 1 && only !== undefined) return Number(only.usd.toFixed(4));
  const going = moving.filter(({ rate }) => rate > 0);
  if (going.length === 0) return 0;
  const sum = (of: (one: { readonly rate: number; readonly usd: number }) => number): number =>
    going.reduce((all, one) => all + of(one), 0);
  return Number((sum((one) => one.usd / one.rate) / sum(({ rate }) => 1 / rate)).toFixed(4));
}
