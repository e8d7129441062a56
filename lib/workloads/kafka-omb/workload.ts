/**
 * The plan-only `kafka-omb` workload: Kafka measured by the OpenMessaging Benchmark. Parameters use the names of the
 * benchmark's workload and driver files (https://openmessaging.cloud/docs/benchmarks/,
 * https://github.com/openmessaging/benchmark).
 */
import * as z from 'zod';
import { listBroken } from '../../shapes/problem';
import { bytes } from '../../shapes/quantity-fields';
import type { Duration } from '../contract';
import { parameters, integer } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import type { PlanOnlyWorkload } from '../plan-only-workload';
import {
  CONSUME_METRICS,
  fixtures,
  LIMITS,
  kafkaFields,
  measureStep,
  toDemand,
  SERIES_METRICS,
  PUBLISH_METRICS,
  listRoles,
} from '../tools/kafka';

/** One day. */
const MAX_MINUTES = 1440;
const MAX_CLIENTS = 10_000;

export const schema = parameters(words['kafka-omb'], {
  kind: z.literal('kafka-omb'),
  kafka: kafkaFields.kafka,
  driver: z.enum(['sync', 'throughput']),
  replicationFactor: integer(1, 10).default(3),
  topics: integer(1, 10_000).default(1),
  partitionsPerTopic: integer(1, 10_000),
  messageSize: bytes.default(1024),
  subscriptionsPerTopic: integer(1, 100).default(1),
  producersPerTopic: integer(1, MAX_CLIENTS).default(1),
  consumerPerSubscription: integer(1, MAX_CLIENTS).default(1),
  producerRate: kafkaFields.producerRate,
  warmupDurationMinutes: integer(0, MAX_MINUTES).default(1),
  testDurationMinutes: integer(1, MAX_MINUTES),
});
type KafkaOmbParams = z.output<typeof schema>;

/** Seconds between two figures that the benchmark prints. */
const EVERY_SECONDS = 10;
/**
 * Overhead of a trial: creating topics, probing until all consumers receive messages, and collecting results. Users
 * report minutes, and about 0.01 s per partition. Assumed.
 */
const OVERHEAD = { seconds: 120, perPartition: 0.05 };
/** Seconds added to the time limit. */
const MARGIN_SECONDS = 1800;
/** Offered rate for `producerRate: max`, messages per second, as in a published run. */
const OFFERED_RATE = 1_000_000;

const METRICS = { ...PUBLISH_METRICS, ...CONSUME_METRICS };

export const kafkaOmb: PlanOnlyWorkload<'kafka-omb', KafkaOmbParams> = {
  kind: 'kafka-omb',
  summary: 'kafka-omb: publish and consume rates and latencies of Kafka, with the OpenMessaging Benchmark',
  schema,
  metrics: METRICS,
  factWords: {},
  listMetrics: () => [
    {
      operation: null,
      metrics: Object.keys(METRICS),
      series: { everySeconds: EVERY_SECONDS, metrics: SERIES_METRICS },
    },
  ],
  roles: (_params, fleet) => listRoles(fleet),
  check: ({ messageSize, driver, topics, partitionsPerTopic, producersPerTopic }) => {
    const producers = producersPerTopic * topics;
    const few = messageSize > 0 && driver === 'sync' && producers < partitionsPerTopic / 10;
    return listBroken([messageSize === 0, rules.kafka.emptyMessage], [few, rules.kafka.fewProducers, { producers }]);
  },
  duration,
  limits: () => LIMITS,
  fixtures: ({ kafka, driver, replicationFactor }, place) =>
    fixtures({ kafka, brokers: { driver, replicationFactor }, load: 'omb' }, place),
  script: (params) => [measureStep(duration(params), MARGIN_SECONDS)],
  demand: (params) => ({
    measure: toDemand(
      { ...params, most: OFFERED_RATE, threads: params.producersPerTopic * params.topics },
      duration(params),
    ),
  }),
};

function duration({
  warmupDurationMinutes,
  testDurationMinutes,
  topics,
  partitionsPerTopic,
}: KafkaOmbParams): Duration {
  const [warmUp, measured] = [60 * warmupDurationMinutes, 60 * testDurationMinutes];
  const around = OVERHEAD.seconds + OVERHEAD.perPartition * topics * partitionsPerTopic;
  return { total: warmUp + measured + around, warmUp, measured, until: 'time' };
}
