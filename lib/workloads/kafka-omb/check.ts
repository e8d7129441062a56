/** Rules beyond the schema of kafka-omb. */
import type { Problem } from '../../shapes/problem';
import type { KafkaOmbParams } from './schema';

/** `path` is relative to the workload's entry in the spec. */
export function check({
  messageSize,
  driver,
  topics,
  partitionsPerTopic,
  producersPerTopic,
}: KafkaOmbParams): Problem[] {
  if (messageSize === 0)
    return [{ severity: 'error', code: 'BadValue', path: ['messageSize'], message: 'a message has one byte at least' }];
  if (driver !== 'sync' || producersPerTopic * topics >= partitionsPerTopic / 10) return [];
  const message =
    `${producersPerTopic * topics} producers wait for a flush each: fewer than one for ten partitions may measure ` +
    'their waiting, and not the disks';
  return [{ severity: 'advice', code: 'FewProducers', path: ['producersPerTopic'], message }];
}
