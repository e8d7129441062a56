/**
 * CloudWatch requests and answers, in the folder `servers/`, and each trial's metrics: whole minutes inside its window,
 * at least three (one for rates) and 90% of them, else a note. Minutes that began before include earlier load.
 */
import * as z from 'zod';
import { type LimitedRates, type Metrics, hasPhases } from '../../shapes/metric';
import type { Observation } from '../../shapes/observation';
import { listCopies, type Plan } from '../../shapes/plan';
import { findPeriodMinutes, isRate, type ServerMetric, listServerMetrics } from '../../shapes/server-metrics';
import { MIN_POINTS } from '../../shapes/telemetry';
import { type TrialRow, toVerdict } from '../../shapes/verdict';
import type { TrialResult } from '../trial/judge-trial';
import { POINT_SECONDS, listMinutes } from './cloudwatch-requests';
import {
  checkPoints,
  NO_SERVER_ROWS,
  toServerRows,
  listServerReasons,
  listMissingNotes,
  type MetricSteps,
  type ServerRows,
  type MetricValues,
} from './rows';

/** `outcome.json`: outcome of the CloudWatch requests. Absent if there were none. */
export interface RequestsRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly requests: number;
  readonly answered: number;
  /** Why some requests have no answer; null if all have one. */
  readonly problem: string | null;
}

/** File names in that folder, without `.json`. */
export const REQUESTS_RECORD = 'outcome';
export const formatRequestName = (number: number): string => `request-${number}`;
export const formatAnswerName = (number: number): string => `answer-${number}`;
const ANSWER_NAME_PATTERN = /(?:^|\/)answer-\d+\.json$/;

export function isAnswerFile(name: string): boolean {
  return ANSWER_NAME_PATTERN.test(name);
}

/** The error in `outcome.json`; null if there is none or the content is unknown. */
export function readProblem(asked: unknown): string | null {
  const problem = (asked as Partial<RequestsRecord> | null)?.problem;
  return typeof problem === 'string' ? problem : null;
}

export interface ServerAnswers {
  readonly points: PointsByQuery;
  readonly addTo: (result: TrialResult) => TrialResult;
  /** Metrics of the plan and server-side metrics. */
  readonly metrics: Plan['metrics'];
}

/** @param texts all answers; if there are none, trials stay unchanged */
export function parseAnswers(plan: Pick<Plan, 'rigs' | 'trials' | 'metrics'>, texts: readonly string[]): ServerAnswers {
  const points = parsePoints(texts);
  if (texts.length === 0) return { points, addTo: (result) => result, metrics: plan.metrics };
  const places = mapTrialTargets(plan);
  return {
    points,
    addTo: (result) => {
      const like = result.observations.find(({ scope }) => scope === 'aggregate');
      const found = computeServerRows(places, result.row, points, like);
      const reasons = [...result.row.reasons, ...found.reasons];
      return {
        ...result,
        // Reasons from servers change the verdict.
        row: found.reasons.length === 0 ? result.row : { ...result.row, reasons, verdict: toVerdict(reasons) },
        observations: [...result.observations, ...found.observations],
        series: [...result.series, ...found.series],
      };
    },
    metrics: { ...plan.metrics, ...nameServerMetrics(plan) },
  };
}

/** The used part of a GetMetricData answer. Times are ISO texts or epoch seconds, as configured in the AWS CLI. */
const answerSchema = z.object({
  MetricDataResults: z.array(
    z.looseObject({
      Id: z.string(),
      Timestamps: z.array(z.union([z.string(), z.number()])).default([]),
      Values: z.array(z.number()).default([]),
    }),
  ),
});

/** Values by query, then by the start of the minute, epoch seconds. */
export type PointsByQuery = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** All points of some answers, with pages merged; skips invalid answers. */
export function parsePoints(texts: readonly string[]): PointsByQuery {
  const points = new Map<string, Map<number, number>>();
  for (const text of texts) {
    for (const { Id, Timestamps, Values } of parseResults(text)) {
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

function parseResults(text: string): z.infer<typeof answerSchema>['MetricDataResults'] {
  try {
    const found = answerSchema.safeParse(JSON.parse(text));
    return found.success ? found.data.MetricDataResults : [];
  } catch {
    return [];
  }
}

/** Target instance and target kind by trial. */
export type TrialTargets = ReadonlyMap<string, { readonly copy: string; readonly kind: string }>;

export function mapTrialTargets({ rigs, trials }: Pick<Plan, 'rigs' | 'trials'>): TrialTargets {
  const kinds = new Map(rigs.map(({ rig, copies }) => [rig, new Map(copies.map(({ copy, kind }) => [copy, kind]))]));
  return new Map(
    trials.flatMap(({ trial, rig, copy }) => {
      const kind = kinds.get(rig)?.get(copy);
      return kind === undefined ? [] : [[trial, { copy, kind }]];
    }),
  );
}

/** Points that the mean of a rate needs: a whole minute counts all of its operations. */
const RATE_POINTS = 1;

/** @param like any observation of all hosts of the trial, as a template; without one, the result is empty */
export function computeServerRows(
  places: TrialTargets,
  row: TrialRow,
  points: PointsByQuery,
  like: Observation | undefined,
): ServerRows {
  const place = places.get(row.trial);
  const minutes = listMinutes(row);
  if (like === undefined || place === undefined || minutes.length === 0) return NO_SERVER_ROWS;
  const all = listServerMetrics(place.kind).flatMap((metric) => {
    const { values, whole } = listValues(metric, `${row.rig}_${place.copy}`, minutes, points);
    const least = isRate(metric) ? RATE_POINTS : MIN_POINTS;
    const why = checkPoints(values.length, whole, describePoints(metric.periodMinutes), least);
    // A short trial needs no note: only its rates are expected.
    const isExpected = minutes.length >= least;
    return values.length === 0 || !isExpected ? [] : [{ metric, values, whole, why }];
  });
  const found = all.filter(({ why }) => why === null);
  const lacking = all.flatMap(({ metric, why }) => (why === null ? [] : [[metric.name, why] as const]));
  const steps = found.map(({ metric, values, whole }): MetricSteps => {
    const known = values.map(({ minute, value }) => ({ from: minute, value }));
    return { metric, known, expected: whole, step: POINT_SECONDS * metric.periodMinutes, source: ANSWERS_FOLDER };
  });
  const reasons = [...listServerReasons(found), ...listMissingNotes('CloudWatch has too few points', lacking)];
  return { ...toServerRows(steps, like), reasons };
}

/** Name of a point interval: `minutes`, `points of 5 minutes`. */
function describePoints(periodMinutes: number): string {
  return periodMinutes === 1 ? 'minutes' : `points of ${periodMinutes} minutes`;
}

/** Values over all parts; skips points that one lacks. Points of several minutes have one offset within a trial. */
function listValues(
  { name, over, factor, periodMinutes }: ServerMetric,
  place: string,
  minutes: readonly number[],
  points: PointsByQuery,
): Pick<MetricValues, 'values'> & { readonly whole: number } {
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
    .filter((minute) => (minute - some) % (periodMinutes * POINT_SECONDS) === 0);
  const values = begins.flatMap((minute) => {
    const parts = all.flatMap((own) => own.get(minute) ?? []);
    return parts.length < all.length ? [] : [{ minute, value: COMBINE[over](parts) * factor }];
  });
  return { values, whole: begins.length };
}

const ANSWERS_FOLDER = 'servers/';

const COMBINE: Readonly<Record<ServerMetric['over'], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  highest: (values) => Math.max(...values),
  lowest: (values) => Math.min(...values),
};

/** Display names of the server-side metrics for the target kinds of a plan. */
export function nameServerMetrics(plan: Pick<Plan, 'rigs'>): Metrics {
  const kinds = new Set(listCopies(plan).map(({ kind }) => kind));
  const all = [...kinds].flatMap((kind) => listServerMetrics(kind));
  return Object.fromEntries(
    all.map(({ name, unit, better, words }) => [name, { unit, better, words, column: false, overHosts: 'mean' }]),
  );
}

/** Span of a server-side metric: `mean over whole minutes of all phases`; null for metrics of hosts. */
export function describeSpan(metrics: Metrics, metric: string, held: readonly LimitedRates[]): string | null {
  if (!isServerMetric(metrics, metric)) return null;
  const minutes = findPeriodMinutes(metric);
  const steps = minutes === null ? 'steps' : describePoints(minutes);
  return `mean over whole ${steps}${hasPhases(held) ? ' of all phases' : ''}`;
}

/** Whether servers reported the metric, not hosts. */
export function isServerMetric(metrics: Metrics, metric: string): boolean {
  return findPeriodMinutes(metric) !== null || metrics[metric]?.ofServers === true;
}
