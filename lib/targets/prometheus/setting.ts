/** The setting `telemetry` of external storage: its Prometheus server and queries. */
import texts from '../messages.json';
import * as z from 'zod';
import words from '../settings.json';
import type { Unit } from '../../shapes/observation';
import { errorAt, type Problem, fillText } from '../../shapes/problem';
import { secondsSchema } from '../../shapes/quantity-fields';
import { parseServer } from '../../shapes/secret-servers';
import { metadata, settings } from '../../shapes/setting';
import type { QueriedMetric, Telemetry } from '../../shapes/telemetry';
import { makeSecretField } from '../external-storage';

const METRIC_UNITS = ['ops/s', 'bytes/s', 'us', 's', '%', 'count'] as const satisfies readonly Unit[];
/** Units in which lower is better by default. */
const LOWER_IS_BETTER: readonly Unit[] = ['us', 's', '%'];
const METRIC_PREFIX = 'server_';
const METRIC_NAME_PATTERN = /^(?!server_)[a-z][a-z0-9_]{0,32}$/;
/** Maximum number of metrics, because hosts query them in sequence after each trial. */
const MAX_METRICS = 16;
const MAX_QUERY_CHARACTERS = 1000;
const MAX_NAME_CHARACTERS = 40;

/** Default seconds between two points: the scrape interval in Prometheus examples. */
const DEFAULT_STEP = 15;
const STEP_RANGE = { least: 5, most: 300 };

const ADDRESS_RULE = 'the address of a Prometheus server, e.g. http://10.0.0.5:9090';

/** Control characters would break the line format for hosts. */
const ONE_LINE_PATTERN = /^[^\p{Cc}]*$/u;

const querySchema = z
  .string({ error: 'a query in PromQL' })
  .min(1, { error: 'a query in PromQL' })
  .max(MAX_QUERY_CHARACTERS, { error: `a query in PromQL of at most ${MAX_QUERY_CHARACTERS} characters` })
  .regex(ONE_LINE_PATTERN, { error: 'a query in PromQL on one line' });

const metricSchema = settings(words['telemetry-metric'], {
  query: querySchema,
  unit: z.enum(METRIC_UNITS).default('count'),
  better: z.enum(['higher', 'lower']).optional(),
  words: z
    .string()
    .min(1, { error: 'a short description' })
    .max(MAX_NAME_CHARACTERS, { error: `at most ${MAX_NAME_CHARACTERS} characters` })
    .regex(ONE_LINE_PATTERN, { error: 'a description on one line' })
    .optional()
    .meta(metadata({ allowed: `at most ${MAX_NAME_CHARACTERS} characters on one line` })),
  limit: z
    .number({ error: 'a number above 0, in the unit of the metric' })
    .positive({ error: 'a number above 0, in the unit of the metric' })
    .max(1e15, { error: 'at most 1e15' })
    .optional(),
});

export type TelemetrySettings = z.output<typeof telemetrySchema>;

export const telemetrySchema = settings(words.telemetry, {
  prometheus: z
    // The value may be a password: messages do not repeat it unless it is an address.
    .string({ error: ADDRESS_RULE })
    .refine((text) => !hasCredentials(text), {
      error: fillText(texts.addressHoldsSecret, { addressRule: ADDRESS_RULE }),
      abort: true,
    })
    .refine(isServerAddress, { error: ({ input }) => `found '${String(input)}'; ${ADDRESS_RULE}` }),
  secret: makeSecretField('token', 'the server', 'prometheus').optional(),
  step: secondsSchema
    .refine((value) => Number.isInteger(value) && value >= STEP_RANGE.least && value <= STEP_RANGE.most, {
      error: `whole seconds from ${STEP_RANGE.least}s to ${STEP_RANGE.most / 60}m`,
    })
    .default(DEFAULT_STEP)
    .meta(metadata({ default: `${DEFAULT_STEP}s`, allowed: `${STEP_RANGE.least}s to ${STEP_RANGE.most / 60}m` })),
  metrics: z
    .record(
      z.string().regex(METRIC_NAME_PATTERN, { error: texts.nameRule }),
      z.union([querySchema.transform((text) => metricSchema.parse({ query: text })), metricSchema], {
        error: 'a query in PromQL, or `{ query, unit, limit }`',
      }),
    )
    .refine((metrics) => Object.keys(metrics).length > 0, { error: 'found none; name → query in PromQL' })
    .refine((metrics) => Object.keys(metrics).length <= MAX_METRICS, { error: `at most ${MAX_METRICS} metrics` })
    .optional()
    .meta(metadata({ allowed: `1 to ${MAX_METRICS} metrics` })),
});

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function hasCredentials(text: string): boolean {
  const { username = '', password = '' } = parseUrl(text) ?? {};
  return username !== '' || password !== '' || /[?#@]/.test(text);
}

function isServerAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && parseUrl(text) !== null && text.length <= MAX_QUERY_CHARACTERS;
}

/** Queries of a setting; null without any. @param usual default metrics of the kind. Default: none */
export function toTelemetry(
  settings: TelemetrySettings | undefined,
  usual: readonly QueriedMetric[] = [],
): Telemetry | null {
  if (settings === undefined) return null;
  const { prometheus, secret, step, metrics } = settings;
  const named = Object.entries(metrics ?? {}).map(([name, one]) => parseMetric(name, one));
  const all = named.length === 0 ? usual : named;
  if (all.length === 0) return null;
  const { server, path } = parseServer(prometheus) ?? { server: prometheus, path: '' };
  const requested = { prometheus: `${server}${path.replace(/\/+$/, '')}`, stepSeconds: step, metrics: all };
  return secret === undefined ? requested : { ...requested, secret };
}

function parseMetric(
  name: string,
  { query: text, unit, better, words, limit }: z.output<typeof metricSchema>,
): QueriedMetric {
  return {
    name: `${METRIC_PREFIX}${name}`,
    query: text,
    unit,
    better: better ?? (limit !== undefined || LOWER_IS_BETTER.includes(unit) ? 'lower' : 'higher'),
    words: words ?? `${name.replaceAll('_', ' ')} of its servers`,
    ...(limit === undefined ? {} : { limit }),
    reachSeconds: computeLookbackSeconds(text),
  };
}

/** A default metric of a kind. */
export function toMetric(one: Omit<QueriedMetric, 'reachSeconds'>): QueriedMetric {
  return { ...one, reachSeconds: computeLookbackSeconds(one.query) };
}

/** Rules beyond the schema; paths are relative to the target's entry. @param usual as in {@link toTelemetry} */
export function checkTelemetry(
  settings: TelemetrySettings | undefined,
  usual: readonly QueriedMetric[] = [],
): readonly Problem[] {
  if (settings === undefined || settings.metrics !== undefined || usual.length > 0) return [];
  const message = 'needed here: name → query in PromQL, as this kind has no default metrics';
  return [errorAt('MissingKey', ['telemetry', 'metrics'], message)];
}

/** Seconds. https://prometheus.io/docs/prometheus/latest/querying/basics/#time-durations */
const SECONDS_BY_UNIT: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 7 * 86_400,
  y: 365 * 86_400,
};
const TEXT_PATTERN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;
const COMMENT_PATTERN = /#[^\n]*/g;
const RANGE_PATTERN = /\[\s*([0-9a-z.]+)\s*(:?)[^\]]*\]/g;
const OFFSET_PATTERN = /\boffset\s+([0-9a-z.]+)/g;

/**
 * Maximum age of samples that a query reads for one point, seconds: its longest range, plus the ranges of subqueries,
 * plus its longest offset. 0 for an instant query.
 */
export function computeLookbackSeconds(query: string): number {
  const plain = query.replaceAll(TEXT_PATTERN, '""').replaceAll(COMMENT_PATTERN, '');
  const ranges = [...plain.matchAll(RANGE_PATTERN)].map(([, text = '', colon]) => ({
    seconds: parsePromDuration(text),
    sub: colon,
  }));
  const longest = Math.max(0, ...ranges.flatMap(({ seconds, sub }) => (sub === ':' ? [] : [seconds])));
  const above = ranges.reduce((sum, { seconds, sub }) => sum + (sub === ':' ? seconds : 0), 0);
  const offset = Math.max(0, ...[...plain.matchAll(OFFSET_PATTERN)].map(([, text = '']) => parsePromDuration(text)));
  return longest + above + offset;
}

/** `5m`, `1h30m`, or since version 3 a plain number of seconds; 0 if invalid. */
function parsePromDuration(text: string): number {
  const plain = Number(text);
  if (Number.isFinite(plain)) return plain;
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (SECONDS_BY_UNIT[unit] ?? 0),
    0,
  );
}
