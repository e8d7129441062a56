/** The setting `telemetry` of external storage: its Prometheus server and queries. */
import texts from '../messages.json';
import * as z from 'zod';
import words from '../settings.json';
import type { Unit } from '../../shapes/observation';
import { errorAt, type Problem, fillText } from '../../shapes/problem';
import { seconds } from '../../shapes/quantity-fields';
import { metadata, settings } from '../../shapes/setting';
import type { QueriedMetric, Telemetry } from '../../shapes/telemetry';
import { secretArn } from '../external-storage';

const UNITS = ['ops/s', 'bytes/s', 'us', 's', '%', 'count'] as const satisfies readonly Unit[];
/** Units in which lower is better by default. */
const LOWER_IS_BETTER: readonly Unit[] = ['us', 's', '%'];
/** Prefix of metric names in results. */
const PREFIX = 'server_';
const NAME = /^(?!server_)[a-z][a-z0-9_]{0,32}$/;
/** Hosts query them one after the other, after each trial. */
const METRICS_MAX = 16;
const QUERY_MAX = 1000;
const WORDS_MAX = 40;

/** Default seconds between two points: the scrape interval in Prometheus examples. */
const STEP = 15;
const STEPS = { least: 5, most: 300 };

const ADDRESS_RULE = 'the address of a Prometheus server, e.g. http://10.0.0.5:9090';

/** Control characters would break the line format for hosts. */
const ONE_LINE = /^[^\p{Cc}]*$/u;

const query = z
  .string({ error: 'a query in PromQL' })
  .min(1, { error: 'a query in PromQL' })
  .max(QUERY_MAX, { error: `a query in PromQL of at most ${QUERY_MAX} characters` })
  .regex(ONE_LINE, { error: 'a query in PromQL on one line' });

const metricSchema = settings(words['telemetry-metric'], {
  query,
  unit: z.enum(UNITS).default('count'),
  better: z.enum(['higher', 'lower']).optional(),
  words: z
    .string()
    .min(1, { error: 'a short description' })
    .max(WORDS_MAX, { error: `at most ${WORDS_MAX} characters` })
    .regex(ONE_LINE, { error: 'a description on one line' })
    .optional()
    .meta(metadata({ allowed: `at most ${WORDS_MAX} characters on one line` })),
  limit: z
    .number({ error: 'a number above 0, in the unit of the metric' })
    .positive({ error: 'a number above 0, in the unit of the metric' })
    .max(1e15, { error: 'at most 1e15' })
    .optional(),
});

export type TelemetrySettings = z.output<typeof TELEMETRY>;

export const TELEMETRY = settings(words.telemetry, {
  prometheus: z
    // The value may be a password: messages do not repeat it unless it is an address.
    .string({ error: ADDRESS_RULE })
    .refine((text) => !hasSecrets(text), {
      error: fillText(texts.addressHoldsSecret, { addressRule: ADDRESS_RULE }),
      abort: true,
    })
    .refine(isAddress, { error: ({ input }) => `found '${String(input)}'; ${ADDRESS_RULE}` }),
  secret: secretArn('token', 'the server', 'prometheus').optional(),
  step: seconds
    .refine((value) => Number.isInteger(value) && value >= STEPS.least && value <= STEPS.most, {
      error: `whole seconds from ${STEPS.least}s to ${STEPS.most / 60}m`,
    })
    .default(STEP)
    .meta(metadata({ default: `${STEP}s`, allowed: `${STEPS.least}s to ${STEPS.most / 60}m` })),
  metrics: z
    .record(
      z.string().regex(NAME, { error: texts.nameRule }),
      z.union([query.transform((text) => metricSchema.parse({ query: text })), metricSchema], {
        error: 'a query in PromQL, or `{ query, unit, limit }`',
      }),
    )
    .refine((metrics) => Object.keys(metrics).length > 0, { error: 'found none; name → query in PromQL' })
    .refine((metrics) => Object.keys(metrics).length <= METRICS_MAX, { error: `at most ${METRICS_MAX} metrics` })
    .optional()
    .meta(metadata({ allowed: `1 to ${METRICS_MAX} metrics` })),
});

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function hasSecrets(text: string): boolean {
  const { username = '', password = '' } = parseUrl(text) ?? {};
  return username !== '' || password !== '' || /[?#@]/.test(text);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && parseUrl(text) !== null && text.length <= QUERY_MAX;
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
  const requested = { prometheus: prometheus.replace(/\/+$/, ''), stepSeconds: step, metrics: all };
  return secret === undefined ? requested : { ...requested, secret };
}

function parseMetric(
  name: string,
  { query: text, unit, better, words, limit }: z.output<typeof metricSchema>,
): QueriedMetric {
  return {
    name: `${PREFIX}${name}`,
    query: text,
    unit,
    better: better ?? (limit !== undefined || LOWER_IS_BETTER.includes(unit) ? 'lower' : 'higher'),
    words: words ?? `${name.replaceAll('_', ' ')} of its servers`,
    ...(limit === undefined ? {} : { limit }),
    reachSeconds: getLookback(text),
  };
}

/** A default metric of a kind. */
export function toMetric(one: Omit<QueriedMetric, 'reachSeconds'>): QueriedMetric {
  return { ...one, reachSeconds: getLookback(one.query) };
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
const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 7 * 86_400,
  y: 365 * 86_400,
};
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;
const COMMENTS = /#[^\n]*/g;
const RANGE = /\[\s*([0-9a-z.]+)\s*(:?)[^\]]*\]/g;
const OFFSET = /\boffset\s+([0-9a-z.]+)/g;

/**
 * Maximum seconds before a point from which the query takes samples: its longest range, plus those of subqueries, and
 * its longest offset. 0 for an instant query.
 */
export function getLookback(query: string): number {
  const plain = query.replaceAll(TEXTS, '""').replaceAll(COMMENTS, '');
  const ranges = [...plain.matchAll(RANGE)].map(([, text = '', colon]) => ({
    seconds: parseDuration(text),
    sub: colon,
  }));
  const longest = Math.max(0, ...ranges.flatMap(({ seconds, sub }) => (sub === ':' ? [] : [seconds])));
  const above = ranges.reduce((sum, { seconds, sub }) => sum + (sub === ':' ? seconds : 0), 0);
  const offset = Math.max(0, ...[...plain.matchAll(OFFSET)].map(([, text = '']) => parseDuration(text)));
  return longest + above + offset;
}

/** `5m`, `1h30m`, or since version 3 a plain number of seconds; 0 if invalid. */
function parseDuration(text: string): number {
  const plain = Number(text);
  if (Number.isFinite(plain)) return plain;
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (SECONDS[unit] ?? 0),
    0,
  );
}
