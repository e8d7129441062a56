/** Metrics that a spec declares for its own script. */
import * as z from 'zod';
import { type Metric, METRIC_NAME_PATTERN, type Metrics, type Aggregation } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { mustBe, parameters } from '../fields';
import words from '../settings.json';

const UNITS = ['ops/s', 'bytes/s', 'us', 's', '%', 'count'] as const satisfies readonly Unit[];
const OVER_HOSTS = ['sum', 'mean', 'highest', 'lowest'] as const satisfies readonly Aggregation[];

/**
 * Default aggregation over hosts: the sum of rates and counts, the maximum of durations, the mean of everything else.
 */
const DEFAULT_OVER_HOSTS: Readonly<Record<Unit, (typeof OVER_HOSTS)[number]>> = {
  'ops/s': 'sum',
  'bytes/s': 'sum',
  count: 'sum',
  s: 'highest',
  us: 'mean',
  '%': 'mean',
};

const enumField = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: mustBe(values.join(', ')) });

/** Schema of one metric that a spec declares. */
export const declaredMetric = parameters(words['command.metrics'], {
  unit: enumField(UNITS),
  better: enumField(['higher', 'lower']),
  words: z
    .string({ error: mustBe('a few words') })
    .min(1, { error: mustBe('a few words') })
    .max(40, { error: mustBe('at most 40 characters') })
    .regex(/^[^\p{Cc}]*$/u, { error: mustBe('words on one line') })
    .optional(),
  overHosts: enumField(OVER_HOSTS).optional(),
  modelled: z
    .number({ error: mustBe('a number above 0') })
    .positive({ error: mustBe('a number above 0') })
    .max(1e15, { error: mustBe('at most 1e15') })
    .default(1),
});
export type DeclaredMetric = z.output<typeof declaredMetric>;

/** Converts a declared metric to the type that tables and answers use. */
export function toMetric(name: string, { unit, better, words, overHosts }: DeclaredMetric): Metric {
  return {
    unit,
    better,
    words: words ?? name.replaceAll('_', ' '),
    column: true,
    overHosts: overHosts ?? DEFAULT_OVER_HOSTS[unit],
  };
}

/** Parses the metrics of a raw or parsed workload entry, and skips invalid metrics. */
export function parseMetrics({ metrics }: Readonly<Record<string, unknown>>): Metrics {
  if (typeof metrics !== 'object' || metrics === null) return {};
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, given]) => {
      const { data } = declaredMetric.safeParse(given);
      return data === undefined || !METRIC_NAME_PATTERN.test(name) ? [] : [[name, toMetric(name, data)]];
    }),
  );
}
