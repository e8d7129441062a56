/** How many operations took how long in one trial: small enough to keep of every trial, fine enough to show humps. */
/** Bins of equal width on a logarithmic axis: each ends at 1.33 times its begin. */
export const BINS_PER_DECADE = 8;
/** A distribution has no more of them: seven and a half decades. */
export const MAX_BINS = 60;

/** Merged over all hosts of a trial. */
export interface Distribution {
  /** What is distributed, as `percentile.of` of a metric names it, e.g. `latency`. */
  readonly of: string;
  readonly operation: string | null;
  /** Tools count operations by microseconds. */
  readonly unit: 'us';
  /**
   * Bin `n` holds values from 10^(n / {@link BINS_PER_DECADE}) up to below the begin of the next. This is the first.
   */
  readonly first: number;
  /** Operations of each bin, none missing up to the slowest. */
  readonly counts: readonly number[];
}

/** A line of the file of series of a trial. */
export interface DistributionLine extends Distribution {
  readonly trial: string;
  readonly attempt: number;
  readonly simulated: boolean;
}

/** The bin of so many microseconds. Nothing is faster than a nanosecond: a zero falls there. */
export function toBin(value: number): number {
  return Math.floor(Math.log10(Math.max(value, 1e-3)) * BINS_PER_DECADE + 1e-9);
}

/** Where a bin begins, microseconds. */
export function getBinStart(bin: number): number {
  return 10 ** (bin / BINS_PER_DECADE);
}
