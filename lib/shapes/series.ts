/** A metric over time, within one trial. */
import type { Unit } from './observation';

/** What a workload reads of one metric: equal steps from an instant on, none missing. */
export interface Series {
  readonly metric: string;
  readonly operation: string | null;
  readonly unit: Unit;
  /** Name of one host; null for all hosts together. */
  readonly host: string | null;
  /** Epoch seconds of the begin of the first step: warm-up is over. */
  readonly from: number;
  /** Length of a step, seconds. */
  readonly step: number;
  /** Mean of each step, in the unit. The last, unfinished one is not there. */
  readonly values: readonly number[];
}

/** A line of the file of series of a trial. */
export interface SeriesLine extends Series {
  readonly trial: string;
  readonly attempt: number;
  readonly simulated: boolean;
}
