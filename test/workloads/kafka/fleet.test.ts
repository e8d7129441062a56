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
