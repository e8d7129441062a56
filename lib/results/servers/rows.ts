/** Server-side metrics of a trial as observations, series, notes and reasons: credits ran out, reads from memory. */
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

export const NO_SERVER_ROWS: ServerRows = { observations: [], series: [], reasons: [] };

export interface MetricSteps {
  readonly metric: Pick<QueriedMetric, 'name' | 'unit'>;
  /** Values of the steps, in order, at least one. `from`: start of the step, epoch seconds. */
  readonly known: readonly { readonly from: number; readonly value: number }[];
  /** Number of steps expected without gaps. */
  readonly expected: number;
  /** Seconds. */
  readonly step: number;
  readonly source: string;
}

/** @param like any observation of all hosts of the trial, as a template */
export function toServerRows(all: readonly MetricSteps[], like: Observation): Omit<ServerRows, 'reasons'> {
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
  // A series has equal steps without gaps.
  if (first === undefined || known.length < whole) return [];
  const { trial, attempt, simulated } = like;
  const values = known.map(({ value }) => value);
  return [
    { trial, attempt, metric: name, operation: null, unit, host: null, from: first.from, step, values, simulated },
  ];
}

const MISSING_CODE = 'ServerMetricsMissing';

export type MissingMetric = readonly [name: string, why: string];

/** Notes on missing metrics, one per reason. @param who e.g. `Prometheus has no data` */
export function listMissingNotes(who: string, lacking: readonly MissingMetric[]): readonly Reason[] {
  return [...groupBy(lacking, ([, why]) => why)].map(([why, own]) => {
    const text = `${who} for ${own.map(([name]) => name).join(', ')}: ${why}`;
    return { level: 'note', code: MISSING_CODE, text, why };
  });
}

/** The most common reason for missing metrics; empty if none is missing. */
export function findMissingCause(rows: readonly { readonly reasons: readonly Reason[] }[]): string {
  const whys = rows.flatMap(({ reasons }) =>
    reasons.flatMap(({ code, why }) => (code === MISSING_CODE ? (why ?? []) : [])),
  );
  const times = (why: string): number => whys.filter((one) => one === why).length;
  return [...new Set(whys)].toSorted((a, b) => times(b) - times(a))[0] ?? '';
}

/** ISO 8601 of epoch seconds; the epoch if a date cannot hold the number. */
export function toIso(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

/** Required share of points: overloaded servers drop points, so gaps are not random. Chosen: one in ten may miss. */
const POINTS_SHARE = 0.9;

/** Number of points that a metric needs, at least `least`. */
function countNeededPoints(expected: number, least: number): number {
  return Math.max(least, Math.ceil(POINTS_SHARE * expected - 1e-9));
}

/** Null with enough points, else `it has 3 of 20 minutes of the trial, but 18 are needed`. */
export function checkPoints(found: number, expected: number, what: string, least = MIN_POINTS): string | null {
  const needed = countNeededPoints(expected, least);
  return found >= needed ? null : `it has ${found} of ${expected} ${what} of the trial, but ${needed} are needed`;
}

/** Percent. A reserve at or below this value is used up, as services round. */
export const USED_UP_PERCENT = 1;
/** Percent. If server memory serves at least this share of reads, the disks were hardly measured. */
const CACHE_HITS_PERCENT = 50;
/** Below this share of reads in all bytes, cache hits do not matter. */
const READ_SHARE_MIN = 0.1;

/** Values of a metric in a trial, by start of the minute. */
export interface MetricValues {
  readonly metric: ServerMetric;
  readonly values: readonly { readonly minute: number; readonly value: number }[];
}

/** Reasons of a trial from its server-side metrics. */
export function listServerReasons(all: readonly MetricValues[]): readonly Reason[] {
  return [...all.flatMap(checkCredits), ...checkCache(all)];
}

/** Credits that ran out during the trial, so a part of the trial had no credits. */
function checkCredits({ metric, values }: MetricValues): readonly Reason[] {
  const { meaning, limit, periodMinutes } = metric;
  const name = meaning === 'left' || meaning === 'drained' ? limit : undefined;
  const begin = values[0]?.value ?? 0;
  const gone = values.findIndex(({ value }) => value <= USED_UP_PERCENT);
  if (name === undefined || begin <= USED_UP_PERCENT || gone === -1) return [];
  const nth = `${gone + 1} of ${values.length}`;
  const when = periodMinutes === 1 ? `minute ${nth}` : `point ${nth} (${periodMinutes} minutes each)`;
  const text =
    `${name} were used up in ${when}, from ${Math.round(begin)}% in ` +
    'the first: the trial was measured partly without them';
  return [{ level: 'suspect', code: 'CreditsSpent', text }];
}

/** Weights the hit ratio of each minute by its reads. */
function checkCache(all: readonly MetricValues[]): readonly Reason[] {
  const named = (name: ServerMetric['name']): MetricValues['values'] =>
    all.find(({ metric }) => metric.name === name)?.values ?? [];
  const sum = (values: MetricValues['values']): number => values.reduce((total, { value }) => total + value, 0);
  const [read, written, operations] = [named('server_read'), named('server_write'), named('server_read_ops')];
  const weights = new Map((operations.length > 0 ? operations : read).map(({ minute, value }) => [minute, value]));
  const hitRatio = all.find(({ metric }) => metric.meaning === 'cached')?.values ?? [];
  const weighed = hitRatio.map(({ minute, value }) => {
    const weight = weights.get(minute) ?? 0;
    return { weight, hits: weight * value };
  });
  const reads = weighed.reduce((total, { weight }) => total + weight, 0);
  const hits = reads === 0 ? 0 : weighed.reduce((total, one) => total + one.hits, 0) / reads;
  if (hits < CACHE_HITS_PERCENT || sum(read) <= READ_SHARE_MIN * (sum(read) + sum(written))) return [];
  const text = `server memory answered ${Math.floor(hits)}% of its reads: its disks were hardly measured`;
  const why = 'server memory answered most of its reads, so the disks were hardly measured';
  return [{ level: 'note', code: 'ServerCacheHit', text, why }];
}
