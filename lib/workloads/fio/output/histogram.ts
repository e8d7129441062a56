/**
 * Latency histograms of `--output-format=json+`: the only sound way to percentiles over several hosts or jobs.
 */
import { number } from './figure';
import { isRecord } from './scan';

/** I/Os by the value that stands for their bin, microseconds, ascending. */
export class Bins {
  private constructor(
    private readonly values: readonly number[],
    private readonly counts: readonly number[],
    readonly count: number,
  ) {}

  /** Bins with a count above 0; null where there are none. */
  static of(entries: Iterable<readonly [valueUs: number, count: number]>): Bins | null {
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
    const count = counts.reduce((sum, n) => sum + n, 0);
    if (count === 0) return null;
    // fio prints them in order.
    if (values.every((value, index) => index === 0 || value >= (values[index - 1] ?? value)))
      return new Bins(values, counts, count);
    const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
    return new Bins(
      order.map((index) => values[index] ?? 0),
      order.map((index) => counts[index] ?? 0),
      count,
    );
  }

  /** All I/Os of several histograms. */
  static merged(all: readonly Bins[]): Bins | null {
    const sums = new Map<number, number>();
    for (const { values, counts } of all) {
      for (let index = 0; index < values.length; index += 1) {
        const value = values[index] as number;
        sums.set(value, (sums.get(value) ?? 0) + (counts[index] as number));
      }
    }
    return Bins.of(sums);
  }

  /** Mean of the values, microseconds. */
  mean(): number {
    let sum = 0;
    for (let index = 0; index < this.values.length; index += 1)
      sum += (this.values[index] as number) * (this.counts[index] as number);
    return sum / this.count;
  }

  /**
   * Microseconds under which at least `percentile` % of the I/Os stayed, as fio counts it: the value of the first bin
   * at which the cumulative count reaches percentile / 100 × all (calc_clat_percentiles in fio's stat.c,
   * https://github.com/axboe/fio/blob/master/stat.c).
   */
  percentile(percentile: number): number {
    const wanted = percentile * this.count;
    let sum = 0;
    for (let index = 0; index < this.values.length; index += 1) {
      sum += this.counts[index] as number;
      // 99.9 as a binary fraction is a little above 99.9, which fio's long double keeps and a product of doubles loses:
      // a count that meets the limit exactly is below it.
      if (sum * 100 > wanted || (sum * 100 === wanted && Number.isInteger(percentile)))
        return this.values[index] as number;
    }
    return this.values.at(-1) ?? Number.NaN;
  }
}

/**
 * Reads the `bins` object of a latency.
 * @param perUs units of its keys in a microsecond.
 * @param impossible is told of each bin that no measurement gives.
 */
export function readBins(
  value: unknown,
  perUs: number,
  impossible: (bin: string, count: unknown) => void = () => {},
): Bins | null {
  if (!isRecord(value)) return null;
  const values: number[] = [];
  const counts: number[] = [];
  for (const name of Object.keys(value)) {
    const raw = value[name];
    const key = Number(name) / perUs;
    const count = typeof raw === 'number' ? raw : number(raw);
    if (count === null || !(key >= 0 && count >= 0 && key < Infinity && count < Infinity)) impossible(name, raw);
    else if (count > 0) {
      values.push(key);
      counts.push(count);
    }
  }
  return Bins.ofColumns(values, counts);
}
