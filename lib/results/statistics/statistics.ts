/** Statistics over the replicates of a configuration. */
import { groupBy } from '../../shapes/collections';
import { DEFAULT_MARGIN } from '../../shapes/decision-rule';
import { type BlockSpread, type BlockValue, computeBlockSpread } from '../block-spread';
import { type Interval, computeInterval } from './limit';
import { computeStdDev, computeMean, computeMedian, sortNumbers } from './moments';

/** Independent units: trials of a single block, or blocks if there are several. */
export type UnitKind = 'trial' | 'block';

/** Mean and spread of natural logarithms over units. */
export interface LogStats {
  /** Number of units (not of trials). */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation (n − 1); null for one unit. */
  readonly deviation: number | null;
}

export interface Statistics {
  readonly n: number;
  /**
   * Typical value for display: geometric mean of the units. Their median if both differ by more than
   * {@link DEFAULT_MARGIN}, as after stalls, and if some value is zero or negative.
   */
  readonly centre: number;
  /** This field and the following ones, down to `cv`, are over all trials. */
  readonly median: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Coefficient of variation: standard deviation (n − 1) ÷ mean; null for one value or a mean of zero. */
  readonly cv: number | null;
  readonly unit: UnitKind;
  /** Null if some value is zero or negative. */
  readonly logs: LogStats | null;
  /** Interval of `centre`; null for fewer than three units. */
  readonly interval: Interval | null;
  readonly blocks: BlockSpread | null;
}

/** Statistics of values; null for none. @param several the plan has several blocks, so blocks are the units */
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
    // Equal values are returned exactly, without rounding by the logarithm.
    centre: units === null || min === max ? median : Math.exp(pickTypical(units)),
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

/** Of logarithms: the interval is one of the median, which the mean leaves where some units stalled. */
export function pickTypical(logs: readonly number[]): number {
  const [mean, median] = [computeMean(logs), computeMedian(logs)];
  return Math.abs(mean - median) > Math.log1p(DEFAULT_MARGIN) ? median : mean;
}

/** Logarithms of trials, or mean logarithms by block. */
function toUnitLogs(data: readonly BlockValue[], several: boolean): readonly number[] {
  if (!several) return data.map(({ value }) => Math.log(value));
  return [...groupBy(data, ({ block }) => block).values()].map((own) =>
    computeMean(own.map(({ value }) => Math.log(value))),
  );
}
