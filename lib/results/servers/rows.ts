/** What servers told of a trial as its observations, series and notes, by CloudWatch as by a Prometheus. */
import type { Observation } from '../../shapes/observation';
import type { SeriesLine } from '../../shapes/series';
import type { QueriedMetric } from '../../shapes/telemetry';
import type { Reason } from '../../shapes/verdict';

export interface Told {
  readonly observations: readonly Observation[];
  readonly series: readonly SeriesLine[];
  readonly reasons: readonly Reason[];
}

export const NOTHING: Told = { observations: [], series: [], reasons: [] };

/** One metric over the steps of a trial. */
export interface Steps {
  readonly metric: Pick<QueriedMetric, 'name' | 'unit'>;
  /** Those that are known, in their order: none of them is no metric. From: epoch seconds of their begins. */
  readonly known: readonly { readonly from: number; readonly value: number }[];
  /** How many there would be if none were missing. */
  readonly whole: number;
  /** Seconds. */
  readonly step: number;
  readonly source: string;
}

/** @param like any observation of all hosts of the trial: what stands around a number is the same */
export function rowsOf(all: readonly Steps[], like: Observation): Omit<Told, 'reasons'> {
  return { observations: all.map((one) => meanOf(one, like)), series: all.flatMap((one) => seriesOf(one, like)) };
}

function meanOf({ metric: { name, unit }, known, step, source }: Steps, like: Observation): Observation {
  return {
    ...like,
    metric: name,
    operation: null,
    statistic: 'mean',
    unit,
    value: known.reduce((sum, { value }) => sum + value, 0) / known.length,
    started: iso(known[0]?.from ?? 0),
    ended: iso((known.at(-1)?.from ?? 0) + step),
    source,
  };
}

function seriesOf({ metric: { name, unit }, known, whole, step }: Steps, like: Observation): readonly SeriesLine[] {
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
const SILENT = 'ServersSilent';

/** The note that some metrics are not known. @param words as `Prometheus told nothing of server_cpu` */
export function silence(words: string, why: string): Reason {
  return { level: 'note', code: SILENT, text: `${words}: ${why}`, why };
}

/** What most of some trials say of why they were told nothing; empty where none of them says so. */
export function whySilent(rows: readonly { readonly reasons: readonly Reason[] }[]): string {
  const whys = rows.flatMap(({ reasons }) => reasons.flatMap(({ code, why }) => (code === SILENT ? (why ?? []) : [])));
  const times = (why: string): number => whys.filter((one) => one === why).length;
  return [...new Set(whys)].toSorted((a, b) => times(b) - times(a))[0] ?? '';
}

/** ISO 8601 of epoch seconds; the epoch itself where the number is beyond what a date can hold. */
function iso(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
