/** Median; for an even count the mean of the middle two. NaN for no values. */
export function computeMedian(values: readonly number[]): number {
  const order = sortNumbers(values);
  const upper = order[Math.floor(order.length / 2)] ?? Number.NaN;
  const lower = order[Math.ceil(order.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Mean. NaN for none. */
export function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation with divisor n − 1; null for fewer than two values. */
export function computeStdDev(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = computeMean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** Ascending copy. */
export function sortNumbers(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}
