/** Statistics over the replicates of a cell. Their interval is explained at {@link medianInterval}. */
import { groupBy } from '../../shapes/group';
import { type Interval, logInterval, meanInterval, medianInterval } from './interval';
import { type Logs, logsOf, pooledDeviation, type UnitKind } from './logs';
import { deviationOf, meanOf, medianOf, sorted } from './moments';

/** Spread over blocks, of logarithms: 0.05 is about 5 %. Only where there are several. */
export interface BlockSpread {
  readonly blocks: number;
  /** Pooled deviation of the repeats inside each block; null where no block has two values. */
  readonly within: number | null;
  /**
   * How copies differ by themselves: √max(0, s²(block means) − s²(within) ÷ repeats); with one repeat in each block,
   * what both do together. Null where values are not above zero.
   */
  readonly between: number | null;
  readonly medians: readonly { readonly block: number; readonly median: number; readonly n: number }[];
}

export interface Statistics {
  readonly n: number;
  /**
   * What `interval` is of, and what is shown: the median of the trials; where blocks are the unit, the geometric mean
   * of the blocks, exp(mean of `logs`), for the median of all trials may lie outside of an interval of blocks.
   */
  readonly centre: number;
  /** Of all trials, as everything down to `maxOverMin`. */
  readonly median: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation (n − 1) ÷ mean; null for one value or a mean of zero. */
  readonly cv: number | null;
  /** Largest ÷ smallest; null where the smallest is not above zero. */
  readonly maxOverMin: number | null;
  /** What was drawn anew, and the mean and spread of its logarithms; `logs` is null where a value is not above zero. */
  readonly unit: UnitKind;
  readonly logs: Logs | null;
  /** Of `centre`; null where units are too few, see {@link medianInterval}. */
  readonly interval: Interval | null;
  readonly blocks: BlockSpread | null;
}

/** A value, and the block that it was measured in. */
export interface BlockValue {
  readonly value: number;
  readonly block: number;
}

/**
 * Statistics of at least one value; null for none.
 * @param several the plan has several blocks, so that blocks are the unit even where only one of this cell is there
 */
export function statisticsOf(
  data: readonly BlockValue[],
  several = new Set(data.map(({ block }) => block)).size > 1,
): Statistics | null {
  const values = sorted(data.map(({ value }) => value));
  const [min] = values;
  const max = values.at(-1);
  if (min === undefined || max === undefined) return null;
  const mean = meanOf(values);
  const deviation = deviationOf(values);
  const unit = several ? 'block' : 'trial';
  const logs = logsOf(data.map((one) => ({ value: one.value, unit: unitKey(one, unit) })));
  const median = medianOf(values);
  return {
    n: values.length,
    centre: unit === 'trial' || logs === null ? median : Math.exp(logs.mean),
    median,
    mean,
    min,
    max,
    cv: deviation === null || mean === 0 ? null : deviation / Math.abs(mean),
    maxOverMin: min > 0 ? max / min : null,
    unit,
    logs,
    interval: unit === 'trial' ? medianInterval(values, logs) : logInterval(logs, 'units'),
    blocks: blockSpread(data),
  };
}

/** What can be asked of the trials of a cell. */
export type Asked = 'typical' | 'mean' | 'min' | 'max';

/**
 * The asked statistic as it is shown, with the 95 % interval that is its own. Where blocks are the unit, each counts
 * once: the median is their geometric mean, the mean that of their means.
 * @param data the values that the statistics are of
 */
export function estimateOf(
  asked: Asked,
  statistics: Statistics,
  data: readonly BlockValue[],
): { readonly value: number; readonly interval: Interval | null } {
  if (asked === 'typical') return { value: statistics.centre, interval: statistics.interval };
  if (asked !== 'mean') return { value: statistics[asked], interval: null };
  const means = unitValues(data, statistics.unit);
  return { value: meanOf(means), interval: meanInterval(means) };
}

/** Trials as they are, or the mean of each block. */
function unitValues(data: readonly BlockValue[], unit: UnitKind): readonly number[] {
  if (unit === 'trial') return data.map(({ value }) => value);
  return [...groupBy(data, ({ block }) => block).values()].map((own) => meanOf(own.map(({ value }) => value)));
}

/** The asked statistic of all trials, whatever their blocks. */
export function valueOf(asked: Asked, statistics: Statistics): number {
  return statistics[asked === 'typical' ? 'median' : asked];
}

/** What people call that which is shown. */
export function statisticWords(asked: Asked, several: boolean): string {
  if (asked !== 'typical') return asked;
  return several ? 'geometric mean' : 'median';
}

/** The unit that a value belongs to; null where it is one by itself. */
export function unitKey({ block }: BlockValue, unit: UnitKind): string | null {
  return unit === 'block' ? String(block) : null;
}

function blockSpread(data: readonly BlockValue[]): BlockSpread | null {
  const byBlock = groupBy(data, ({ block }) => block);
  if (byBlock.size < 2) return null;
  const groups = [...byBlock].toSorted(([a], [b]) => a - b);
  const medians = groups.map(([block, own]) => ({
    block,
    median: medianOf(own.map(({ value }) => value)),
    n: own.length,
  }));
  const inBlocks = groups.flatMap(([, own]) => logsOf(own.map(({ value }) => ({ value, unit: null }))) ?? []);
  const within = pooledDeviation(inBlocks);
  const all = inBlocks.length === groups.length ? deviationOf(inBlocks.map(({ mean }) => mean)) : null;
  // Where blocks have different numbers of repeats, the harmonic mean stands for them.
  const repeats = groups.length / groups.reduce((sum, [, own]) => sum + 1 / own.length, 0);
  const between = all === null ? null : Math.sqrt(Math.max(0, all ** 2 - (within ?? 0) ** 2 / repeats));
  return { blocks: groups.length, within, between, medians };
}
