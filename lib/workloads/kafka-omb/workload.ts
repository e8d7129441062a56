/**
 * The plan-only `kafka-omb` workload: Kafka measured by the OpenMessaging Benchmark. Parameters use the names of the
 * benchmark's workload and driver files (https://openmessaging.cloud/docs/benchmarks/,
 * https://github.com/openmessaging/benchmark).
 */
import * as z from 'zod';
import { listBroken } from '../../shapes/problem';
import { bytesSchema } from '../../shapes/quantity-fields';
import type { Duration } from '../contract';
import { createParamsSchema, createIntegerSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import type { PlanOnlyWorkload } from '../plan-only-workload';
import {
  CONSUME_METRICS,
  listKafkaFixtures,
  KAFKA_LIMITS,
  kafkaSchemas,
  createMeasureStep,
  computeKafkaDemand,
  SERIES_METRICS,
  PUBLISH_METRICS,
  listRoles,
} from '../tools/kafka';

/** One day. */
const MAX_MINUTES = 1440;
const MAX_CLIENTS = 10_000;

export const paramsSchema = createParamsSchema(words['kafka-omb'], {
  kind: z.literal('kafka-omb'),
  kafka: kafkaSchemas.kafka,
  driver: z.enum(['sync', 'throughput']),
  replicationFactor: createIntegerSchema(1, 10).default(3),
  topics: createIntegerSchema(1, 10_000).default(1),
  partitionsPerTopic: createIntegerSchema(1, 10_000),
  messageSize: bytesSchema.default(1024),
  subscriptionsPerTopic: createIntegerSchema(1, 100).default(1),
  producersPerTopic: createIntegerSchema(1, MAX_CLIENTS).default(1),
  consumerPerSubscription: createIntegerSchema(1, MAX_CLIENTS).default(1),
  producerRate: kafkaSchemas.producerRate,
  warmupDurationMinutes: createIntegerSchema(0, MAX_MINUTES).default(1),
  testDurationMinutes: createIntegerSchema(1, MAX_MINUTES),
});
type KafkaOmbParams = z.output<typeof paramsSchema>;

/** Seconds between two figures that the benchmark prints. */
const FIGURE_SECONDS = 10;
/**
 * Overhead of a trial: creating topics, probing until all consumers receive messages, and collecting results. Users
 * report minutes, and about 0.01 s per partition. Assumed.
 */
const OVERHEAD_SECONDS = { seconds: 120, perPartition: 0.05 };
/** Seconds added to the time limit. */
const MARGIN_SECONDS = 1800;
/** Offered rate for `producerRate: max`, messages per second, as in a published run. */
const OFFERED_RATE = 1_000_000;

const ALL_METRICS = { ...PUBLISH_METRICS, ...CONSUME_METRICS };

export const kafkaOmb: PlanOnlyWorkload<'kafka-omb', KafkaOmbParams> = {
  kind: 'kafka-omb',
  summary: 'kafka-omb: publish and consume rates and latencies of Kafka, with the OpenMessaging Benchmark',
  schema: paramsSchema,
  metrics: ALL_METRICS,
  factWords: {},
  listMetrics: () => [
    {
      operation: null,
      metrics: Object.keys(ALL_METRICS),
      series: { everySeconds: FIGURE_SECONDS, metrics: SERIES_METRICS },
    },
  ],
  roles: (_params, fleet) => listRoles(fleet),
  check: ({ messageSize, driver, topics, partitionsPerTopic, producersPerTopic }) => {
    const producers = producersPerTopic * topics;
    const few = messageSize > 0 && driver === 'sync' && producers < partitionsPerTopic / 10;
    return listBroken([messageSize === 0, rules.kafka.emptyMessage], [few, rules.kafka.fewProducers, { producers }]);
  },
  duration: computeDuration,
  limits: () => KAFKA_LIMITS,
  fixtures: ({ kafka, driver, replicationFactor }, place) =>
    listKafkaFixtures({ kafka, brokers: { driver, replicationFactor }, load: 'omb' }, place),
  script: (params) => [createMeasureStep(computeDuration(params), MARGIN_SECONDS)],
  demand: (params) => ({
    measure: computeKafkaDemand(
      { ...params, most: OFFERED_RATE, threads: params.producersPerTopic * params.topics },
      computeDuration(params),
    ),
  }),
};

function computeDuration({
  warmupDurationMinutes,
  testDurationMinutes,
  topics,
  partitionsPerTopic,
}: KafkaOmbParams): Duration {
  const [warmUp, measured] = [60 * warmupDurationMinutes, 60 * testDurationMinutes];
  const around = OVERHEAD_SECONDS.seconds + OVERHEAD_SECONDS.perPartition * topics * partitionsPerTopic;
  return { total: warmUp + measured + around, warmUp, measured, until: 'time' };
}
