/** Whether a cell keeps to a limit, as far as its units can tell. */
import type { Logs } from './logs';
import { studentT } from './student';

/** Each by itself holds in 95 of 100 cases: the true value is above `low`, or it is below `high`. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** A condition on a value, in its unit. */
export interface Limits {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** It keeps to the limit, or does not, or that cannot be told. */
export type Standing = 'yes' | 'no' | 'open';

/** exp(x̄ ± t(0.95, n−1)·s/√n); null for fewer than two units. */
export function boundsOf({ n, mean, deviation }: Logs): Bounds | null {
  if (deviation === null) return null;
  const half = (studentT(0.95, n - 1) * deviation) / Math.sqrt(n);
  return { low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

/**
 * Fewer than two units are always open, never a failure.
 * @param shown what is printed for the cell: where it lies on the other side than the bounds, that is open too
 */
export function standingOf(bounds: Bounds | null, shown: number, { atLeast, atMost }: Limits): Standing {
  if (bounds === null) return 'open';
  const low = atLeast ?? Number.NEGATIVE_INFINITY;
  const high = atMost ?? Number.POSITIVE_INFINITY;
  const within = shown >= low && shown <= high;
  if (bounds.low >= low && bounds.high <= high) return within ? 'yes' : 'open';
  return (bounds.high < low || bounds.low > high) && !within ? 'no' : 'open';
}
