/** The plan-only `kafka-perf` workload: Kafka measured by its performance producers. */
import * as z from 'zod';
import { listBroken } from '../../shapes/problem';
import { bytesSchema, secondsSchema } from '../../shapes/quantity-fields';
import type { Duration } from '../contract';
import { createParamsSchema, createIntegerSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import type { PlanOnlyWorkload } from '../plan-only-workload';
import {
  listKafkaFixtures,
  KAFKA_LIMITS,
  kafkaSchemas,
  createMeasureStep,
  computeKafkaDemand,
  PUBLISH_METRICS,
  listRoles,
} from '../tools/kafka';

export const paramsSchema = createParamsSchema(words['kafka-perf'], {
  kind: z.literal('kafka-perf'),
  kafka: kafkaSchemas.kafka,
  flush: z.enum(['never', 'every-message']).default('never'),
  replicationFactor: createIntegerSchema(1, 10).default(1),
  partitions: createIntegerSchema(1, 10_000).default(20),
  messageSize: bytesSchema.default(1024),
  producerRate: kafkaSchemas.producerRate.default('max'),
  warmUp: secondsSchema.default(10),
  measure: secondsSchema.default(60),
});
type KafkaPerfParams = z.output<typeof paramsSchema>;

/** Producers report every second. */
const FIGURE_SECONDS = 1;
/** Seconds for creating a topic and starting producers. Assumed. */
const OVERHEAD_SECONDS = 10;
const MARGIN_SECONDS = 600;
/** Offered rate of one host for `producerRate: max`, messages per second. Assumed. */
const OFFERED_RATE = 100_000;

export const kafkaPerf: PlanOnlyWorkload<'kafka-perf', KafkaPerfParams> = {
  kind: 'kafka-perf',
  summary: 'kafka-perf: publish rates and latencies of Kafka, with its own performance producers',
  schema: paramsSchema,
  metrics: PUBLISH_METRICS,
  factWords: {},
  listMetrics: () => [
    {
      operation: null,
      metrics: Object.keys(PUBLISH_METRICS),
      series: { everySeconds: FIGURE_SECONDS, metrics: ['publish_rate', 'publish_throughput'] },
    },
  ],
  roles: (_params, fleet) => listRoles(fleet),
  check: ({ messageSize, measure }) =>
    listBroken([messageSize === 0, rules.kafka.emptyMessage], [measure < 1, rules.shortMeasure]),
  duration: computeDuration,
  limits: () => KAFKA_LIMITS,
  fixtures: ({ kafka, flush, replicationFactor }, place) =>
    listKafkaFixtures({ kafka, brokers: { flush, replicationFactor }, load: 'kafka' }, place),
  script: (params) => [createMeasureStep(computeDuration(params), MARGIN_SECONDS)],
  demand: (params) => ({
    measure: computeKafkaDemand({ ...params, most: OFFERED_RATE, threads: params.partitions }, computeDuration(params)),
  }),
};

function computeDuration({ warmUp, measure: measured }: KafkaPerfParams): Duration {
  return { total: warmUp + measured + OVERHEAD_SECONDS, warmUp, measured, until: 'time' };
}
