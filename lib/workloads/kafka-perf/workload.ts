/** The `kafka-perf` workload, as far as it can be planned: Kafka under the producers that come with it. */
import { errorAt, type Problem } from '../../shapes/problem';
import type { Duration } from '../contract';
import { fixtures, HELD, measureStep, messages, PUBLISHED, roles, services } from '../tools/kafka';
import type { SketchedWorkload } from '../sketch';
import { type KafkaPerfParams, schema } from './schema';

/** Points of a series are so far apart: its producers are asked for every second. */
const EVERY_SECONDS = 1;
/** A topic is made, and producers start. Assumed. */
const AROUND_SECONDS = 10;
const MARGIN_SECONDS = 600;
/** What one host offers where the most is to be found, messages a second. Assumed. */
const OFFERED = 100_000;

export const kafkaPerf: SketchedWorkload<'kafka-perf', KafkaPerfParams> = {
  kind: 'kafka-perf',
  summary: 'kafka-perf: how many messages a second Kafka keeps, under the producers that come with it',
  schema,
  metrics: PUBLISHED,
  factWords: {},
  gives: () => [
    {
      operation: null,
      metrics: Object.keys(PUBLISHED),
      series: { everySeconds: EVERY_SECONDS, metrics: ['publish_rate', 'publish_throughput'] },
    },
  ],
  roles: (_params, fleet) => roles(fleet),
  services: (_params, fleet) => services(fleet),
  check,
  duration,
  limits: () => HELD,
  fixtures: ({ kafka, flush, replicationFactor }, place) =>
    fixtures({ kafka, brokers: { flush, replicationFactor }, load: 'kafka' }, place),
  script: (params) => [measureStep(duration(params), MARGIN_SECONDS)],
  demand: (params) => ({
    measure: messages({ ...params, most: OFFERED, threads: params.partitions }, duration(params)),
  }),
};

function duration({ warmUp, measure: measured }: KafkaPerfParams): Duration {
  return { total: warmUp + measured + AROUND_SECONDS, warmUp, measured, until: 'time' };
}

/** `path` is relative to the workload's entry in the spec. */
function check({ messageSize, measure }: KafkaPerfParams): readonly Problem[] {
  return [
    ...(messageSize === 0 ? [errorAt('BadValue', ['messageSize'], 'a message has one byte at least')] : []),
    ...(measure < 1 ? [errorAt('BadValue', ['measure'], 'one second is the least that tells anything')] : []),
  ];
}
