/** How well replicates of the same configuration agree, over the whole execution. */
import type { CellSummary } from './cells';
import { pickPrimary } from './measures';
import { computeMedian } from './statistics/moments';

export interface Repeatability {
  readonly metric: string | null;
  /** Cells with at least two counted trials. */
  readonly cells: number;
  /** Median and largest coefficient of variation over these cells; null without any. */
  readonly typical: number | null;
  readonly worst: { readonly cell: string; readonly cv: number } | null;
  /** Medians over cells that were measured in several blocks; null without any. */
  readonly within: number | null;
  readonly between: number | null;
}

export function computeRepeatability(cells: readonly CellSummary[], metric: string | null): Repeatability {
  const spreads = cells.flatMap(({ cellId, measures }) =>
    (metric === null ? [] : pickPrimary(measures, metric)).flatMap(({ statistics }) =>
      statistics === null || statistics.cv === null
        ? []
        : [{ cell: cellId, cv: statistics.cv, blocks: statistics.blocks }],
    ),
  );
  const [worst] = spreads.toSorted((a, b) => b.cv - a.cv);
  const known = (values: readonly (number | null | undefined)[]): number | null => {
    const numbers = values.filter((value) => typeof value === 'number');
    return numbers.length === 0 ? null : computeMedian(numbers);
  };
  return {
    metric,
    cells: spreads.length,
    typical: known(spreads.map(({ cv }) => cv)),
    worst: worst === undefined ? null : { cell: worst.cell, cv: worst.cv },
    within: known(spreads.map(({ blocks }) => blocks?.within)),
    between: known(spreads.map(({ blocks }) => blocks?.between)),
  };
}
