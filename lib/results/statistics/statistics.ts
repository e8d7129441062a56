/** Statistics over the replicates of a configuration. */
import { groupBy } from '../../shapes/collections';
import { type BlockSpread, type BlockValue, computeBlockSpread } from '../block-spread';
import { type Interval, computeInterval } from './limit';
import { computeStdDev, computeMean, computeMedian, sortNumbers } from './moments';

/** What was drawn anew: a trial where there is one block, a whole block where there are several. */
export type UnitKind = 'trial' | 'block';

/** Mean and spread of natural logarithms over units. */
export interface LogStats {
  /** Units, not trials. */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation (n − 1) of the units; null for one unit. */
  readonly deviation: number | null;
}

export interface Statistics {
  readonly n: number;
  /** The typical value, which is shown: geometric mean of the units; the median where a value is not above zero. */
  readonly centre: number;
  /** Of all trials, as everything down to `cv`. */
  readonly median: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation (n − 1) ÷ mean; null for one value or a mean of zero. */
  readonly cv: number | null;
  readonly unit: UnitKind;
  /** Null where a value is not above zero. */
  readonly logs: LogStats | null;
  /** Of `centre`; null for fewer than three units. */
  readonly interval: Interval | null;
  readonly blocks: BlockSpread | null;
}

/**
 * Statistics of at least one value; null for none.
 * @param several the plan has several blocks, so that blocks are the unit even where only one of this cell is there
 */
export function computeStatistics(
  data: readonly BlockValue[],
  several = new Set(data.map(({ block }) => block)).size > 1,
): Statistics | null {
  const values = sortNumbers(data.map(({ value }) => value));
  const [min] = values;
  const max = values.at(-1);
  if (min === undefined || max === undefined) return null;
  const [mean, median, deviation] = [computeMean(values), computeMedian(values), computeStdDev(values)];
  const units = min > 0 ? toUnitLogs(data, several) : null;
  const logs = units === null ? null : { n: units.length, mean: computeMean(units), deviation: computeStdDev(units) };
  return {
    n: values.length,
    // What is all the same is itself, to the last digit.
    centre: logs === null || min === max ? median : Math.exp(logs.mean),
    median,
    mean,
    min,
    max,
    cv: deviation === null || mean === 0 ? null : deviation / Math.abs(mean),
    unit: several ? 'block' : 'trial',
    logs,
    interval: units === null ? null : computeInterval(units),
    blocks: computeBlockSpread(data),
  };
}

/** Logarithms of trials, or the mean of them over each block. */
function toUnitLogs(data: readonly BlockValue[], several: boolean): readonly number[] {
  if (!several) return data.map(({ value }) => Math.log(value));
  return [...groupBy(data, ({ block }) => block).values()].map((own) =>
    computeMean(own.map(({ value }) => Math.log(value))),
  );
}
