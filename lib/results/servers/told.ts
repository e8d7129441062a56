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
import type { SeriesLine } from '../../shapes/series';
import type { ServerMetric } from '../../shapes/telemetry';
import type { Reason } from '../../shapes/verdict';
import type { TrialRow } from '../../shapes/verdict';
import { isOfServers } from '../../targets/server-metrics';
import { MINUTE, MINUTES_MIN, minutesOf, serverMetricsOf } from './ask';
import { lackWords, pointsNeeded } from './enough';
import { SILENT } from './prometheus';
import { serverReasons, type ToldMetric } from './reasons';

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

/** What the servers of a trial told. */
export interface Told {
  readonly observations: readonly Observation[];
  readonly series: readonly SeriesLine[];
  readonly reasons: readonly Reason[];
}

const NOTHING: Told = { observations: [], series: [], reasons: [] };

/**
 * @param like any observation of all hosts of the trial: what stands around a number is the same. Undefined: none is
 * known, and nothing is told
 */
export function toldOf(
  plan: Pick<Plan, 'rigs' | 'trials'>,
  row: TrialRow,
  points: Points,
  like: Observation | undefined,
): Told {
  const { copy } = plan.trials.find(({ trial }) => trial === row.trial) ?? {};
  const kind = copiesOfPlan(plan).find((one) => one.rig === row.rig && one.copy === copy)?.kind;
  const minutes = minutesOf(row);
  if (like === undefined || copy === undefined || kind === undefined || minutes.length < MINUTES_MIN) return NOTHING;
  const isEnough = ({ values }: ToldMetric): boolean => values.length >= pointsNeeded(minutes.length, MINUTES_MIN);
  const all = serverMetricsOf(kind).flatMap((metric) => {
    const values = valuesOf(metric, `${row.rig}_${copy}`, minutes, points);
    return values.length === 0 ? [] : [{ metric, values }];
  });
  const [found, few] = [all.filter(isEnough), all.filter((one) => !isEnough(one))];
  return {
    reasons: [...serverReasons(found), ...tooFew(few, minutes.length)],
    observations: found.map(({ metric: { name, unit }, values }) => ({
      ...like,
      metric: name,
      operation: null,
      statistic: 'mean',
      unit,
      value: values.reduce((sum, { value }) => sum + value, 0) / values.length,
      started: iso(values[0]?.minute ?? 0),
      ended: iso((values.at(-1)?.minute ?? 0) + MINUTE),
      source: SOURCE,
    })),
    series: found.flatMap(({ metric: { name, unit }, values }): SeriesLine[] => {
      const [from] = minutes;
      // Equal steps, none missing: that is what a series is.
      if (from === undefined || values.length < minutes.length) return [];
      const { trial, attempt, simulated } = { ...like };
      const own = values.map(({ value }) => value);
      return [
        {
          trial,
          attempt,
          metric: name,
          operation: null,
          unit,
          host: null,
          from,
          step: MINUTE,
          values: own,
          simulated,
        },
      ];
    }),
  };
}

/** What told of some minutes only, those with as many in one note. */
function tooFew(few: readonly ToldMetric[], minutes: number): readonly Reason[] {
  return [...groupBy(few, ({ values }) => values.length)].map(([found, own]): Reason => {
    const names = own.map(({ metric }) => metric.name).join(', ');
    const text = `CloudWatch told too little of ${names}: ${lackWords(found, minutes, MINUTES_MIN, 'minutes')}`;
    return { level: 'note', code: SILENT, text };
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

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
