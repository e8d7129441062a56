/** Metrics that a spec declares for its own script. */
import * as z from 'zod';
import { type Metric, METRIC_NAME_PATTERN, type Metrics, type Aggregation } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { createValueError, createParamsSchema } from '../fields';
import words from '../settings.json';

const DECLARABLE_UNITS = ['ops/s', 'bytes/s', 'us', 's', '%', 'count'] as const satisfies readonly Unit[];
const AGGREGATIONS = ['sum', 'mean', 'highest', 'lowest'] as const satisfies readonly Aggregation[];

/** Default aggregation over hosts: sum of rates and counts, maximum of durations, mean of all other units. */
const DEFAULT_AGGREGATIONS: Readonly<Record<Unit, (typeof AGGREGATIONS)[number]>> = {
  'ops/s': 'sum',
  'bytes/s': 'sum',
  count: 'sum',
  s: 'highest',
  us: 'mean',
  '%': 'mean',
};

const createEnumSchema = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: createValueError(values.join(', ')) });

export const declaredMetricSchema = createParamsSchema(words['command.metrics'], {
  unit: createEnumSchema(DECLARABLE_UNITS),
  better: createEnumSchema(['higher', 'lower']),
  words: z
    .string({ error: createValueError('a few words') })
    .min(1, { error: createValueError('a few words') })
    .max(40, { error: createValueError('at most 40 characters') })
    .regex(/^[^\p{Cc}]*$/u, { error: createValueError('words on one line') })
    .optional(),
  overHosts: createEnumSchema(AGGREGATIONS).optional(),
  modelled: z
    .number({ error: createValueError('a number from 0') })
    .nonnegative({ error: createValueError('a number from 0') })
    .max(1e15, { error: createValueError('at most 1e15') })
    .default(1),
});
export type DeclaredMetric = z.output<typeof declaredMetricSchema>;

/** Converts a declared metric to the type that tables and answers use. */
export function toMetric(name: string, { unit, better, words, overHosts }: DeclaredMetric): Metric {
  return {
    unit,
    better,
    words: words ?? name.replaceAll('_', ' '),
    column: true,
    overHosts: overHosts ?? DEFAULT_AGGREGATIONS[unit],
  };
}

/** Parses the metrics of a raw or parsed workload entry, and skips invalid metrics. */
export function parseMetrics({ metrics }: Readonly<Record<string, unknown>>): Metrics {
  if (typeof metrics !== 'object' || metrics === null) return {};
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, given]) => {
      const { data } = declaredMetricSchema.safeParse(given);
      return data === undefined || !METRIC_NAME_PATTERN.test(name) ? [] : [[name, toMetric(name, data)]];
    }),
  );
}
