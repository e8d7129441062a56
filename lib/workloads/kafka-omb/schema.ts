/**
 * Parameters of the `kafka-omb` workload, under the names that the OpenMessaging Benchmark gives them in its files of
 * workloads and drivers (https://openmessaging.cloud/docs/benchmarks/, https://github.com/openmessaging/benchmark).
 */
import * as z from 'zod';
import { errorAt, type Problem } from '../../shapes/problem';
import { bytes } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { also, elsewhere, unknownKeys, whole } from '../fields';
import { kafkaVersion, producerRate } from '../tools/kafka';

export interface KafkaOmbParams {
  readonly kind: 'kafka-omb';
  /** Version of Kafka on brokers, controllers and workers. */
  readonly kafka: string;
  readonly driver: 'sync' | 'throughput';
  readonly replicationFactor: number;
  readonly topics: number;
  readonly partitionsPerTopic: number;
  /** Bytes. */
  readonly messageSize: number;
  readonly subscriptionsPerTopic: number;
  readonly producersPerTopic: number;
  readonly consumerPerSubscription: number;
  /** Messages a second of all producers; `max`: more is offered than can be done. */
  readonly producerRate: number | 'max';
  readonly warmupDurationMinutes: number;
  readonly testDurationMinutes: number;
}

/** A day: what is longer is no benchmark. */
const MAX_MINUTES = 1440;
const MAX_CLIENTS = 10_000;

const shape = {
  kind: z.literal('kafka-omb').meta(
    elsewhere({
      name: 'the workload has a name in the spec',
      payloadFile: 'messages are random bytes, half of which compress',
      useRandomizedPayloads: 'messages are random bytes, half of which compress',
      consumerBacklogSizeGB: 'it is not offered',
      keyDistributor: 'it is not offered',
    }),
  ),
  kafka: kafkaVersion,
  driver: z
    .enum(['sync', 'throughput'])
    .meta(also('drivers'))
    .meta(about('`sync`: every message is flushed to disk before it is acknowledged. `throughput`: as Kafka does it.')),
  replicationFactor: whole(1, 10)
    .default(3)
    .meta(also('rf'))
    .meta(about('Copies of each partition; two of three have to be in sync, of one it alone.')),
  topics: whole(1, 10_000).default(1).meta(about('Topics, made anew for each trial.')),
  partitionsPerTopic: whole(1, 10_000)
    .meta(also('partitions'))
    .meta(about('Partitions of each topic.', { examples: [100] })),
  messageSize: bytes
    .default(1024)
    .meta(also('recordSize', 'size'))
    .meta(about('Bytes of a message.', { default: '1 KiB', examples: ['32 KiB'] })),
  subscriptionsPerTopic: whole(1, 100).default(1).meta(about('Groups of consumers of each topic.')),
  producersPerTopic: whole(1, MAX_CLIENTS).default(1).meta(also('producers')).meta(about('Producers of each topic.')),
  consumerPerSubscription: whole(1, MAX_CLIENTS)
    .default(1)
    .meta(also('consumers', 'consumersPerSubscription'))
    .meta(about('Consumers of each subscription.')),
  producerRate: producerRate.meta(
    about('Messages a second of all producers. `max`: more is offered than can be done, so that the most is found.', {
      examples: ['max', 40_000],
    }),
  ),
  warmupDurationMinutes: whole(0, MAX_MINUTES).default(1).meta(about('Warm-up, in minutes; it does not count.')),
  testDurationMinutes: whole(1, MAX_MINUTES).meta(about('What is measured after it, in minutes.', { examples: [5] })),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

export const schema: z.ZodType<KafkaOmbParams> = z.strictObject(shape, { error: unknownKeys(NAMES) });

/** `path` is relative to the workload's entry in the spec. */
export function check({
  messageSize,
  driver,
  topics,
  partitionsPerTopic,
  producersPerTopic,
}: KafkaOmbParams): Problem[] {
  if (messageSize === 0) return [errorAt('BadValue', ['messageSize'], 'a message has one byte at least')];
  if (driver !== 'sync' || producersPerTopic * topics >= partitionsPerTopic / 10) return [];
  const message =
    `${producersPerTopic * topics} producers wait for a flush each: fewer than one for ten partitions may measure ` +
    'their waiting, and not the disks';
  return [{ severity: 'advice', code: 'FewProducers', path: ['producersPerTopic'], message }];
}
