/** Parameters of the `kafka-perf` workload: Kafka's own producer and consumer, from packages alone. */
import * as z from 'zod';
import { bytes, seconds } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { also, unknownKeys, whole } from '../fields';
import { kafkaVersion, producerRate } from '../tools/kafka';

export interface KafkaPerfParams {
  readonly kind: 'kafka-perf';
  readonly kafka: string;
  readonly flush: 'never' | 'every-message';
  readonly replicationFactor: number;
  readonly partitions: number;
  /** Bytes. */
  readonly messageSize: number;
  /** Messages a second of all hosts; `max`: as many as are acknowledged. */
  readonly producerRate: number | 'max';
  /** Seconds. */
  readonly warmUp: number;
  readonly measure: number;
}

const shape = {
  kind: z.literal('kafka-perf'),
  kafka: kafkaVersion,
  flush: z
    .enum(['never', 'every-message'])
    .default('never')
    .meta(also('driver', 'sync', 'flush.messages'))
    .meta(
      about('Whether brokers flush every message to disk before they acknowledge it, or leave that to the kernel.'),
    ),
  replicationFactor: whole(1, 10)
    .default(1)
    .meta(also('rf'))
    .meta(about('Copies of each partition; no more than there are brokers.')),
  partitions: whole(1, 10_000)
    .default(20)
    .meta(also('partitionsPerTopic'))
    .meta(about('Partitions of the topic, which is made anew for each trial.')),
  messageSize: bytes
    .default(1024)
    .meta(also('recordSize', 'record-size', 'size'))
    .meta(about('Bytes of a message.', { default: '1 KiB', examples: ['1 KiB'] })),
  producerRate: producerRate
    .default('max')
    .meta(also('throughput'))
    .meta(about('Messages a second of all hosts. `max`: as many as are acknowledged.', { examples: ['max', 10_000] })),
  warmUp: seconds
    .default(10)
    .meta(also('ramp_time', 'warmup'))
    .meta(about('Warm-up; it does not count.', { default: '10s' })),
  measure: seconds
    .default(60)
    .meta(also('runtime', 'duration'))
    .meta(about('What is measured after it.', { default: '1m' })),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

export const schema: z.ZodType<KafkaPerfParams> = z.strictObject(shape, { error: unknownKeys(NAMES) });
