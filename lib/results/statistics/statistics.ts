/** Statistics over the replicates of a cell. The interval of the median is explained at {@link medianInterval}. */
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import { type Interval, medianInterval } from './interval';
import { deviationOf, meanOf, medianOf, sorted } from './moments';

/** Relative spread over blocks; only where there are several. */
export interface BlockSpread {
  readonly blocks: number;
  /** Pooled standard deviation of the repeats inside each block ÷ mean; null where no block has two values. */
  readonly within: number | null;
  /** Standard deviation of the blocks' medians ÷ their mean. */
  readonly between: number | null;
  readonly medians: readonly { readonly block: number; readonly median: number; readonly n: number }[];
}

export interface Statistics {
  readonly n: number;
  readonly median: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation (n − 1) ÷ mean; null for one value or a mean of zero. */
  readonly cv: number | null;
  /** Largest ÷ smallest; null where the smallest is not above zero. */
  readonly maxOverMin: number | null;
  /** Of the median; null for one value. */
  readonly interval: Interval | null;
  readonly blocks: BlockSpread | null;
}

/** A value and the block that it was measured in. */
export interface BlockValue {
  readonly value: number;
  readonly block: number;
}

/** Statistics of at least one value; null for none. */
export function statisticsOf(data: readonly BlockValue[]): Statistics | null {
  const values = sorted(data.map(({ value }) => value));
  const [min] = values;
  const max = values.at(-1);
  if (min === undefined || max === undefined) return null;
  const mean = meanOf(values);
  const deviation = deviationOf(values);
  return {
    n: values.length,
    median: medianOf(values),
    mean,
    min,
    max,
    cv: deviation === null || mean === 0 ? null : deviation / Math.abs(mean),
    maxOverMin: min > 0 ? max / min : null,
    interval: medianInterval(values),
    blocks: blockSpread(data),
  };
}

function blockSpread(data: readonly BlockValue[]): BlockSpread | null {
  const byBlock = groupBy(data, ({ block }) => block);
  if (byBlock.size < 2) return null;
  const groups = [...byBlock]
    .toSorted(([a], [b]) => a - b)
    .map(([block, own]) => [block, own.map(({ value }) => value)] as const);
  const medians = groups.map(([block, values]) => ({ block, median: medianOf(values), n: values.length }));
  const freedom = groups.reduce((sum, [, values]) => sum + values.length - 1, 0);
  const squares = groups.reduce((sum, [, values]) => sum + (deviationOf(values) ?? 0) ** 2 * (values.length - 1), 0);
  const mean = meanOf(data.map(({ value }) => value));
  const centres = medians.map(({ median }) => median);
  const centre = meanOf(centres);
  return {
    blocks: groups.length,
    within: freedom === 0 || mean === 0 ? null : Math.sqrt(squares / freedom) / Math.abs(mean),
    between: centre === 0 ? null : expected(deviationOf(centres), 'a deviation of two blocks') / Math.abs(centre),
    medians,
  };
}
