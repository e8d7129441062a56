/** The `kafka` workload: a Kafka cluster on the storage, loaded by an open-loop program of fsxbench. */
import type { LimitedRates } from '../../shapes/metric';
import { listBroken, problemIf, type Problem } from '../../shapes/problem';
import type { KnownWorkload } from '../contract';
import type { WorkloadRole } from '../role';
import rules from '../rules.json';
import { SCRIPT_MEASURE_STEP } from '../tools/script-steps';
import { listFixtures, listServerRoles } from './fixtures';
import { readFleet } from './fleet';
import { judgeKafka, RATE_SHARE } from './judge';
import { KAFKA_METRICS, KAFKA_SERIES, parseKafka, readKafkaHost } from './parse';
import { KAFKA_ROLES, type KafkaParams, kafkaSchema } from './schema';
import { formatKills } from './kills';
import { buildTrialSteps, computeDemand, computeDuration, listStoredData } from './steps';

/** Partitions per broker. Assumed, from a rule of thumb for clusters with ZooKeeper. */
const PARTITIONS_MAX = 4000;

export const kafka: KnownWorkload<'kafka', KafkaParams> = {
  kind: 'kafka',
  summary: 'kafka: rates and latencies of a Kafka cluster on the storage, also while a broker is lost',
  schema: kafkaSchema,
  metrics: KAFKA_METRICS,
  needs: { bundle: 'kafka' },
  factWords: { kafkaCopy: { words: 'Target instance of the brokers' }, topicsLeft: { words: 'Topic folders left' } },
  listMetrics: () => [
    {
      operation: null,
      metrics: Object.keys(KAFKA_METRICS),
      series: { everySeconds: 1, metrics: KAFKA_SERIES },
    },
  ],
  roles: (_params, fleet) => listRoles(fleet),
  check: checkParams,
  hosts: { check: (params, _hosts, fleet) => checkBrokers(params, fleet[KAFKA_ROLES.broker]?.count ?? 0) },
  duration: computeDuration,
  traffic: {
    listStoredData,
    limits: () => KAFKA_LIMITS,
    load: ({ producerRate: rate }) =>
      rate === 'max' ? null : { metric: 'publish_rate', rate, least: RATE_SHARE, ofAll: true, by: 'rate' },
  },
  fixtures: listFixtures,
  script: (params, files, events = []) => buildTrialSteps(params, files, formatKills(events)),
  demand: (params) => ({ [SCRIPT_MEASURE_STEP]: computeDemand(params) }),
  parse: parseKafka,
  readHost: readKafkaHost,
  readFleet,
  judge: judgeKafka,
};

/** Brokers write every replica; they serve consumers from the page cache. */
const KAFKA_LIMITS: readonly LimitedRates[] = [
  { of: null, bytes: { metric: 'written_throughput', limit: 'bandwidth', moves: 'written' }, operations: null },
];

const OWN_CONTROLLERS = 'without role `controller`, brokers are their own controllers, whose addresses cannot change';

function listRoles(fleet: readonly string[]): readonly WorkloadRole[] {
  const standby: WorkloadRole = {
    role: KAFKA_ROLES.standby,
    mounts: true,
    measures: false,
    loads: 'takeover',
    takesOver: fleet.includes(KAFKA_ROLES.controller) || OWN_CONTROLLERS,
  };
  return [
    { role: KAFKA_ROLES.worker, mounts: false, measures: true },
    ...listServerRoles(fleet).map((role) => ({
      role,
      mounts: role === KAFKA_ROLES.broker,
      measures: false,
      // Events kill brokers only.
      ...(role === KAFKA_ROLES.broker ? { services: ['kafka'] } : {}),
    })),
    ...(fleet.includes(KAFKA_ROLES.standby) ? [standby] : []),
  ];
}

function checkParams({
  messageSize,
  driver,
  topics,
  partitionsPerTopic,
  producersPerTopic,
}: KafkaParams): readonly Problem[] {
  const producers = producersPerTopic * topics;
  const few = messageSize >= MESSAGE_MIN && driver === 'sync' && producers < partitionsPerTopic / 10;
  return listBroken(
    [messageSize < MESSAGE_MIN, rules.kafka.smallMessage],
    [few, rules.kafka.fewProducers, { producers }],
  );
}

/** Each message holds its number and its time. */
const MESSAGE_MIN = 16;

function checkBrokers(
  { replicationFactor, topics, partitionsPerTopic }: KafkaParams,
  brokers: number,
): readonly Problem[] {
  const each = Math.ceil((topics * partitionsPerTopic * replicationFactor) / Math.max(1, brokers));
  return [
    ...problemIf(replicationFactor > brokers, rules.kafka.replicasAboveBrokers, ['replicationFactor'], {
      replicas: replicationFactor,
      brokers,
    }),
    ...problemIf(each > PARTITIONS_MAX, rules.kafka.manyPartitions, ['partitionsPerTopic'], {
      each,
      most: PARTITIONS_MAX,
    }),
  ];
}
