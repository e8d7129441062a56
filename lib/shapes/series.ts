/** Time series of a metric within one trial. */
import type { Unit } from './observation';

/**
 * Values of one metric in equal steps, without gaps.
 * @example { metric: 'bandwidth', operation: 'read', unit: 'bytes/s', host: null, from: 1796000000, step: 1, values:
 *   [5.8e8] }
 */
export interface Series {
  readonly metric: string;
  readonly operation: string | null;
  readonly unit: Unit;
  /** Name of one host; null for all hosts together. */
  readonly host: string | null;
  /** Start of the first step after the warm-up, epoch seconds. */
  readonly from: number;
  /** Length of a step, seconds. */
  readonly step: number;
  /** Mean per step, without the last, incomplete one. */
  readonly values: readonly number[];
}

/** A line in the series file of a trial. */
export interface SeriesLine extends Series {
  readonly trial: string;
  readonly attempt: number;
  readonly simulated: boolean;
}
