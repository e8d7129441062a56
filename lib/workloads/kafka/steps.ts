/** The measuring step of `kafka`: workers load the cluster, other hosts record themselves, events happen meanwhile. */
import type { ScriptFiles, Step } from '../contract';
import type { Duration, StoredData } from '../plannable';
import { type Demand, ZERO_IOS } from '../demand';
import { renderParts } from '../shell';
import { BARRIER_SECONDS, SCRIPT_MEASURE_STEP, SHELL_SCRIPTS } from '../tools/script-steps';
import { KAFKA_ROLES, type KafkaParams } from './schema';

/**
 * Brokers keep at most these bytes of all partitions and replicas, and messages on at most a share of their free space;
 * each partition keeps at least some bytes, in four segments that hold the largest message. Workers set this when they
 * create the topics. Deletions follow within the seconds; the rest of the space is for what arrives meanwhile.
 */
const RETENTION = { bytes: 512 * 1024 ** 3, share: 0.5, partitionBytes: 4 * 1024 ** 2, seconds: 2 };
/** Bytes that a segment needs above a message: headers, and a batch of other messages. */
const SEGMENT_MARGIN = 2 * 1024 ** 2;

function getPartitionBytes(messageSize: number): number {
  return Math.max(RETENTION.partitionBytes, 4 * (messageSize + SEGMENT_MARGIN));
}

/** Bytes a second of all producers at the maximum rate, where space is short. Assumed. */
const MAX_RATE_BYTES = 500e6;

/** Seconds for topics, and for messages that are still on their way at the end; more for many partitions. Assumed. */
const OVERHEAD_SECONDS = { seconds: 20, perPartition: 0.05 };
/** Longest time after the load: clients end, workers wait for each other, topics are deleted, each at most a minute. */
const AFTER_SECONDS = 300;
/** Most bytes that a producer keeps without an answer: `buffer.memory` of workloads/kafka/Clients.java. */
const BUFFER_BYTES = 64 * 1024 ** 2;
/** CPU time per message. Assumed. */
const CPU_SECONDS = 0.00002;

export function computeDuration(params: KafkaParams): Duration {
  const { warmupDurationMinutes, testDurationMinutes, topics, partitionsPerTopic } = params;
  const [warmUp, measured] = [60 * warmupDurationMinutes, 60 * testDurationMinutes];
  const around = OVERHEAD_SECONDS.seconds + OVERHEAD_SECONDS.perPartition * topics * partitionsPerTopic;
  return { total: warmUp + measured + around, warmUp, measured, until: 'time' };
}

/** @param kills lines for events.sh */
export function buildTrialSteps(params: KafkaParams, files: ScriptFiles, kills: string): readonly Step[] {
  const { total } = computeDuration(params);
  const script = renderParts(
    {
      comment: ['Measures a Kafka cluster; events may kill brokers meanwhile.'],
      variables: {
        KAFKA_TOPICS: String(params.topics),
        KAFKA_PARTITIONS: String(params.partitionsPerTopic),
        KAFKA_MESSAGE_BYTES: String(params.messageSize),
        KAFKA_PRODUCERS: String(params.producersPerTopic * params.topics),
        KAFKA_CONSUMERS: String(params.consumerPerSubscription * params.topics),
        KAFKA_RATE: String(params.producerRate),
        KAFKA_RF: String(params.replicationFactor),
        KAFKA_KEPT_SHARE: String(RETENTION.share),
        KAFKA_KEPT_BYTES: String(RETENTION.bytes),
        KAFKA_PARTITION_BYTES: String(getPartitionBytes(params.messageSize)),
        KAFKA_WARMUP: String(60 * params.warmupDurationMinutes),
        KAFKA_SECONDS: String(60 * params.testDurationMinutes),
        KAFKA_EVENTS: kills,
      },
      files: [
        ...SHELL_SCRIPTS,
        'shell/surroundings.sh',
        'shell/evidence.sh',
        'shell/bundle.sh',
        'fixtures/slots.sh',
        'fixtures/lasting.sh',
        'cluster.sh',
        'server.sh',
        'events.sh',
        'measure.sh',
      ],
    },
    files,
  );
  return [
    {
      name: SCRIPT_MEASURE_STEP,
      roles: Object.values(KAFKA_ROLES),
      script,
      barrier: true,
      measures: true,
      expectedSeconds: total,
      timeoutSeconds: Math.ceil(total + BARRIER_SECONDS + AFTER_SECONDS),
    },
  ];
}

/** Space that the largest trial needs, and what it would write: retention deletes the oldest messages. */
export function listStoredData(cells: readonly KafkaParams[]): readonly StoredData[] {
  const written = cells.map((params) => {
    const { producerRate: rate, messageSize, replicationFactor, topics, partitionsPerTopic } = params;
    const { warmUp, measured } = computeDuration(params);
    const seconds = warmUp + measured;
    const perSecond = replicationFactor * (rate === 'max' ? MAX_RATE_BYTES : rate * messageSize);
    const partitions = topics * partitionsPerTopic * replicationFactor;
    const kept = (partitions * getPartitionBytes(messageSize)) / RETENTION.share;
    const late = (Math.min(seconds, RETENTION.seconds) * perSecond) / (1 - RETENTION.share);
    const setting = kept > late ? 'partitionsPerTopic' : 'producerRate';
    return { partitions, setting, needed: kept + late, bytes: rate === 'max' ? 0 : perSecond * seconds, seconds };
  });
  const [most] = written.toSorted((a, b) => b.needed - a.needed);
  const [uncut] = written.toSorted((a, b) => b.bytes - a.bytes);
  if (most === undefined || uncut === undefined) return [];
  // Brokers spread their partitions over all their folders.
  const count = Math.min(most.partitions, 100);
  const parts = Array.from({ length: count }, () => most.needed / count);
  return [
    {
      role: KAFKA_ROLES.broker,
      parts,
      setting: most.setting,
      ofTrial: true,
      uncut: { ...uncut, keptShare: RETENTION.share, keptBytes: RETENTION.bytes },
    },
  ];
}

/** A unit of work is a message: each replica is written, and consumers read it from the page cache of brokers. */
export function computeDemand(params: KafkaParams): Demand {
  const { messageSize, replicationFactor, producerRate, producersPerTopic, topics } = params;
  const { warmUp, measured } = computeDuration(params);
  return {
    ofAll: true,
    unit: {
      reads: ZERO_IOS,
      writes: { count: replicationFactor, bytes: messageSize },
      sequential: true,
      metadata: {},
      cpuSeconds: CPU_SECONDS,
      // To the other replicas and to a consumer.
      betweenHosts: replicationFactor * messageSize,
    },
    threads: producersPerTopic * topics,
    pace:
      producerRate === 'max'
        ? { loop: 'closed', depth: Math.max(1, Math.floor(BUFFER_BYTES / messageSize)) }
        : { loop: 'open', rate: producerRate },
    extent: { until: 'time', warmUpSeconds: warmUp, measuredSeconds: measured },
    workingBytes: 0,
    buffered: true,
  };
}
