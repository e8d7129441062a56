/**
 * The `kafka-omb` workload, as far as it can be planned: Kafka under the OpenMessaging Benchmark. Parameters have the
 * names that it gives them in its files of workloads and drivers (https://openmessaging.cloud/docs/benchmarks/,
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

/** A day: what is longer is no benchmark. */
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

/** Points of a series are so far apart: the benchmark prints every ten seconds. */
const EVERY_SECONDS = 10;
/**
 * Around what is measured: topics are made, a probe waits until all consumers get messages, and results are gathered.
 * Minutes, says everyone who runs it; a partition takes about a hundredth of a second. Assumed.
 */
const OVERHEAD = { seconds: 120, perPartition: 0.05 };
/** For all of that, until it hangs. */
const MARGIN_SECONDS = 1800;
/** What is offered where the most is to be found, messages a second: as a published run had it. */
const OFFERED_RATE = 1_000_000;

const METRICS = { ...PUBLISH_METRICS, ...CONSUME_METRICS };

export const kafkaOmb: PlanOnlyWorkload<'kafka-omb', KafkaOmbParams> = {
  kind: 'kafka-omb',
  summary: 'kafka-omb: how many messages a second Kafka takes and gives, under the OpenMessaging Benchmark',
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
