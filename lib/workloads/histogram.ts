/** Latency histograms. Percentiles over several hosts or jobs require merged histograms. */
import { MAX_BINS, toBin, type Distribution } from '../shapes/distribution';
import { ensure } from '../shapes/errors';

/** Minimum number of operations above a percentile: fewer are single events that the next trial may not repeat. */
const MIN_COUNT_ABOVE = 10;

/** Whether `count` operations suffice for a percentile: N(1 − p) is at least 10. */
export function hasEnoughSamples(percent: number, count: number): boolean {
  // Compute in thousandths of a percent, so that 100 − 99.9 is exact.
  return count * Math.round((100 - percent) * 1000) >= MIN_COUNT_ABOVE * 100_000;
}

/** Counts by bin, ascending; a bin is identified by its representative value, e.g. in microseconds. */
export class Bins {
  private constructor(
    private readonly values: readonly number[],
    private readonly counts: readonly number[],
    readonly count: number,
  ) {}

  /** Null if no count is above 0. */
  static of(entries: Iterable<readonly [value: number, count: number]>): Bins | null {
    const values: number[] = [];
    const counts: number[] = [];
    for (const [value, count] of entries) {
      if (!(count > 0)) continue;
      values.push(value);
      counts.push(count);
    }
    return Bins.ofColumns(values, counts);
  }

  /** Builds bins from two columns; all counts must be above 0. */
  static ofColumns(values: readonly number[], counts: readonly number[]): Bins | null {
    let [count, sorted] = [0, true];
    for (let index = 0; index < values.length; index += 1) {
      count += counts[index] as number;
      sorted = sorted && (index === 0 || (values[index] as number) >= (values[index - 1] as number));
    }
    if (count === 0) return null;
    // The usual case, as fio prints bins in ascending order.
    if (sorted) return new Bins(values, counts, count);
    const pairs = values
      .map((value, index) => [value, ensure(counts[index], `the count of ${value}`)] as const)
      .sort(([a], [b]) => a - b);
    return new Bins(
      pairs.map(([value]) => value),
      pairs.map(([, n]) => n),
      count,
    );
  }

  static merge(all: readonly Bins[]): Bins | null {
    const sums = new Map<number, number>();
    for (const { values, counts } of all) {
      for (let index = 0; index < values.length; index += 1) {
        const value = values[index] as number;
        sums.set(value, (sums.get(value) ?? 0) + (counts[index] as number));
      }
    }
    return Bins.of(sums);
  }

  /**
   * Merges into bins of equal width on a logarithmic axis. Beyond {@link MAX_BINS}, the fastest operations share the
   * first bin, because slow operations matter more.
   */
  compact(): Pick<Distribution, 'first' | 'counts'> {
    const last = toBin(this.values.at(-1) ?? 0);
    const first = Math.max(toBin(this.values[0] ?? 0), last - MAX_BINS + 1);
    const counts = Array.from({ length: last - first + 1 }, () => 0);
    for (const [index, value] of this.values.entries()) {
      const at = Math.max(0, toBin(value) - first);
      counts[at] = (counts[at] ?? 0) + (this.counts[index] ?? 0);
    }
    return { first, counts };
  }

  percentile(percentile: number): number {
    return this.percentiles([percentile])[0] ?? Number.NaN;
  }

  /**
   * Percentiles as fio defines them: the value of the first bin whose cumulative count reaches percentile / 100 × total
   * count (calc_clat_percentiles in stat.c, https://github.com/axboe/fio/blob/master/stat.c).
   * @param ascending percentiles, ascending
   */
  percentiles(ascending: readonly number[]): readonly number[] {
    const { values, counts, count } = this;
    let [index, sum] = [0, 0];
    return ascending.map((percentile) => {
      const wanted = percentile * count;
      for (; index < values.length - 1; index += 1) {
        const next = sum + (counts[index] as number);
        // The double 99.9 is slightly above 99.9. fio's long double keeps that, a product of doubles does not. So a
        // count that equals the product is below fio's limit.
        if (next * 100 > wanted || (next * 100 === wanted && Number.isInteger(percentile))) break;
        sum = next;
      }
      return values[index] ?? Number.NaN;
    });
  }
}
