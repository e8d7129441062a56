/** Latency distribution of a trial: small enough to store for every trial, fine enough to show several modes. */

/** Logarithmic bins: each ends at 1.33 times its start. */
export const BINS_PER_DECADE = 8;
/** Maximum number of bins: seven and a half decades. */
export const MAX_BINS = 60;

/**
 * A distribution merged over all hosts of a trial.
 * @example { of: 'latency', operation: 'read', unit: 'us', first: 20, counts: [12, 5310, 0, 7] }
 */
export interface Distribution {
  /** The quantity, as in `percentile.of` of a metric, e.g. `latency`. */
  readonly of: string;
  readonly operation: string | null;
  /** Unit of the bins: tools report latency histograms in microseconds. */
  readonly unit: 'us';
  /** Number of the first bin. Bin `n` starts at 10^(n / {@link BINS_PER_DECADE}). */
  readonly first: number;
  /** Operations per bin, from the first bin to the slowest, with zeros for empty bins. */
  readonly counts: readonly number[];
}

/** A line in the series file of a trial. */
export interface DistributionLine extends Distribution {
  readonly trial: string;
  readonly attempt: number;
  readonly simulated: boolean;
}

/** The bin of a value in microseconds. Zero counts as a nanosecond. */
export function toBin(value: number): number {
  return Math.floor(Math.log10(Math.max(value, 1e-3)) * BINS_PER_DECADE + 1e-9);
}

/** Start of a bin, microseconds. */
export function getBinStart(bin: number): number {
  return 10 ** (bin / BINS_PER_DECADE);
}
