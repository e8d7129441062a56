/**
 * What servers told of a trial as its observations, series and notes, by CloudWatch as by a Prometheus; what of it a
 * reader must know: credits that ran out in its midst, reads out of memory.
 */
import { groupBy } from '../../shapes/collections';
import type { Observation } from '../../shapes/observation';
import type { SeriesLine } from '../../shapes/series';
import type { ServerMetric } from '../../shapes/server-metrics';
import { MIN_POINTS, type QueriedMetric } from '../../shapes/telemetry';
import type { Reason } from '../../shapes/verdict';

export interface ServerRows {
  readonly observations: readonly Observation[];
  readonly series: readonly SeriesLine[];
  readonly reasons: readonly Reason[];
}

export const NO_ROWS: ServerRows = { observations: [], series: [], reasons: [] };

/** One metric over the steps of a trial. */
export interface MetricSteps {
  readonly metric: Pick<QueriedMetric, 'name' | 'unit'>;
  /** Those that are known, in their order: none of them is no metric. From: epoch seconds of their begins. */
  readonly known: readonly { readonly from: number; readonly value: number }[];
  /** How many there would be if none were missing. */
  readonly expected: number;
  /** Seconds. */
  readonly step: number;
  readonly source: string;
}

/** @param like any observation of all hosts of the trial: what stands around a number is the same */
export function toRows(all: readonly MetricSteps[], like: Observation): Omit<ServerRows, 'reasons'> {
  return {
    observations: all.map((one) => toObservation(one, like)),
    series: all.flatMap((one) => toSeries(one, like)),
  };
}

function toObservation({ metric: { name, unit }, known, step, source }: MetricSteps, like: Observation): Observation {
  return {
    ...like,
    metric: name,
    operation: null,
    statistic: 'mean',
    unit,
    value: known.reduce((sum, { value }) => sum + value, 0) / known.length,
    started: toIso(known[0]?.from ?? 0),
    ended: toIso((known.at(-1)?.from ?? 0) + step),
    source,
  };
}

function toSeries(
  { metric: { name, unit }, known, expected: whole, step }: MetricSteps,
  like: Observation,
): readonly SeriesLine[] {
  const [first] = known;
  // Equal steps, none missing: that is what a series is.
  if (first === undefined || known.length < whole) return [];
  const { trial, attempt, simulated } = like;
  const values = known.map(({ value }) => value);
  return [
    { trial, attempt, metric: name, operation: null, unit, host: null, from: first.from, step, values, simulated },
  ];
}

/** Code of the note that something was not told. */
const SILENT_CODE = 'ServerMetricsMissing';

/** A metric, by its name, and why it is not known. */
export type MissingMetric = readonly [name: string, why: string];

/** Notes on metrics that are not known, those of one reason together. @param who e.g. `Prometheus told nothing` */
export function listMissingNotes(who: string, lacking: readonly MissingMetric[]): readonly Reason[] {
  return [...groupBy(lacking, ([, why]) => why)].map(([why, own]) => {
    const text = `${who} of ${own.map(([name]) => name).join(', ')}: ${why}`;
    return { level: 'note', code: SILENT_CODE, text, why };
  });
}

/** What most of some trials say of why they were told nothing; empty where none of them says so. */
export function findSilenceCause(rows: readonly { readonly reasons: readonly Reason[] }[]): string {
  const whys = rows.flatMap(({ reasons }) =>
    reasons.flatMap(({ code, why }) => (code === SILENT_CODE ? (why ?? []) : [])),
  );
  const times = (why: string): number => whys.filter((one) => one === why).length;
  return [...new Set(whys)].toSorted((a, b) => times(b) - times(a))[0] ?? '';
}

/** ISO 8601 of epoch seconds; the epoch itself where the number is beyond what a date can hold. */
function toIso(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

/**
 * Of the points of a trial so many have to be there: who is overloaded tells nothing, so that what lacks is not lacking
 * by chance, and the mean of the rest is one of quieter times. Chosen: one in ten may be late or lost.
 */
const POINTS_SHARE = 0.9;

/** Points without which a metric is not known: {@link MIN_POINTS}, however short the trial was. */
function countNeeded(expected: number): number {
  return Math.max(MIN_POINTS, Math.ceil(POINTS_SHARE * expected - 1e-9));
}

/** Null where there are enough points, else `it has 3 of 20 minutes of the trial, and 18 are needed`. */
export function checkPoints(found: number, expected: number, what: string): string | null {
  const needed = countNeeded(expected);
  return found >= needed ? null : `it has ${found} of ${expected} ${what} of the trial, and ${needed} are needed`;
}

/** Percent of a reserve below which it is used up. Rounding of what services tell. */
export const USED_UP = 1;
/** Percent of reads from which on it is the memory of the servers that was measured. */
const CACHED_PERCENT = 50;
/** Share of the bytes from which on a trial reads: of a few reads beside writes nothing is said. */
const READ_SHARE_MIN = 0.1;

/** What one metric told of a trial, point after point, each by the minute that it begins. */
export interface MetricValues {
  readonly metric: ServerMetric;
  readonly values: readonly { readonly minute: number; readonly value: number }[];
}

/** Reasons of a trial, by all that its servers told; none where nothing is to be said. */
export function listServerReasons(told: readonly MetricValues[]): readonly Reason[] {
  return [...told.flatMap(checkCredits), ...checkCache(told)];
}

/** Credits that were there at its begin and not at its end: part of it was measured with them, part without. */
function checkCredits({ metric, values }: MetricValues): readonly Reason[] {
  const { meaning, limit, periodMinutes } = metric;
  const name = meaning === 'left' || meaning === 'drained' ? limit : undefined;
  const begin = values[0]?.value ?? 0;
  const gone = values.findIndex(({ value }) => value <= USED_UP);
  if (name === undefined || begin <= USED_UP || gone === -1) return [];
  const nth = `${gone + 1} of ${values.length}`;
  const when = periodMinutes === 1 ? `minute ${nth}` : `point ${nth}, of ${periodMinutes} minutes each`;
  const text =
    `${name} were used up in ${when}; ${Math.round(begin)} % of them were left in ` +
    'the first: before that it was measured with them, then without';
  return [{ level: 'suspect', code: 'CreditsSpent', text }];
}

/** Hits of each minute weigh as much as its reads: one with hardly any says nothing of those with many. */
function checkCache(told: readonly MetricValues[]): readonly Reason[] {
  const named = (name: ServerMetric['name']): MetricValues['values'] =>
    told.find(({ metric }) => metric.name === name)?.values ?? [];
  const sum = (values: MetricValues['values']): number => values.reduce((all, { value }) => all + value, 0);
  const [read, written, operations] = [named('server_read'), named('server_write'), named('server_read_ops')];
  const weights = new Map((operations.length > 0 ? operations : read).map(({ minute, value }) => [minute, value]));
  const hitRatio = told.find(({ metric }) => metric.meaning === 'cached')?.values ?? [];
  const weighed = hitRatio.map(({ minute, value }) => {
    const weight = weights.get(minute) ?? 0;
    return { weight, hits: weight * value };
  });
  const reads = weighed.reduce((all, { weight }) => all + weight, 0);
  const hits = reads === 0 ? 0 : weighed.reduce((all, one) => all + one.hits, 0) / reads;
  if (hits < CACHED_PERCENT || sum(read) <= READ_SHARE_MIN * (sum(read) + sum(written))) return [];
  const text = `the memory of its servers answered ${Math.floor(hits)} % of its reads: its disks were hardly measured`;
  return [{ level: 'note', code: 'ServerCacheHit', text }];
}
