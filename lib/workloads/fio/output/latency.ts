/** One latency of one direction, in microseconds for every version. */
import { Bins } from '../../histogram';
import { PERCENTILES, type PercentileMetric } from '../../tools/io-metrics';
import { type FigureReader, isRecord, toNumber, toRecord } from './figure';

/** Percentiles with their key in fio's JSON. */
const PERCENT_KEYS = PERCENTILES.map(({ percentile, metric }) => ({ percentile, metric, key: percentile.toFixed(6) }));

export interface Latency {
  /** Name for messages, e.g. `read clat_ns`. */
  readonly name: string;
  /** Number of measured I/Os; null if not printed. */
  readonly count: number | null;
  readonly meanUs: number;
  readonly deviationUs: number | null;
  readonly leastUs: number | null;
  readonly mostUs: number | null;
  readonly percentilesUs: Partial<Record<PercentileMetric, number>>;
  /** All printed percentiles, in ascending order. */
  readonly printed: readonly (readonly [percent: number, us: number])[];
  readonly bins: Bins | null;
}

/** Reads a latency: `clat_ns` of 3.x is in nanoseconds, `clat` of 2.x in microseconds. Null if nothing was measured. */
export function readLatency(
  direction: Readonly<Record<string, unknown>>,
  operation: string,
  kind: 'slat' | 'clat' | 'lat',
  figures: FigureReader,
): Latency | null {
  const [perUs, key] = isRecord(direction[`${kind}_ns`]) ? [1000, `${kind}_ns`] : [1, kind];
  const name = `${operation} ${key}`;
  const found = toRecord(direction[key]);
  const mean = figures.takeNamed(found['mean'], 'mean of ', name) ?? 0;
  const bins = readBins(found['bins'], perUs, (bin, count) => figures.noteImpossible(`bin ${bin} of ${name}`, count));
  const printed = readPercentiles(toRecord(found['percentile']), perUs, name, figures);
  if (mean <= 0) return null;
  const percentilesUs: Partial<Record<PercentileMetric, number>> = {};
  for (const { percentile, metric } of PERCENT_KEYS) {
    const value = findPercentile(printed, percentile) ?? bins?.percentile(percentile);
    if (value !== undefined) percentilesUs[metric] = value;
  }
  const [least, most, deviation] = [toNumber(found['min']), toNumber(found['max']), toNumber(found['stddev'])];
  return {
    name,
    count: figures.takeNamed(found['N'], 'N of ', name),
    meanUs: mean / perUs,
    deviationUs: deviation === null ? null : deviation / perUs,
    leastUs: least === null ? null : least / perUs,
    mostUs: most === null ? null : most / perUs,
    percentilesUs,
    printed,
    bins,
  };
}

/** Printed value of a percentile, microseconds. */
function findPercentile(printed: Latency['printed'], percentile: number): number | undefined {
  for (const one of printed) if (Math.abs(one[0] - percentile) < 1e-3) return one[1];
  return undefined;
}

/** Keys are texts like "99.900000", with digits by version; 2.1.x fills unused keys with "0.00". */
function readPercentiles(
  all: Readonly<Record<string, unknown>>,
  perUs: number,
  name: string,
  figures: FigureReader,
): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let [sorted, before] = [true, 0];
  for (const key of Object.keys(all)) {
    const percent = Number(key);
    const raw = all[key];
    const sound = typeof raw === 'number' && raw >= 0 && raw < Infinity;
    const value = sound ? raw : figures.take(raw, `percentile ${key} of ${name}`);
    if (!(percent > 0) || value === null) continue;
    sorted = sorted && percent >= before;
    before = percent;
    found.push([percent, value / perUs]);
  }
  return sorted ? found : found.sort(([a], [b]) => a - b);
}

/**
 * Reads the `bins` of a latency, which `--output-format=json+` prints.
 * @param perUs units of its keys in a microsecond
 * @param impossible called for each impossible bin
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
    const count = typeof raw === 'number' ? raw : toNumber(raw);
    if (count === null || !(key >= 0 && count >= 0 && key < Infinity && count < Infinity)) impossible(name, raw);
    else if (count > 0) {
      values.push(key);
      counts.push(count);
    }
  }
  return Bins.ofColumns(values, counts);
}
