/**
 * What kinds have in common that load Kafka: settings, what it gives to those who publish and consume, the cluster with
 * its services, and what a trial asks of storage.
 */
import * as z from 'zod';
import type { LimitedRates, Metric } from '../../shapes/metric';
import type { Duration, TargetContext, WorkloadRole } from '../contract';
import { type Demand, NO_IOS } from '../demand';
import { describeFields } from '../../shapes/setting';
import { mustBe, rateUpTo } from '../fields';
import metrics from '../metrics.json';
import words from '../settings.json';
import type { PlannedFixture, PlannedStep } from '../plan-only-workload';

const MAX_RATE = 1_000_000_000;
const VERSION = /^\d+\.\d+\.\d+$/;

/** Parameters that all have. */
export const kafkaFields = describeFields(words.kafka, {
  /** As Maven Central and archive.apache.org have it. */
  kafka: z
    .string({ error: mustBe('a version of Kafka, e.g. 3.9.1') })
    .regex(VERSION, { error: mustBe('a version of Kafka, e.g. 3.9.1') })
    .default('3.9.1'),
  /** A number of messages, or all that can be done. */
  producerRate: rateUpTo(MAX_RATE, 'messages a second'),
});

/** Of what is published: rates, how long a message takes until it is acknowledged, and what a lost broker costs. */
export const PUBLISH_METRICS = metrics.published as Readonly<Record<keyof typeof metrics.published, Metric>>;

/** Of what is consumed besides, and of both together. */
export const CONSUME_METRICS = metrics.consumed as Readonly<Record<keyof typeof metrics.consumed, Metric>>;

/** Those that are given over time too. */
export const SERIES_METRICS = [
  'publish_rate',
  'publish_throughput',
  'consume_rate',
  'consume_throughput',
  'total_throughput',
];

const WORKER = 'worker';
const BROKER = 'broker';
const CONTROLLER = 'controller';

/** Seconds until packages are there, until a broker answers, and until that is given up. Assumed. */
const TOOL_SECONDS = 45;
const READY = { expected: 30, least: 600 };
const INSTALL_SECONDS = 1800;

/** Those who load measure; without controllers the brokers are their own. */
export function listRoles(fleet: readonly string[]): readonly WorkloadRole[] {
  const controller = { role: CONTROLLER, mounts: false, measures: false, services: ['kafka'] };
  return [
    { role: WORKER, mounts: false, measures: true, services: ['load'] },
    { role: BROKER, mounts: true, measures: false, services: ['kafka'] },
    ...(fleet.includes(CONTROLLER) ? [controller] : []),
  ];
}

/**
 * Kafka, its load and their services.
 * @param brokers what makes brokers what they are: others are another service
 */
export function fixtures(
  { kafka, brokers, load }: { readonly kafka: string; readonly brokers: unknown; readonly load: string },
  { fleet, mounts }: Pick<TargetContext, 'fleet' | 'mounts'>,
): readonly PlannedFixture[] {
  const servers = listRoles(fleet).flatMap(({ role }) => (role === WORKER ? [] : [role]));
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
    expectedSeconds: READY.expected,
    timeoutSeconds: READY.least,
    lasting: { readySeconds: READY.least },
  });
  const below = mounts.filter((one) => one.roles.includes(BROKER)).map(({ slot }) => slot);
  return [
    tool('kafka', [...servers, WORKER]),
    ...(load === 'kafka' ? [] : [tool(load, [WORKER])]),
    ...servers.map((role) =>
      service('kafka', { kafka, brokers, servers, role }, [role], ['tool/kafka', ...(role === BROKER ? below : [])]),
    ),
    service('load', { kafka, load }, [WORKER], [`tool/${load}`]),
  ];
}

/** What a message costs whoever moves it, seconds of a processor. Assumed. */
const CPU_SECONDS = 0.00002;

/** What is published goes to the storage of brokers; consumers find it in their memory. */
export const LIMITS: readonly LimitedRates[] = [
  { of: null, bytes: { metric: 'publish_throughput', limit: 'bandwidth', moves: 'written' }, operations: null },
];

/** The step that measures, on those who load. @param marginSeconds until it is taken for hanging */
export function measureStep({ total }: Duration, marginSeconds: number): PlannedStep {
  return {
    name: 'measure',
    roles: [WORKER],
    barrier: true,
    measures: true,
    expectedSeconds: total,
    timeoutSeconds: Math.ceil(total) + marginSeconds,
  };
}

/** What a kind offers. */
interface OfferedLoad {
  readonly messageSize: number;
  readonly replicationFactor: number;
  readonly producerRate: 'max' | number;
  /** Messages a second where the most is to be found. */
  readonly most: number;
  readonly threads: number;
}

/** A unit is a message: its copies are written, and consumers find it in the memory of brokers. */
export function toDemand(offer: OfferedLoad, { warmUp, measured }: Duration): Demand {
  const { messageSize, replicationFactor, producerRate, most, threads } = offer;
  return {
    ofAll: true,
    unit: {
      reads: NO_IOS,
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
