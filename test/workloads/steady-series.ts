/** Series of rates for tests of steadiness. */
import type { Series } from '../../lib/shapes/series';

/** Rates of all hosts, one value a second. */
export function makeSeries(values: readonly number[], changes: Partial<Series> = {}): Series {
  return { metric: 'iops', operation: 'read', unit: 'ops/s', host: null, from: 0, step: 1, values, ...changes };
}

/** A value for each second. */
export const seconds = (count: number, value: (second: number) => number): number[] =>
  Array.from({ length: count }, (_, second) => value(second));
