/** Histograms: the only sound way to percentiles over several hosts or jobs. */
import { MAX_BINS, toBin, type Distribution } from '../shapes/distribution';
import { ensure } from '../shapes/errors';

/** Operations beyond a percentile that it needs: fewer are single events, which the next trial has or has not. */
const MIN_BEYOND = 10;

/** Whether so many operations tell a percentile: N(1 − p) is at least 10. */
export function hasEnoughSamples(percent: number, count: number): boolean {
  // In thousandths of a percent, so that 99.9 leaves exactly a tenth.
  return count * Math.round((100 - percent) * 1000) >= MIN_BEYOND * 100_000;
}

/** Operations by the value that stands for their bin, ascending, e.g. microseconds. */
export class Bins {
  private constructor(
    private readonly values: readonly number[],
    private readonly counts: readonly number[],
    readonly count: number,
  ) {}

  /** Bins with a count above 0; null where there are none. */
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

  /** The same of two columns; counts are above 0. */
  static ofColumns(values: readonly number[], counts: readonly number[]): Bins | null {
    let [count, sorted] = [0, true];
    for (let index = 0; index < values.length; index += 1) {
      count += counts[index] as number;
      sorted = sorted && (index === 0 || (values[index] as number) >= (values[index - 1] as number));
    }
    if (count === 0) return null;
    // fio prints them in order.
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

  /** All operations of several histograms. */
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
   * The same in few bins of equal width on a logarithmic axis. Where they span more than {@link MAX_BINS}, the fastest
   * operations share the first bin: the slow end is what is looked at.
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

  /** Mean of the values. */
  mean(): number {
    let sum = 0;
    for (let index = 0; index < this.values.length; index += 1)
      sum += (this.values[index] as number) * (this.counts[index] as number);
    return sum / this.count;
  }

  /** The one of {@link percentiles}. */
  percentile(percentile: number): number {
    return this.percentiles([percentile])[0] ?? Number.NaN;
  }

  /**
   * Values under which at least so many percent of the operations stayed, as fio counts it: the value of the first bin
   * at which the cumulative count reaches percentile / 100 × all (calc_clat_percentiles in fio's stat.c,
   * https://github.com/axboe/fio/blob/master/stat.c).
   * @param ascending percents
   */
  percentiles(ascending: readonly number[]): readonly number[] {
    const { values, counts, count } = this;
    let [index, sum] = [0, 0];
    return ascending.map((percentile) => {
      const wanted = percentile * count;
      for (; index < values.length - 1; index += 1) {
        const next = sum + (counts[index] as number);
        // 99.9 as a binary fraction is a little above 99.9, which fio's long double keeps and a product of doubles
        // loses: a count that meets the limit exactly is below it.
        if (next * 100 > wanted || (next * 100 === wanted && Number.isInteger(percentile))) break;
        sum = next;
      }
      return values[index] ?? Number.NaN;
    });
  }
}
