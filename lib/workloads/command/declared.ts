/** Metrics that a spec declares for its own script. */
import * as z from 'zod';
import { type Metric, METRIC_NAME, type Metrics, type OverHosts } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { about } from '../../shapes/setting';
import { allowed, unknownKeys } from '../fields';

const UNITS = ['ops/s', 'bytes/s', 'us', 's', '%', 'count'] as const satisfies readonly Unit[];
const OVER_HOSTS = ['sum', 'mean', 'highest', 'lowest'] as const satisfies readonly OverHosts[];

/** What hosts did side by side adds up, what took time has taken as long as the slowest, all else is a mean. */
const USUAL: Readonly<Record<Unit, (typeof OVER_HOSTS)[number]>> = {
  'ops/s': 'sum',
  'bytes/s': 'sum',
  count: 'sum',
  s: 'highest',
  us: 'mean',
  '%': 'mean',
};

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: allowed(values.join(', ')) });

const shape = {
  unit: choice(UNITS).meta(about('In what it is counted; `us` are microseconds.', { examples: ['ops/s'] })),
  better: choice(['higher', 'lower']).meta(about('Which values are the better ones.', { examples: ['higher'] })),
  words: z
    .string({ error: allowed('a few words') })
    .min(1, { error: allowed('a few words') })
    .max(40, { error: allowed('at most 40 characters') })
    .regex(/^[^\p{Cc}]*$/u, { error: allowed('words on one line') })
    .optional()
    .meta(
      about('What reports call it. Left out: its name.', {
        allowed: 'at most 40 characters on one line',
        examples: ['builds a second'],
      }),
    ),
  overHosts: choice(OVER_HOSTS)
    .optional()
    .meta(
      about(
        'What becomes of the values of several hosts, as they stand. Left out: rates and counts are added up, of ' +
          'seconds the highest counts, of all else the mean. Where hosts ended at different times, a note says so of ' +
          'rates that were added up.',
      ),
    ),
  modelled: z
    .number({ error: allowed('a number above 0') })
    .positive({ error: allowed('a number above 0') })
    .max(1e15, { error: allowed('at most 1e15') })
    .default(1)
    .meta(
      about('What rehearsals take it for, in its unit, with a few percent of noise: nothing is known of a script.'),
    ),
};
const NAMES = Object.keys(shape);

/** One metric as a spec declares it. */
export const declaredMetric = z.strictObject(shape, { error: unknownKeys(NAMES) });
export type DeclaredMetric = z.output<typeof declaredMetric>;

/** One of them as tables and answers take it. */
export function metricOf(name: string, { unit, better, words, overHosts }: DeclaredMetric): Metric {
  return {
    unit,
    better,
    words: words ?? name.replaceAll('_', ' '),
    column: true,
    overHosts: overHosts ?? USUAL[unit],
  };
}

/** Of an entry as it is written, or as it was read: what is wrong in it is left out. */
export function declared({ metrics }: Readonly<Record<string, unknown>>): Metrics {
  if (typeof metrics !== 'object' || metrics === null) return {};
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, given]) => {
      const { data } = declaredMetric.safeParse(given);
      return data === undefined || !METRIC_NAME.test(name) ? [] : [[name, metricOf(name, data)]];
    }),
  );
}
