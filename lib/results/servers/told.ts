/**
 * From the answers of CloudWatch to what the servers told of each trial: whole minutes inside its window, at least
 * three and nine in ten of them, else a note says how many there are. A minute that began before the window has what
 * came before in it.
 */
import * as z from 'zod';
import { groupBy } from '../../shapes/group';
import type { Observation } from '../../shapes/observation';
import { type HeldRates, type Metrics, takesTurns } from '../../shapes/metric';
import { copiesOfPlan, type Plan } from '../../shapes/plan';
import { POINTS_MIN, type ServerMetric } from '../../shapes/telemetry';
import type { Reason, TrialRow } from '../../shapes/verdict';
import { isOfServers } from '../../targets/server-metrics';
import { MINUTE, minutesOf, serverMetricsOf } from './ask';
import { lackWords, pointsNeeded } from './enough';
import { serverReasons, type ToldMetric } from './reasons';
import { NOTHING, rowsOf, silence, type Steps, type Told } from './rows';

/** What is read of an answer of GetMetricData. Its times are texts, or epoch seconds, as whoever asked has set it. */
const answer = z.object({
  MetricDataResults: z.array(
    z.looseObject({
      Id: z.string(),
      Timestamps: z.array(z.union([z.string(), z.number()])).default([]),
      Values: z.array(z.number()).default([]),
    }),
  ),
});

/** Values by query and by the minute that they begin, epoch seconds. */
export type Points = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** All points of some answers; texts that are none give nothing. Pages of one answer are put together. */
export function pointsOf(texts: readonly string[]): Points {
  const points = new Map<string, Map<number, number>>();
  for (const text of texts) {
    for (const { Id, Timestamps, Values } of resultsOf(text)) {
      const own = points.get(Id) ?? new Map<number, number>();
      points.set(Id, own);
      for (const [index, at] of Timestamps.entries()) {
        const [minute, value] = [typeof at === 'number' ? at : Date.parse(at) / 1000, Values[index]];
        if (value !== undefined && Number.isFinite(value) && Number.isFinite(minute)) own.set(minute, value);
      }
    }
  }
  return points;
}

function resultsOf(text: string): z.infer<typeof answer>['MetricDataResults'] {
  try {
    const found = answer.safeParse(JSON.parse(text));
    return found.success ? found.data.MetricDataResults : [];
  } catch {
    return [];
  }
}

/** Where the trials of a plan were measured: their copies, with the kinds of these. */
export type Places = ReadonlyMap<string, { readonly copy: string; readonly kind: string }>;

/** Once for all trials of a plan. */
export function placesOf({ rigs, trials }: Pick<Plan, 'rigs' | 'trials'>): Places {
  const kinds = new Map(rigs.map(({ rig, copies }) => [rig, new Map(copies.map(({ copy, kind }) => [copy, kind]))]));
  return new Map(
    trials.flatMap(({ trial, rig, copy }) => {
      const kind = kinds.get(rig)?.get(copy);
      return kind === undefined ? [] : [[trial, { copy, kind }]];
    }),
  );
}

/**
 * @param like any observation of all hosts of the trial: what stands around a number is the same. Undefined: none is
 * known, and nothing is told
 */
export function toldOf(places: Places, row: TrialRow, points: Points, like: Observation | undefined): Told {
  const place = places.get(row.trial);
  const minutes = minutesOf(row);
  if (like === undefined || place === undefined || minutes.length < POINTS_MIN) return NOTHING;
  const isEnough = ({ values }: ToldMetric): boolean => values.length >= pointsNeeded(minutes.length);
  const all = serverMetricsOf(place.kind).flatMap((metric) => {
    const values = valuesOf(metric, `${row.rig}_${place.copy}`, minutes, points);
    return values.length === 0 ? [] : [{ metric, values }];
  });
  const [found, few] = [all.filter(isEnough), all.filter((one) => !isEnough(one))];
  const steps = found.map(({ metric, values }): Steps => {
    const known = values.map(({ minute, value }) => ({ from: minute, value }));
    return { metric, known, whole: minutes.length, step: MINUTE, source: SOURCE };
  });
  return { ...rowsOf(steps, like), reasons: [...serverReasons(found), ...tooFew(few, minutes.length)] };
}

/** What told of some minutes only, those with as many in one note. */
function tooFew(few: readonly ToldMetric[], minutes: number): readonly Reason[] {
  return [...groupBy(few, ({ values }) => values.length)].map(([found, own]): Reason => {
    const names = own.map(({ metric }) => metric.name).join(', ');
    return silence(`CloudWatch told too little of ${names}`, lackWords(found, minutes, 'minutes'));
  });
}

/** Of what a copy is made of, all that told; a minute in which one of several did not is left out. */
function valuesOf(
  metric: ServerMetric,
  place: string,
  minutes: readonly number[],
  points: Points,
): readonly { readonly minute: number; readonly value: number }[] {
  const all: ReadonlyMap<number, number>[] = [];
  for (let number = 0; ; number += 1) {
    const own = points.get(`${place}_${number}_${metric.name}`);
    if (own === undefined) break;
    all.push(own);
  }
  if (all.length === 0) return [];
  return minutes.flatMap((minute) => {
    const values = all.flatMap((own) => own.get(minute) ?? []);
    return values.length < all.length ? [] : [{ minute, value: OVER[metric.over](values) * (metric.factor ?? 1) }];
  });
}

/** Where the answers lie, below the execution's root. */
const SOURCE = 'servers/';

const OVER: Readonly<Record<ServerMetric['over'], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  highest: (values) => Math.max(...values),
  lowest: (values) => Math.min(...values),
};

/** How people call what the servers of a plan's kinds tell. */
export function serverWords(plan: Pick<Plan, 'rigs'>): Metrics {
  const kinds = new Set(copiesOfPlan(plan).map(({ kind }) => kind));
  const all = [...kinds].flatMap((kind) => serverMetricsOf(kind));
  return Object.fromEntries(
    all.map(({ name, unit, better, words }) => [name, { unit, better, words, column: false, overHosts: 'mean' }]),
  );
}

/** What a figure of servers is of: `mean over whole minutes of all phases`; null for what hosts measured. */
export function spanOf(metrics: Metrics, metric: string, held: readonly HeldRates[]): string | null {
  if (!toldByServers(metrics, metric)) return null;
  const steps = isOfServers(metric) ? 'minutes' : 'steps';
  return `mean over whole ${steps}${takesTurns(held) ? ' of all phases' : ''}`;
}

/** Whether a metric is what servers told, not what hosts measured. */
export function toldByServers(metrics: Metrics, metric: string): boolean {
  return isOfServers(metric) || metrics[metric]?.ofServers === true;
}
