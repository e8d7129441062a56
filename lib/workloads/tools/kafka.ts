/** Shared parts of the Kafka kinds: settings, metrics of producers and consumers, cluster services, storage demand. */
import * as z from 'zod';
import type { LimitedRates, Metric } from '../../shapes/metric';
import type { Duration, TargetContext, WorkloadRole } from '../contract';
import { type Demand, ZERO_IOS } from '../demand';
import { describeFields } from '../../shapes/setting';
import { createValueError, createRateSchema } from '../fields';
import metrics from '../metrics.json';
import words from '../settings.json';
import type { PlannedFixture, PlannedStep } from '../plan-only-workload';

const MAX_RATE = 1_000_000_000;
const VERSION_PATTERN = /^\d+\.\d+\.\d+$/;

export const kafkaSchemas = describeFields(words.kafka, {
  /** A release on Maven Central and archive.apache.org. */
  kafka: z
    .string({ error: createValueError('a version of Kafka, e.g. 3.9.1') })
    .regex(VERSION_PATTERN, { error: createValueError('a version of Kafka, e.g. 3.9.1') })
    .default('3.9.1'),
  producerRate: createRateSchema(MAX_RATE, 'messages a second'),
});

/** Metrics of producers: rates, latencies until acknowledgement, and the longest stall, e.g. after losing a broker. */
export const PUBLISH_METRICS = metrics.published as Readonly<Record<keyof typeof metrics.published, Metric>>;

/** Metrics of consumers, and of producers and consumers together. */
export const CONSUME_METRICS = metrics.consumed as Readonly<Record<keyof typeof metrics.consumed, Metric>>;

export const SERIES_METRICS = [
  'publish_rate',
  'publish_throughput',
  'consume_rate',
  'consume_throughput',
  'total_throughput',
];

const WORKER_ROLE = 'worker';
const BROKER_ROLE = 'broker';
const CONTROLLER_ROLE = 'controller';

/** Seconds to install the tool, seconds until a broker is ready, and the time limit of the installation. Assumed. */
const TOOL_SECONDS = 45;
const READY_SECONDS = { expected: 30, least: 600 };
const INSTALL_SECONDS = 1800;

/** Workers generate the load and measure. Without controllers, the brokers are also controllers. */
export function listRoles(fleet: readonly string[]): readonly WorkloadRole[] {
  const controller = { role: CONTROLLER_ROLE, mounts: false, measures: false, services: ['kafka'] };
  return [
    { role: WORKER_ROLE, mounts: false, measures: true, services: ['load'] },
    { role: BROKER_ROLE, mounts: true, measures: false, services: ['kafka'] },
    ...(fleet.includes(CONTROLLER_ROLE) ? [controller] : []),
  ];
}

/** Kafka, its load generator and their services. @param brokers settings that identify the broker service */
export function listKafkaFixtures(
  { kafka, brokers, load }: { readonly kafka: string; readonly brokers: unknown; readonly load: string },
  { fleet, mounts }: Pick<TargetContext, 'fleet' | 'mounts'>,
): readonly PlannedFixture[] {
  const servers = listRoles(fleet).flatMap(({ role }) => (role === WORKER_ROLE ? [] : [role]));
  const tool = (name: string, on: readonly string[]): PlannedFixture => ({
    slot: `tool/${name}`,
    what: { name, kafka },
    roles: on,
    needs: [],
    expectedSeconds: TOOL_SECONDS,
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  });
  const service = (name: string, what: unknown, on: readonly string[], needs: readonly string[]): PlannedFixture => ({
    slot: `service/${name}`,
    what,
    roles: on,
    needs,
    expectedSeconds: READY_SECONDS.expected,
    timeoutSeconds: READY_SECONDS.least,
    lasting: { readySeconds: READY_SECONDS.least },
  });
  const below = mounts.filter((one) => one.roles.includes(BROKER_ROLE)).map(({ slot }) => slot);
  return [
    tool('kafka', [...servers, WORKER_ROLE]),
    ...(load === 'kafka' ? [] : [tool(load, [WORKER_ROLE])]),
    ...servers.map((role) =>
      service(
        'kafka',
        { kafka, brokers, servers, role },
        [role],
        ['tool/kafka', ...(role === BROKER_ROLE ? below : [])],
      ),
    ),
    service('load', { kafka, load }, [WORKER_ROLE], [`tool/${load}`]),
  ];
}

/** CPU time per message. Assumed. */
const CPU_SECONDS = 0.00002;

/** Brokers write published messages; they serve consumers from the page cache. */
export const KAFKA_LIMITS: readonly LimitedRates[] = [
  { of: null, bytes: { metric: 'publish_throughput', limit: 'bandwidth', moves: 'written' }, operations: null },
];

/** The measuring step, on the workers. @param marginSeconds added to the time limit */
export function createMeasureStep({ total }: Duration, marginSeconds: number): PlannedStep {
  return {
    name: 'measure',
    roles: [WORKER_ROLE],
    barrier: true,
    measures: true,
    expectedSeconds: total,
    timeoutSeconds: Math.ceil(total) + marginSeconds,
  };
}

interface OfferedLoad {
  readonly messageSize: number;
  readonly replicationFactor: number;
  readonly producerRate: 'max' | number;
  /** Offered rate for `max`, messages per second. */
  readonly most: number;
  readonly threads: number;
}

/** A unit of work is a message: each replica is written, and consumers read it from the page cache of brokers. */
export function computeKafkaDemand(offer: OfferedLoad, { warmUp, measured }: Duration): Demand {
  const { messageSize, replicationFactor, producerRate, most, threads } = offer;
  return {
    ofAll: true,
    unit: {
      reads: ZERO_IOS,
      writes: { count: replicationFactor, bytes: messageSize },
      sequential: true,
      metadata: {},
      cpuSeconds: CPU_SECONDS,
    },
    threads,
    pace: { loop: 'open', rate: producerRate === 'max' ? most : producerRate },
    extent: { until: 'time', warmUpSeconds: warmUp, measuredSeconds: measured },
    workingBytes: 0,
    buffered: true,
  };
}
