/**
 * Prometheus metrics of a trial, from files of the first host (`workloads/shell/telemetry.sh`): whole steps in the
 * window in which all hosts measured. Metrics with fewer than three steps or 90% of them are missing, with a note.
 * Files are not trusted: invalid content never throws, and gives no value.
 */
import * as z from 'zod';
import type { Observation } from '../../shapes/observation';
import { MIN_POINTS, type QueriedMetric, type Telemetry } from '../../shapes/telemetry';
import type { HostRaw } from '../../workloads/contract';
import { formatValue } from '../format';
import {
  type MissingMetric,
  checkPoints,
  NO_SERVER_ROWS,
  toServerRows,
  listMissingNotes,
  type MetricSteps,
  type ServerRows,
} from './rows';

/** Files of the host: the record of its queries, and the answer for each metric. */
export const QUERIES_FILE = 'raw/servers.json';
export const getAnswerFile = (metric: string): string => `raw/${metric}.json`;
/** Maximum number of characters of a file; hosts never write longer files. */
const FILE_CHARACTERS_MAX = 1024 ** 2;
/** Maximum number of points of a trial; hosts query a thousand. */
const POINTS_MAX = 10_000;
/** Larger values are implausible, and adding them up may overflow. */
const PLAUSIBLE_VALUE_MAX = 1e18;
/** 100, with rounding. */
const PERCENT_MAX = 100.1;
/** Tolerance between requested and answered times, seconds; requests have three decimals. */
const TIME_TOLERANCE = 0.01;

const recordSchema = z.object({
  version: z.literal(1),
  /** Epoch seconds of the first and the last point. */
  from: z.number(),
  to: z.number(),
  step: z.number().positive(),
  /** Why there were no queries; empty if there were some. */
  problem: z.string(),
  /** Outcome of each query, by metric. */
  answers: z.record(z.string(), z.object({ status: z.number(), problem: z.string() })),
});
type QueryRecord = z.infer<typeof recordSchema>;

/** https://prometheus.io/docs/prometheus/latest/querying/api/#range-vectors */
const matrixSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])).default([]) })),
  }),
});
/** The same page, format overview. */
const failureSchema = z.object({
  status: z.literal('error'),
  errorType: z.string().default(''),
  error: z.string().default(''),
});

/** Epoch seconds, inclusive. */
type TimeSpan = { readonly from: number; readonly to: number };
/** @param telemetry absent in old plans @param window of all hosts; without it no rows @param like a template */
export function readPrometheus(
  telemetry: Telemetry | null,
  hosts: readonly Pick<HostRaw, 'files'>[],
  window: TimeSpan | null,
  like: Observation | undefined,
): ServerRows {
  if (telemetry === null || window === null || like === undefined) return NO_SERVER_ROWS;
  const files = hosts.find((host) => host.files.some(({ name }) => name === QUERIES_FILE))?.files ?? [];
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const how = parseJson(recordSchema, texts.get(QUERIES_FILE));
  const problem = how === null ? 'the first host left no readable record of the queries' : how.problem;
  const source = (files.find(({ name }) => name === QUERIES_FILE)?.source ?? '').replace(/[^/]*$/, '');
  const steps: MetricSteps[] = [];
  const lacking: MissingMetric[] = [];
  for (const metric of telemetry.metrics) {
    const found = how === null || problem !== '' ? problem : findSteps(metric, how, texts, window);
    if (typeof found === 'string') lacking.push([metric.name, found]);
    else steps.push({ ...found, metric, source: `${source}${metric.name}.json` });
  }
  return { ...toServerRows(steps, like), reasons: listMissingNotes('Prometheus has no data', lacking) };
}

/** The steps inside the window, or why the metric is missing. */
function findSteps(
  { name, unit, reachSeconds }: QueriedMetric,
  { from, to, step, answers }: QueryRecord,
  texts: ReadonlyMap<string, string>,
  window: TimeSpan,
): Omit<MetricSteps, 'metric' | 'source'> | string {
  const answer = answers[name];
  const text = texts.get(getAnswerFile(name));
  const refused = parseJson(failureSchema, text);
  if (refused !== null) return `it answered ${truncateMessage(`${refused.errorType}: ${refused.error}`)}`;
  if (answer !== undefined && answer.problem !== '') return truncateMessage(answer.problem);
  const found = parseJson(matrixSchema, text);
  if (found === null) return 'its answer is not that of a range query';
  const [series, ...more] = found.data.result;
  if (series === undefined) return 'the answer is empty: no series matches the query';
  if (more.length > 0) return `expected one series, not ${more.length + 1}: put a sum, avg or max around the query`;
  const back = Math.max(step, reachSeconds);
  const expected = listStepTimes({ from, to }, step).filter((at) => at - back >= window.from && at <= window.to);
  if (expected.length < MIN_POINTS) return describeTooShort(step, reachSeconds);
  const values = mapValues(series.values, { from, step });
  const points = expected.flatMap((at) => {
    const value = values.get(Math.round((at - from) / step));
    return value === undefined ? [] : [{ from: at - step, value }];
  });
  const known = points.filter(({ value }) => isPlausible(value, unit));
  const impossible = points.find(({ value }) => !isPlausible(value, unit));
  const lack = checkPoints(known.length, expected.length, 'points');
  if (lack === null) return { known, expected: expected.length, step };
  return impossible === undefined ? lack : describeImplausible(impossible.value, unit, points.length - known.length);
}

/** Only differences of counts may be negative. A share above 100% means that the query adds up several servers. */
function isPlausible(value: number, unit: QueriedMetric['unit']): boolean {
  const most = unit === '%' ? PERCENT_MAX : PLAUSIBLE_VALUE_MAX;
  return Math.abs(value) <= most && (unit === 'count' || value >= 0);
}

function describeImplausible(value: number, unit: QueriedMetric['unit'], count: number): string {
  const found = `${count} of its points are impossible, e.g. ${formatValue(value, unit)}`;
  return `${found}: \`rate\` needs a counter; to combine percentages of several servers, use \`avg\`, not \`sum\``;
}

function describeTooShort(step: number, reach: number): string {
  const back = reach > step ? `; each looks back ${formatDecimals(reach)} s by its query` : '';
  return `fewer than ${MIN_POINTS} whole steps of ${formatDecimals(step)} s fit in the trial${back}`;
}

function listStepTimes({ from, to }: TimeSpan, step: number): readonly number[] {
  const count = Math.floor((to - from) / step + TIME_TOLERANCE);
  if (!Number.isFinite(count) || count < 0 || count > POINTS_MAX) return [];
  return Array.from({ length: count + 1 }, (_, index) => from + index * step);
}

/** Values by step number; skips values between steps, and those that are not numbers. */
function mapValues(
  values: readonly (readonly [number, string])[],
  { from, step }: Pick<QueryRecord, 'from' | 'step'>,
): ReadonlyMap<number, number> {
  return new Map(
    values.flatMap(([at, text]): (readonly [number, number])[] => {
      const number = Math.round((at - from) / step);
      // Skips `NaN`, `+Inf` and `-Inf`, and empty text, which `Number` would read as 0.
      const value = /^[-+0-9.eE]+$/.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(value) && Math.abs(from + number * step - at) <= TIME_TOLERANCE ? [[number, value]] : [];
    }),
  );
}

/** Null if the text is missing, too long, not JSON, or of the wrong shape. */
function parseJson<T>(schema: z.ZodType<T>, text: string | undefined): T | null {
  if (text === undefined || text.length > FILE_CHARACTERS_MAX) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** An error message on one line, truncated. */
function truncateMessage(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function formatDecimals(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
