/**
 * Latency histograms of `--output-format=json+`: the only sound way to percentiles over several hosts or jobs.
 */
import { isRecord } from './scan';

/** I/Os by the value that stands for their bin, microseconds, ascending. */
export class Bins {
  private constructor(
    private readonly entries: readonly (readonly [valueUs: number, count: number])[],
    readonly count: number,
  ) {}

  /** Bins with a count above 0; null where there are none. */
  static of(entries: Iterable<readonly [valueUs: number, count: number]>): Bins | null {
    const sorted = [...entries].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
    const count = sorted.reduce((sum, [, n]) => sum + n, 0);
    return count === 0 ? null : new Bins(sorted, count);
  }

  /** All I/Os of several histograms. */
  static merged(all: readonly Bins[]): Bins | null {
    const sums = new Map<number, number>();
    for (const bins of all) for (const [value, count] of bins.entries) sums.set(value, (sums.get(value) ?? 0) + count);
    return Bins.of(sums);
  }

  /**
   * Microseconds under which at least `percentile` % of the I/Os stayed, as fio counts it: the value of the first bin
   * at which the cumulative count reaches percentile / 100 × all (calc_clat_percentiles in fio's stat.c,
   * https://github.com/axboe/fio/blob/master/stat.c).
   */
  percentile(percentile: number): number {
    const wanted = percentile * this.count;
    let sum = 0;
    for (const [value, count] of this.entries) {
      sum += count;
      // 99.9 as a binary fraction is a little above 99.9, which fio's long double keeps and a product of doubles loses:
      // a count that meets the limit exactly is below it.
      if (sum * 100 > wanted || (sum * 100 === wanted && Number.isInteger(percentile))) return value;
    }
    return this.entries.at(-1)?.[0] ?? Number.NaN;
  }
}

/**
 * Reads the `bins` object of a latency.
 * @param perUs units of its keys in a microsecond.
 */
export function readBins(value: unknown, perUs: number): Bins | null {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).map(([key, count]) => [Number(key) / perUs, Number(count)] as const);
  return Bins.of(entries.filter(([key, count]) => Number.isFinite(key) && Number.isFinite(count)));
}
