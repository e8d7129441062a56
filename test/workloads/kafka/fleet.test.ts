import { readFileSync } from 'node:fs';
import { readFleet } from '../../../lib/workloads/kafka/fleet';
import { judgeHosts, makeBroker, makeWorker, PARAMS, readWorkers } from './kafka-output';

const readText = (name: string): string => readFileSync(`test/recorded/kafka/${name}`, 'utf8');
const HOSTS = [
  makeWorker(readText('kafka.json')),
  makeBroker({ 'raw/events.json': readText('events.json'), 'raw/evidence.json': readText('evidence.json') }),
];
const LOAD = {
  ...PARAMS,
  replicationFactor: 1,
  partitionsPerTopic: 8,
  producersPerTopic: 1,
  consumerPerSubscription: 1,
  producerRate: 500,
  warmupDurationMinutes: 0.05,
  testDurationMinutes: 1.25,
};

describe('recorded trial with a killed Kafka broker without replicas', () => {
  const reading = readWorkers(HOSTS, LOAD);
  const { observations, events } = readFleet(reading, HOSTS);
  const values = new Map([...reading.observations, ...observations].map(({ metric, value }) => [metric, value]));

  it('returns no reasons against the trial', () => {
    const kill = { kill: { role: 'broker', service: 'kafka', hosts: 1, resumeOn: 'broker' } };
    const trial = { copy: 'c1', events: [{ atSeconds: 10, action: kill, hosts: [0] }] };
    expect(judgeHosts(HOSTS, LOAD, trial)).toEqual({ codes: [], texts: [] });
    expect(events).toMatchObject([{ action: 'kill', host: 'broker-0', problem: null }]);
  });

  it('loses no message, and recovers when the broker is ready', () => {
    expect([values.get('lost'), values.get('duplicated')]).toEqual([0, 0]);
    expect(values.get('server_restart_time')).toBeCloseTo(24.5, 1);
    expect(values.get('recovery_time')).toBeCloseTo(24.85, 1);
    expect(values.get('longest_stall')).toBeCloseTo(24.89, 1);
    expect(values.get('publish_rate')).toBeCloseTo(37_506 / 75);
  });

  it('reports CPU, I/O wait and page cache share of the broker', () => {
    const { broker_cpu: cpu = 0, broker_io_wait: wait = 0 } = Object.fromEntries(values);
    expect(cpu).toBeGreaterThan(95);
    expect(wait).toBeLessThan(1);
    expect(values.get('cache_read_share')).toBeCloseTo(96.5, 0);
  });
});

describe('recorded trial with Kafka 4.4.0, and one of three brokers killed', () => {
  const load = {
    ...PARAMS,
    version: '4.4.0',
    producersPerTopic: 1,
    consumerPerSubscription: 1,
    producerRate: 300,
    warmupDurationMinutes: 0.2,
    testDurationMinutes: 1.75,
  };
  const read = (name: string): string => readText(`three-brokers/${name}`);
  const brokers = [0, 1, 2].map((index) => {
    const killed = index === 2 ? { 'raw/events.json': read('events.json') } : {};
    return makeBroker({ ...killed, 'raw/evidence.json': read(`evidence-${index}.json`) }, {}, index);
  });
  const hosts = [makeWorker(read('kafka.json')), ...brokers];
  const reading = readWorkers(hosts, load);
  const found = [...reading.observations, ...readFleet(reading, hosts).observations];
  const values = new Map(found.map(({ metric, value }) => [metric, value]));

  it('returns no reasons against the trial', () => {
    const kill = { kill: { role: 'broker', service: 'kafka', hosts: 1, resumeOn: 'broker' } };
    const trial = { copy: 'c1', events: [{ atSeconds: 30, action: kill, hosts: [2] }] };
    expect(judgeHosts(hosts, load, trial)).toEqual({ codes: [], texts: [] });
  });

  it('loses no message, and recovers once other replicas lead the partitions', () => {
    expect([values.get('lost'), values.get('duplicated')]).toEqual([0, 0]);
    expect(values.get('longest_stall')).toBeCloseTo(8.23, 2);
    expect(values.get('recovery_time')).toBeLessThan(values.get('server_restart_time') ?? 0);
    expect(values.get('server_restart_time')).toBeCloseTo(36.01, 2);
  });
});
