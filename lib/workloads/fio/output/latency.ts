/** One latency of one direction, in microseconds whatever the version. */
import { Bins } from '../../histogram';
import { PERCENTILES, type PercentileMetric } from '../../tools/io-metrics';
import { type Figures, type Histograms, isRecord, number, record } from './figure';

/** fio's own way to write them as keys. */
const KEYS = PERCENTILES.map(({ percentile, metric }) => ({ percentile, metric, key: percentile.toFixed(6) }));

export interface Latency {
  /** For the reader, e.g. `read clat_ns`. */
  readonly name: string;
  /** I/Os that it was measured of; null where the version does not say. */
  readonly count: number | null;
  readonly meanUs: number;
  readonly deviationUs: number | null;
  readonly leastUs: number | null;
  readonly mostUs: number | null;
  readonly percentilesUs: Partial<Record<PercentileMetric, number>>;
  /** All percentiles as printed, ascending by percent. */
  readonly printed: readonly (readonly [percent: number, us: number])[];
  readonly bins: Bins | null;
}

/** `clat_ns` of 3.x is in nanoseconds, `clat` of 2.x in microseconds. Null where nothing was measured. */
export function readLatency(
  direction: Readonly<Record<string, unknown>>,
  operation: string,
  kind: 'slat' | 'clat' | 'lat',
  figures: Figures,
): Latency | null {
  const [perUs, key] = isRecord(direction[`${kind}_ns`]) ? [1000, `${kind}_ns`] : [1, kind];
  const name = `${operation} ${key}`;
  const found = record(direction[key]);
  const mean = figures.takeOf(found['mean'], 'mean of ', name) ?? 0;
  const bins = readBins(
    found['bins'],
    perUs,
    (bin, count) => figures.impossible(`bin ${bin} of ${name}`, count),
    figures.histograms,
  );
  const printed = readPercentiles(record(found['percentile']), perUs, name, figures);
  if (mean <= 0) return null;
  const percentilesUs: Partial<Record<PercentileMetric, number>> = {};
  for (const { percentile, metric } of KEYS) {
    const value = printedAt(printed, percentile) ?? bins?.percentile(percentile);
    if (value !== undefined) percentilesUs[metric] = value;
  }
  const [least, most, deviation] = [number(found['min']), number(found['max']), number(found['stddev'])];
  return {
    name,
    count: figures.takeOf(found['N'], 'N of ', name),
    meanUs: mean / perUs,
    deviationUs: deviation === null ? null : deviation / perUs,
    leastUs: least === null ? null : least / perUs,
    mostUs: most === null ? null : most / perUs,
    percentilesUs,
    printed,
    bins,
  };
}

/** Microseconds below which so many percent stayed, as printed. */
function printedAt(printed: Latency['printed'], percentile: number): number | undefined {
  for (const one of printed) if (Math.abs(one[0] - percentile) < 1e-3) return one[1];
  return undefined;
}

/** Keys are texts like "99.900000"; other versions print other digits, and 2.1.x fills up with "0.00". */
function readPercentiles(
  all: Readonly<Record<string, unknown>>,
  perUs: number,
  name: string,
  figures: Figures,
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

/** What is looked for: quotes are everywhere, and a search that begins with one stops at each. */
const KEY = 'bins"';
/** Numbers of a list that holds histograms behind each other: the garbage collector sees it, and not thousands. */
const ROOM = 1 << 16;
/** More digits are no safe number. */
const MOST_DIGITS = 15;
const [COLON, OPEN, QUOTE, COMMA, CLOSE, ZERO, NINE] = [0x3a, 0x7b, 0x22, 0x2c, 0x7d, 0x30, 0x39] as const;

/** Stands before the place of a histogram that was taken out: no string that fio prints begins so. */
const TAKEN = 'fsxbench took histogram ';

/** Null for a string that is no place of a histogram. */
function histogramAt(text: string, histograms: Histograms): Bins | null {
  return text.startsWith(TAKEN) ? (histograms[Number(text.slice(TAKEN.length))] ?? null) : null;
}

/**
 * Takes histograms out of a text of json+, and leaves the place of each in a list. They are half of it, and objects
 * with numbers for keys are what JSON.parse is slowest at. What is not printed as by fio stays.
 */
export function takeHistograms(text: string): { readonly rest: string; readonly histograms: Histograms } {
  const [pieces, histograms]: [string[], (Bins | null)[]] = [[], []];
  const reader = new PairReader(text);
  let from = 0;
  for (let key = text.indexOf(KEY); key >= 0; key = text.indexOf(KEY, reader.at)) {
    const bins = reader.read(key + KEY.length);
    if (bins === undefined) continue;
    pieces.push(text.slice(from, key), `bins":"${TAKEN}${histograms.length}"`);
    histograms.push(bins);
    from = reader.at;
  }
  if (histograms.length === 0) return { rest: text, histograms };
  pieces.push(text.slice(from));
  return { rest: pieces.join(''), histograms };
}

/** Reads objects of whole numbers by whole numbers. Texts of numbers would be a million objects. */
class PairReader {
  /** Behind what was read last. */
  at = 0;
  private values = new Float64Array(ROOM);
  private counts = new Float64Array(ROOM);
  private used = 0;

  constructor(private readonly text: string) {}

  /** Undefined where something else is there. @param from behind a key */
  read(from: number): Bins | null | undefined {
    this.at = from;
    let first = this.used;
    if (!this.take(COLON) || !this.take(OPEN)) return undefined;
    do {
      if (!this.take(QUOTE)) return undefined;
      const bin = this.number();
      if (bin < 0 || !this.take(QUOTE) || !this.take(COLON)) return undefined;
      this.skipSpace();
      const count = this.number();
      if (count < 0) return undefined;
      if (this.used === this.values.length) first = this.makeRoom(first);
      this.values[this.used] = bin;
      this.counts[this.used] = count;
      if (count > 0) this.used += 1;
    } while (this.take(COMMA));
    if (!this.take(CLOSE)) return undefined;
    return Bins.ofColumns(this.values.subarray(first, this.used), this.counts.subarray(first, this.used));
  }

  private skipSpace(): void {
    let code = this.text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = this.text.charCodeAt((this.at += 1));
  }

  /** Whether a character is next, behind space. */
  private take(wanted: number): boolean {
    if (this.text.charCodeAt(this.at) !== wanted) this.skipSpace();
    if (this.text.charCodeAt(this.at) !== wanted) return false;
    this.at += 1;
    return true;
  }

  /** -1 where none is there. */
  private number(): number {
    const { text, at: begin } = this;
    let [number, at] = [0, begin];
    for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
      number = number * 10 + code - ZERO;
      at += 1;
    }
    this.at = at;
    return at > begin && at - begin <= MOST_DIGITS ? number : -1;
  }

  /** Goes on in new lists, with what was read of a histogram. @returns where that begins */
  private makeRoom(first: number): number {
    const [values, counts] = [this.values.subarray(first), this.counts.subarray(first)];
    const size = Math.max(ROOM, 2 * values.length);
    [this.values, this.counts, this.used] = [new Float64Array(size), new Float64Array(size), values.length];
    this.values.set(values);
    this.counts.set(counts);
    return 0;
  }
}

/**
 * Reads the `bins` of a latency, which `--output-format=json+` gives.
 * @param perUs units of its keys in a microsecond.
 * @param impossible is told of each bin that no measurement gives.
 */
export function readBins(
  value: unknown,
  perUs: number,
  impossible: (bin: string, count: unknown) => void = () => {},
  histograms: Histograms = [],
): Bins | null {
  const known = typeof value === 'string' ? histogramAt(value, histograms) : undefined;
  if (known !== undefined) return known?.dividedBy(perUs) ?? null;
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
