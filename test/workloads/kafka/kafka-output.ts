/** Files of a Kafka trial, as its hosts write them: a worker, and brokers without figures. */
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { KAFKA_METRICS, type KafkaOutput, readKafkaHost } from '../../../lib/workloads/kafka/parse';
import { judgeKafka } from '../../../lib/workloads/kafka/judge';
import type { KafkaParams } from '../../../lib/workloads/kafka/schema';
import { readHosts } from '../../../lib/workloads/read-hosts';

export const START = 1_796_000_000;
const SECONDS = 90;
export const RATE = 1000;

export const PARAMS: KafkaParams = {
  kind: 'kafka',
  version: '3.9.1',
  driver: 'sync',
  replicationFactor: 3,
  topics: 1,
  partitionsPerTopic: 12,
  messageSize: 1024,
  producersPerTopic: 2,
  consumerPerSubscription: 2,
  producerRate: RATE,
  warmupDurationMinutes: 0.1,
  testDurationMinutes: SECONDS / 60,
};

/** Messages per second with an outage, and with the time after it in which clients catch up. */
export function makeRates(outage?: {
  readonly from: number;
  readonly to: number;
  readonly catchUp?: number;
}): number[] {
  return Array.from({ length: SECONDS }, (_, second) => {
    if (outage === undefined || second < outage.from) return RATE;
    if (second < outage.to) return 0;
    return second < outage.to + (outage.catchUp ?? 0) ? 2 * RATE : RATE;
  });
}

const LATENCY = { meanUs: 2000, maxUs: 2180, bins: { first: 424, counts: [10_000, 70_000, 9900, 100] } };

export function makeOutput(acknowledged: number[], change: Partial<KafkaOutput> = {}): KafkaOutput {
  const all = acknowledged.reduce((sum, count) => sum + count, 0);
  const zeros = acknowledged.map(() => 0);
  return {
    tool: 'kafka',
    version: 2,
    kafka: '3.9.1',
    java: '17.0.15',
    requested: {
      topics: 1,
      partitions: 12,
      messageBytes: 1024,
      producers: 2,
      consumers: 2,
      rate: RATE,
      warmUpSeconds: 6,
      seconds: SECONDS,
      replicationFactor: 3,
      workers: 1,
    },
    start: START,
    seconds: SECONDS,
    acknowledged: all,
    failed: 0,
    consumed: all,
    series: {
      acknowledged,
      consumed: acknowledged,
      backlog: zeros,
      publishMeanUs: acknowledged.map((count) => (count === 0 ? 0 : 2000)),
    },
    publishLatency: LATENCY,
    endToEndLatency: LATENCY,
    longestStallSeconds: 0.02,
    total: { acknowledged: all, consumed: all, lost: 0, duplicated: 0 },
    problems: [],
    ...change,
  };
}

const STATUS: Omit<HostStatus, 'host' | 'role'> = {
  tool: 'kafka',
  version: '3.9.1',
  argv: [],
  rc: 0,
  started: START,
  ended: START + SECONDS,
  startAt: START - 6,
  kernel: '6.1',
  mount: { source: '', type: 'nfs4', options: '' },
  facts: {},
};

export function makeHost(
  host: string,
  files: Readonly<Record<string, string>>,
  change: Partial<HostStatus> = {},
): HostRaw {
  return {
    host,
    command: 'measure',
    status: { ...STATUS, host, role: host.replace(/-\d+$/, ''), ...change },
    files: Object.entries(files).map(([name, text]) => ({ name, source: `raw/${host}/measure/${name}`, text })),
  };
}

export function makeWorker(output: KafkaOutput | string, index = 0): HostRaw {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return makeHost(`worker-${index}`, { 'raw/kafka.json': text });
}

/** A broker of target instance c1. */
export function makeBroker(
  files: Readonly<Record<string, string>> = {},
  facts: HostStatus['facts'] = {},
  index = 0,
): HostRaw {
  return makeHost(`broker-${index}`, files, { facts: { kafkaCopy: 'c1', ...facts } });
}

/** Content of raw/events.json. @param at second of the measured window */
export function makeKill(at: number, change: Readonly<Record<string, unknown>> = {}): string {
  const acted = START + at;
  const times = { requested: acted, acted, gone: acted + 0.1, started: acted + 0.2, ready: acted + 20.1 };
  const event = { action: 'kill', host: 'broker-0', ...times, resumedOn: 'broker-0', problem: null, ...change };
  return JSON.stringify({ version: 1, events: [event] });
}

const KIND = {
  kind: 'kafka',
  metrics: KAFKA_METRICS,
  readHost: readKafkaHost,
  duration: () => ({ total: SECONDS, warmUp: 6, measured: SECONDS, until: 'time' as const }),
};

export function readWorkers(hosts: readonly HostRaw[], params = PARAMS) {
  return readHosts(
    KIND,
    hosts.filter(({ host }) => host.startsWith('worker')),
    params,
  );
}

/** Level and code of each reason, and all texts. */
export function judgeHosts(hosts: readonly HostRaw[], params = PARAMS, trial?: Parameters<typeof judgeKafka>[3]) {
  const reading = readWorkers(hosts, params);
  const reasons = [...reading.reasons, ...judgeKafka(reading, hosts, params, trial)];
  return { codes: reasons.map(({ level, code }) => `${level} ${code}`), texts: reasons.map(({ text }) => text) };
}
