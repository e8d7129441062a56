/**
 * What was asked of CloudWatch about an execution and what came of it, as files of its folder `servers/`; and from the
 * answers what the servers told of each trial: whole minutes inside its window, at least three and nine in ten of them,
 * else a note says how many there are. A minute that began before the window has what came before in it.
 */
import * as z from 'zod';
import { type HeldRates, type Metrics, takesTurns } from '../../shapes/metric';
import type { Observation } from '../../shapes/observation';
import { copiesOfPlan, type Plan } from '../../shapes/plan';
import { periodMinutesOf, type ServerMetric, serverMetricsOf } from '../../shapes/server-metrics';
import { POINTS_MIN } from '../../shapes/telemetry';
import { type TrialRow, verdictOf } from '../../shapes/verdict';
import type { TrialResult } from '../trial/judge-trial';
import { MINUTE, minutesOf } from './ask';
import { lackOf, NOTHING, rowsOf, serverReasons, silences, type Steps, type Told, type ToldMetric } from './rows';

/** `asked.json`: how the program's own asking went. Not there where it never asked, or nothing was worth it. */
export interface Asked {
  /** ISO 8601. */
  readonly at: string;
  readonly requests: number;
  readonly answered: number;
  /** Why not all of them were answered; null where they were. */
  readonly problem: string | null;
}

/** Names in that folder, without `.json`. */
export const ASKED = 'asked';
export const ask = (number: number): string => `ask-${number}`;
export const answer = (number: number): string => `answer-${number}`;
const ANSWER = /(?:^|\/)answer-\d+\.json$/;

/** Whether a name or key is that of an answer. */
export function isAnswer(name: string): boolean {
  return ANSWER.test(name);
}

/** What is read of `asked.json`; null for what is none. */
export function problemOf(asked: unknown): string | null {
  const problem = (asked as Partial<Asked> | null)?.problem;
  return typeof problem === 'string' ? problem : null;
}

/** What servers told of an execution. */
export interface Answers {
  readonly points: Points;
  /** A trial with what its servers told. */
  readonly of: (result: TrialResult) => TrialResult;
  /** The metrics of a plan, with the words of what servers tell. */
  readonly metrics: Plan['metrics'];
}

/** @param texts of all answers; with none everything stays as it is */
export function answersOf(plan: Pick<Plan, 'rigs' | 'trials' | 'metrics'>, texts: readonly string[]): Answers {
  const points = pointsOf(texts);
  if (texts.length === 0) return { points, of: (result) => result, metrics: plan.metrics };
  const places = locateTrials(plan);
  return {
    points,
    of: (result) => {
      const like = result.observations.find(({ scope }) => scope === 'aggregate');
      const told = toldOf(places, result.row, points, like);
      const reasons = [...result.row.reasons, ...told.reasons];
      return {
        ...result,
        // What its servers say against a trial is part of its verdict.
        row: told.reasons.length === 0 ? result.row : { ...result.row, reasons, verdict: verdictOf(reasons) },
        observations: [...result.observations, ...told.observations],
        series: [...result.series, ...told.series],
      };
    },
    metrics: { ...plan.metrics, ...serverWords(plan) },
  };
}

/** What is read of an answer of GetMetricData. Its times are texts, or epoch seconds, as whoever asked has set it. */
const answerShape = z.object({
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

function resultsOf(text: string): z.infer<typeof answerShape>['MetricDataResults'] {
  try {
    const found = answerShape.safeParse(JSON.parse(text));
    return found.success ? found.data.MetricDataResults : [];
  } catch {
    return [];
  }
}

/** Where the trials of a plan were measured: their copies, with the kinds of these. */
export type Places = ReadonlyMap<string, { readonly copy: string; readonly kind: string }>;

/** Once for all trials of a plan. */
export function locateTrials({ rigs, trials }: Pick<Plan, 'rigs' | 'trials'>): Places {
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
  const all = serverMetricsOf(place.kind).flatMap((metric) => {
    const { values, whole } = valuesOf(metric, `${row.rig}_${place.copy}`, minutes, points);
    const why = lackOf(values.length, whole, pointWords(metric.periodMinutes));
    return values.length === 0 ? [] : [{ metric, values, whole, why }];
  });
  const found = all.filter(({ why }) => why === null);
  const lacking = all.flatMap(({ metric, why }) => (why === null ? [] : [[metric.name, why] as const]));
  const steps = found.map(({ metric, values, whole }): Steps => {
    const known = values.map(({ minute, value }) => ({ from: minute, value }));
    return { metric, known, whole, step: MINUTE * metric.periodMinutes, source: SOURCE };
  });
  const reasons = [...serverReasons(found), ...silences('CloudWatch told too little', lacking)];
  return { ...rowsOf(steps, like), reasons };
}

/** What points are of: `minutes`, `points of 5 minutes`. */
function pointWords(periodMinutes: number): string {
  return periodMinutes === 1 ? 'minutes' : `points of ${periodMinutes} minutes`;
}

/**
 * Of what a copy is made of, all that told; a point in which one of several did not is left out. Nobody knows before in
 * which minute points of several begin: those of a whole trial do in the same one as any of them.
 */
function valuesOf(
  { name, over, factor, periodMinutes }: ServerMetric,
  place: string,
  minutes: readonly number[],
  points: Points,
): Pick<ToldMetric, 'values'> & { readonly whole: number } {
  const all: ReadonlyMap<number, number>[] = [];
  for (let number = 0; ; number += 1) {
    const own = points.get(`${place}_${number}_${name}`);
    if (own === undefined) break;
    all.push(own);
  }
  const [some] = all[0]?.keys() ?? [];
  if (some === undefined) return { values: [], whole: 0 };
  const begins = minutes
    .slice(0, minutes.length - periodMinutes + 1)
    .filter((minute) => (minute - some) % (periodMinutes * MINUTE) === 0);
  const values = begins.flatMap((minute) => {
    const told = all.flatMap((own) => own.get(minute) ?? []);
    return told.length < all.length ? [] : [{ minute, value: OVER[over](told) * factor }];
  });
  return { values, whole: begins.length };
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
  const minutes = periodMinutesOf(metric);
  const steps = minutes === null ? 'steps' : pointWords(minutes);
  return `mean over whole ${steps}${takesTurns(held) ? ' of all phases' : ''}`;
}

/** Whether a metric is what servers told, not what hosts measured. */
export function toldByServers(metrics: Metrics, metric: string): boolean {
  return periodMinutesOf(metric) !== null || metrics[metric]?.ofServers === true;
}
