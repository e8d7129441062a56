/** Spread within and between blocks, for display; decisions do not use it. */
import { groupBy } from '../shapes/collections';
import { computeStdDev, computeMean, computeMedian } from './statistics/moments';

export interface BlockValue {
  readonly value: number;
  readonly block: number;
}

/** Spread over several blocks, as standard deviations of logarithms: 0.05 is about 5%. */
export interface BlockSpread {
  readonly blocks: number;
  /** Pooled deviation of the repeats within blocks; null if no block has two values. */
  readonly within: number | null;
  /**
   * Spread of instances: √max(0, s²(block means) − s²(within) ÷ repeats); with one repeat per block, both spreads
   * combined. Null unless all values are positive.
   */
  readonly between: number | null;
  readonly medians: readonly { readonly block: number; readonly median: number; readonly n: number }[];
}

/** Null for one block. */
export function computeBlockSpread(data: readonly BlockValue[]): BlockSpread | null {
  const groups = [...groupBy(data, ({ block }) => block)].toSorted(([a], [b]) => a - b);
  if (groups.length < 2) return null;
  const medians = groups.map(([block, own]) => ({
    block,
    median: computeMedian(own.map(({ value }) => value)),
    n: own.length,
  }));
  const positive = data.every(({ value }) => value > 0);
  const logs = positive ? groups.map(([, own]) => own.map(({ value }) => Math.log(value))) : [];
  const within = poolDeviations(logs);
  const all = computeStdDev(logs.map(computeMean));
  // The harmonic mean covers blocks with different numbers of repeats.
  const repeats = groups.length / groups.reduce((sum, [, own]) => sum + 1 / own.length, 0);
  const between = all === null ? null : Math.sqrt(Math.max(0, all ** 2 - (within ?? 0) ** 2 / repeats));
  return { blocks: groups.length, within, between, medians };
}

/** √(Σ (n−1)s² ÷ Σ (n−1)); null if no group has two values. */
function poolDeviations(groups: readonly (readonly number[])[]): number | null {
  const freedom = groups.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  const squares = groups.reduce((sum, own) => sum + (own.length - 1) * (computeStdDev(own) ?? 0) ** 2, 0);
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}
