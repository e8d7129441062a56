/**
 * Parameters of the `kafka` workload, named as in workload files of the OpenMessaging Benchmark
 * (https://openmessaging.cloud/docs/benchmarks/). Clusters use KRaft; there is no ZooKeeper.
 */
import * as z from 'zod';
import { DEFAULT_KAFKA_VERSION, KAFKA_VERSIONS } from '../../shapes/kafka-jars';
import { bytesSchema } from '../../shapes/quantity-fields';
import { createIntegerSchema, createParamsSchema, createRateSchema, createValueError } from '../fields';
import words from '../settings.json';

/** One day. */
const MAX_MINUTES = 1440;
const MAX_CLIENTS = 10_000;
const MAX_RATE = 1_000_000_000;

function createMinutesSchema(least: number) {
  const error = createValueError(`minutes of whole seconds, from ${least} to ${MAX_MINUTES}, e.g. 5 or 0.5`);
  const isWhole = (minutes: number): boolean => Math.abs(60 * minutes - Math.round(60 * minutes)) < 1e-6;
  return z.number({ error }).min(least, { error }).max(MAX_MINUTES, { error }).refine(isWhole, { error });
}

export const kafkaSchema = createParamsSchema(words.kafka, {
  kind: z.literal('kafka'),
  version: z.enum(KAFKA_VERSIONS).default(DEFAULT_KAFKA_VERSION),
  driver: z.enum(['sync', 'throughput']).default('throughput'),
  replicationFactor: createIntegerSchema(1, 10).default(1),
  topics: createIntegerSchema(1, 10_000).default(1),
  partitionsPerTopic: createIntegerSchema(1, 10_000).default(20),
  messageSize: bytesSchema.default(1024),
  producersPerTopic: createIntegerSchema(1, MAX_CLIENTS).default(1),
  consumerPerSubscription: createIntegerSchema(1, MAX_CLIENTS).default(1),
  producerRate: createRateSchema(MAX_RATE, 'messages a second of all workers').default('max'),
  warmupDurationMinutes: createMinutesSchema(0).default(1),
  testDurationMinutes: createMinutesSchema(0.1).default(5),
});

export type KafkaParams = z.output<typeof kafkaSchema>;

/** Roles of a fleet. Workers generate the load; standbys wait to take over a killed broker. */
export const KAFKA_ROLES = {
  worker: 'worker',
  broker: 'broker',
  controller: 'controller',
  standby: 'standby',
} as const;
