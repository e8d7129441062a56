/**
 * What a Prometheus told of a trial: from the files that the first host left (`workloads/shell/telemetry.sh`) to
 * numbers. Only whole steps inside the window in which all hosts measured count, at least three and nine in ten of
 * them, else a metric is not known, with the reason. Nothing in these files is believed: neither throws, and what is no
 * number gives none.
 */
import * as z from 'zod';
import type { Observation } from '../../shapes/observation';
import { POINTS_MIN, type QueriedMetric, type Telemetry } from '../../shapes/telemetry';
import type { HostRaw } from '../../workloads/contract';
import { formatValue } from '../format';
import { type Lack, lackOf, NOTHING, rowsOf, silences, type Steps, type Told } from './rows';

/** What the host writes of its asking, and of one metric, below its folder. */
export const ASKED_FILE = 'raw/servers.json';
export const answerFile = (metric: string): string => `raw/${metric}.json`;
/** Characters of one file, more than hosts keep: what is longer was not written by them. */
const LENGTH_MAX = 1024 ** 2;
/** Points of one trial: hosts ask for a thousand. */
const POINTS_MAX = 10_000;
/** More, in the unit of a metric, was never measured, and sums of it are infinite. */
const MOST_AMOUNT = 1e18;
/** With what rounding adds. */
const MOST_PERCENT = 100.1;
/** Seconds that an answered moment may be beside the one asked for: it has three decimals. */
const BESIDE = 0.01;

const asked = z.object({
  version: z.literal(1),
  /** Epoch seconds of the first and the last point. */
  from: z.number(),
  to: z.number(),
  step: z.number().positive(),
  /** Why nothing was asked; empty where something was. */
  problem: z.string(),
  /** By metric, how asking went. */
  answers: z.record(z.string(), z.object({ status: z.number(), problem: z.string() })),
});
type Asked = z.infer<typeof asked>;

/** https://prometheus.io/docs/prometheus/latest/querying/api/#range-vectors */
const matrix = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])).default([]) })),
  }),
});
/** The same page, format overview. */
const failure = z.object({
  status: z.literal('error'),
  errorType: z.string().default(''),
  error: z.string().default(''),
});

/** Epoch seconds, both ends inside. */
type Span = { readonly from: number; readonly to: number };
/**
 * @param telemetry what was asked; null, or a plan of an older version: nothing
 * @param window in which all hosts measured; null where there is none: then nothing is told
 * @param like any observation of all hosts: what stands around a number is the same
 */
export function toldByPrometheus(
  telemetry: Telemetry | null,
  hosts: readonly Pick<HostRaw, 'files'>[],
  window: Span | null,
  like: Observation | undefined,
): Told {
  if (telemetry === null || window === null || like === undefined) return NOTHING;
  const files = hosts.find((host) => host.files.some(({ name }) => name === ASKED_FILE))?.files ?? [];
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const how = parsed(asked, texts.get(ASKED_FILE));
  const problem = how === null ? 'its first host left nothing that can be read of asking it' : how.problem;
  const source = (files.find(({ name }) => name === ASKED_FILE)?.source ?? '').replace(/[^/]*$/, '');
  const steps: Steps[] = [];
  const lacking: Lack[] = [];
  for (const metric of telemetry.metrics) {
    const found = how === null || problem !== '' ? problem : stepsOf(metric, how, texts, window);
    if (typeof found === 'string') lacking.push([metric.name, found]);
    else steps.push({ ...found, metric, source: `${source}${metric.name}.json` });
  }
  return { ...rowsOf(steps, like), reasons: silences('Prometheus told nothing', lacking) };
}

/** The steps inside of the window; or why the metric is not known. */
function stepsOf(
  { name, unit, reachSeconds }: QueriedMetric,
  { from, to, step, answers }: Asked,
  texts: ReadonlyMap<string, string>,
  window: Span,
): Omit<Steps, 'metric' | 'source'> | string {
  const answer = answers[name];
  const text = texts.get(answerFile(name));
  const refused = parsed(failure, text);
  if (refused !== null) return `it answered ${short(`${refused.errorType}: ${refused.error}`)}`;
  if (answer !== undefined && answer.problem !== '') return short(answer.problem);
  const found = parsed(matrix, text);
  if (found === null) return 'its answer is none of a range query';
  const [series, ...more] = found.data.result;
  if (series === undefined) return 'its answer is empty: nothing there has such a name';
  if (more.length > 0) return `it answered ${more.length + 1} series, not one: put a sum, avg or max around the query`;
  const back = Math.max(step, reachSeconds);
  const expected = momentsOf({ from, to }, step).filter((at) => at - back >= window.from && at <= window.to);
  if (expected.length < POINTS_MIN) return tooShort(step, reachSeconds);
  const values = valuesOf(series.values, { from, step });
  const told = expected.flatMap((at) => {
    const value = values.get(Math.round((at - from) / step));
    return value === undefined ? [] : [{ from: at - step, value }];
  });
  const known = told.filter(({ value }) => canBe(value, unit));
  const impossible = told.find(({ value }) => !canBe(value, unit));
  const lack = lackOf(known.length, expected.length, 'points');
  if (lack === null) return { known, whole: expected.length, step };
  return impossible === undefined ? lack : impossibleWords(impossible.value, unit, told.length - known.length);
}

/**
 * Rates, bytes, times and shares are never below nothing; of what is only counted, a difference is. A share is never
 * more than the whole: a query that says so adds up several servers.
 */
function canBe(value: number, unit: QueriedMetric['unit']): boolean {
  const most = unit === '%' ? MOST_PERCENT : MOST_AMOUNT;
  return Math.abs(value) <= most && (unit === 'count' || value >= 0);
}

function impossibleWords(value: number, unit: QueriedMetric['unit'], count: number): string {
  const found = `${count} of its points cannot be, e.g. ${formatValue(value, unit)}`;
  return `${found}: \`rate\` needs a counter, and of several servers a share is the \`avg\`, not the \`sum\``;
}

function tooShort(step: number, reach: number): string {
  const back = reach > step ? `; each looks back ${threeDecimals(reach)} s by its query` : '';
  return `fewer than ${POINTS_MIN} whole steps of ${threeDecimals(step)} s lie in the trial${back}`;
}

/** Moments that were asked for. */
function momentsOf({ from, to }: Span, step: number): readonly number[] {
  const count = Math.floor((to - from) / step + BESIDE);
  if (!Number.isFinite(count) || count < 0 || count > POINTS_MAX) return [];
  return Array.from({ length: count + 1 }, (_, index) => from + index * step);
}

/** Values by number of the step: what lies between steps, or is no number, is none. */
function valuesOf(
  values: readonly (readonly [number, string])[],
  { from, step }: Pick<Asked, 'from' | 'step'>,
): ReadonlyMap<number, number> {
  return new Map(
    values.flatMap(([at, text]): (readonly [number, number])[] => {
      const number = Math.round((at - from) / step);
      // `NaN`, `+Inf` and `-Inf` are values there; an empty text would be taken for 0.
      const value = /^[-+0-9.eE]+$/.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(value) && Math.abs(from + number * step - at) <= BESIDE ? [[number, value]] : [];
    }),
  );
}

/** Null for what is missing, too long, no JSON, or of another shape. */
function parsed<T>(schema: z.ZodType<T>, text: string | undefined): T | null {
  if (text === undefined || text.length > LENGTH_MAX) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Words of servers, on one line. */
function short(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function threeDecimals(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
