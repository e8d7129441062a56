/** Latency histograms of `--output-format=json+`. */
import { Bins } from '../../histogram';
import { number } from './figure';
import { Columns } from './columns';
import { isRecord } from './figure';

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
  if (value instanceof Columns) {
    return Bins.ofAscending(value.values, value.counts, value.count, perUs);
  }
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
