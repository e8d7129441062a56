/**
 * What was asked of CloudWatch about an execution and what came of it, as files of its folder `servers/`; and from the
 * answers what the servers told of each trial: whole minutes inside its window, at least three and nine in ten of them,
 * else a note says how many there are. A minute that began before the window has what came before in it.
 */
import * as z from 'zod';
import { type LimitedRates, type Metrics, hasPhases } from '../../shapes/metric';
import type { Observation } from '../../shapes/observation';
import { listCopies, type Plan } from '../../shapes/plan';
import { findPeriodMinutes, type ServerMetric, listServerMetrics } from '../../shapes/server-metrics';
import { MIN_POINTS } from '../../shapes/telemetry';
import { type TrialRow, toVerdict } from '../../shapes/verdict';
import type { TrialResult } from '../trial/judge-trial';
import { MINUTE, listMinutes } from './cloudwatch-requests';
import {
  checkPoints,
  NO_ROWS,
  toRows,
  listServerReasons,
  listMissingNotes,
  type MetricSteps,
  type ServerRows,
  type MetricValues,
} from './rows';

/** `asked.json`: how the program's own asking went. Not there where it never asked, or nothing was worth it. */
export interface AskRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly requests: number;
  readonly answered: number;
  /** Why not all of them were answered; null where they were. */
  readonly problem: string | null;
}

/** Names in that folder, without `.json`. */
export const ASK_RECORD = 'asked';
export const nameAsk = (number: number): string => `ask-${number}`;
export const nameAnswer = (number: number): string => `answer-${number}`;
const ANSWER_NAME = /(?:^|\/)answer-\d+\.json$/;

/** Whether a name or key is that of an answer. */
export function isAnswer(name: string): boolean {
  return ANSWER_NAME.test(name);
}

/** What is read of `asked.json`; null for what is none. */
export function readProblem(asked: unknown): string | null {
  const problem = (asked as Partial<AskRecord> | null)?.problem;
  return typeof problem === 'string' ? problem : null;
}

/** What servers told of an execution. */
export interface ServerAnswers {
  readonly points: PointsByQuery;
  /** A trial with what its servers told. */
  readonly addTo: (result: TrialResult) => TrialResult;
  /** The metrics of a plan, with the words of what servers tell. */
  readonly metrics: Plan['metrics'];
}

/** @param texts of all answers; with none everything stays as it is */
export function parseAnswers(plan: Pick<Plan, 'rigs' | 'trials' | 'metrics'>, texts: readonly string[]): ServerAnswers {
  const points = parsePoints(texts);
  if (texts.length === 0) return { points, addTo: (result) => result, metrics: plan.metrics };
  const places = mapTrialTargets(plan);
  return {
    points,
    addTo: (result) => {
      const like = result.observations.find(({ scope }) => scope === 'aggregate');
      const told = computeServerRows(places, result.row, points, like);
      const reasons = [...result.row.reasons, ...told.reasons];
      return {
        ...result,
        // What its servers say against a trial is part of its verdict.
        row: told.reasons.length === 0 ? result.row : { ...result.row, reasons, verdict: toVerdict(reasons) },
        observations: [...result.observations, ...told.observations],
        series: [...result.series, ...told.series],
      };
    },
    metrics: { ...plan.metrics, ...nameServerMetrics(plan) },
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
export type PointsByQuery = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** All points of some answers; texts that are none give nothing. Pages of one answer are put together. */
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

function parseResults(text: string): z.infer<typeof answerShape>['MetricDataResults'] {
  try {
    const found = answerShape.safeParse(JSON.parse(text));
    return found.success ? found.data.MetricDataResults : [];
  } catch {
    return [];
  }
}

/** Where the trials of a plan were measured: their copies, with the kinds of these. */
export type TrialTargets = ReadonlyMap<string, { readonly copy: string; readonly kind: string }>;

/** Once for all trials of a plan. */
export function mapTrialTargets({ rigs, trials }: Pick<Plan, 'rigs' | 'trials'>): TrialTargets {
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
export function computeServerRows(
  places: TrialTargets,
  row: TrialRow,
  points: PointsByQuery,
  like: Observation | undefined,
): ServerRows {
  const place = places.get(row.trial);
  const minutes = listMinutes(row);
  if (like === undefined || place === undefined || minutes.length < MIN_POINTS) return NO_ROWS;
  const all = listServerMetrics(place.kind).flatMap((metric) => {
    const { values, whole } = listValues(metric, `${row.rig}_${place.copy}`, minutes, points);
    const why = checkPoints(values.length, whole, describePoints(metric.periodMinutes));
    return values.length === 0 ? [] : [{ metric, values, whole, why }];
  });
  const found = all.filter(({ why }) => why === null);
  const lacking = all.flatMap(({ metric, why }) => (why === null ? [] : [[metric.name, why] as const]));
  const steps = found.map(({ metric, values, whole }): MetricSteps => {
    const known = values.map(({ minute, value }) => ({ from: minute, value }));
    return { metric, known, expected: whole, step: MINUTE * metric.periodMinutes, source: ANSWERS_FOLDER };
  });
  const reasons = [...listServerReasons(found), ...listMissingNotes('CloudWatch told too little', lacking)];
  return { ...toRows(steps, like), reasons };
}

/** What points are of: `minutes`, `points of 5 minutes`. */
function describePoints(periodMinutes: number): string {
  return periodMinutes === 1 ? 'minutes' : `points of ${periodMinutes} minutes`;
}

/**
 * Of what a copy is made of, all that told; a point in which one of several did not is left out. Nobody knows before in
 * which minute points of several begin: those of a whole trial do in the same one as any of them.
 */
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
    .filter((minute) => (minute - some) % (periodMinutes * MINUTE) === 0);
  const values = begins.flatMap((minute) => {
    const told = all.flatMap((own) => own.get(minute) ?? []);
    return told.length < all.length ? [] : [{ minute, value: COMBINE[over](told) * factor }];
  });
  return { values, whole: begins.length };
}

/** Where the answers lie, below the execution's root. */
const ANSWERS_FOLDER = 'servers/';

const COMBINE: Readonly<Record<ServerMetric['over'], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  highest: (values) => Math.max(...values),
  lowest: (values) => Math.min(...values),
};

/** How people call what the servers of a plan's kinds tell. */
export function nameServerMetrics(plan: Pick<Plan, 'rigs'>): Metrics {
  const kinds = new Set(listCopies(plan).map(({ kind }) => kind));
  const all = [...kinds].flatMap((kind) => listServerMetrics(kind));
  return Object.fromEntries(
    all.map(({ name, unit, better, words }) => [name, { unit, better, words, column: false, overHosts: 'mean' }]),
  );
}

/** What a figure of servers is of: `mean over whole minutes of all phases`; null for what hosts measured. */
export function describeSpan(metrics: Metrics, metric: string, held: readonly LimitedRates[]): string | null {
  if (!isServerMetric(metrics, metric)) return null;
  const minutes = findPeriodMinutes(metric);
  const steps = minutes === null ? 'steps' : describePoints(minutes);
  return `mean over whole ${steps}${hasPhases(held) ? ' of all phases' : ''}`;
}

/** Whether a metric is what servers told, not what hosts measured. */
export function isServerMetric(metrics: Metrics, metric: string): boolean {
  return findPeriodMinutes(metric) !== null || metrics[metric]?.ofServers === true;
}
