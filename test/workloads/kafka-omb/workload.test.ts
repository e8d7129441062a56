import { kafkaOmb, paramsSchema } from '../../../lib/workloads/kafka-omb/workload';
import cases from './workload.cases.json';

const LOAD = cases.load;
const params = paramsSchema.parse(LOAD);
const WITH = ['controller', 'broker', 'standby', 'worker'];
const place = (fleet: readonly string[]) => ({
  copy: 'c1',
  copies: 1,
  fleet,
  mounts: [{ slot: 'mount/c1', key: '0123456789ab', roles: ['broker', 'standby'] }],
  stored: null,
  cells: [params],
});

describe('kafka-omb', () => {
  it('takes minutes: warm-up, measured time, and topics that are made before', () => {
    expect(kafkaOmb.duration(params)).toEqual({ total: 60 + 300 + 120 + 20, warmUp: 60, measured: 300, until: 'time' });
    expect(kafkaOmb.script(params)).toEqual(cases.script);
  });

  it('runs on brokers that mount and workers that measure; without controllers brokers are their own', () => {
    expect(kafkaOmb.roles(params, WITH)).toEqual([
      { role: 'worker', mounts: false, measures: true, services: ['load'] },
      { role: 'broker', mounts: true, measures: false, services: ['kafka'] },
      { role: 'controller', mounts: false, measures: false, services: ['kafka'] },
    ]);
    expect(kafkaOmb.roles(params, ['broker', 'worker']).map(({ role }) => role)).toEqual(['worker', 'broker']);
  });

  it('puts a service on each host, brokers on their mounts; another driver or factor is another service', () => {
    const fixtures = kafkaOmb.fixtures(params, place(WITH));
    expect(fixtures.map(({ slot, roles, needs }) => [slot, roles.join(), needs.join()])).toEqual([
      ['tool/kafka', 'broker,controller,worker', ''],
      ['tool/omb', 'worker', ''],
      ['service/kafka', 'broker', 'tool/kafka,mount/c1'],
      ['service/kafka', 'controller', 'tool/kafka'],
      ['service/load', 'worker', 'tool/omb'],
    ]);
    const keys = (some: typeof params) => JSON.stringify(kafkaOmb.fixtures(some, place(WITH))[2]?.what);
    expect(
      new Set([params, { ...params, driver: 'throughput' as const }, { ...params, replicationFactor: 1 }].map(keys))
        .size,
    ).toBe(3);
    expect(keys({ ...params, messageSize: 1024 })).toBe(keys(params));
  });

  it('offers a million messages where the most is to be found, and writes each as often as it is copied', () => {
    const { measure } = kafkaOmb.demand(params);
    expect(measure).toMatchObject({ ofAll: true, pace: { loop: 'open', rate: 1_000_000 }, threads: 160 });
    expect(measure?.unit.writes).toEqual({ count: 3, bytes: 32_768 });
    expect(kafkaOmb.demand({ ...params, producerRate: 40_000 })['measure']?.pace).toEqual({
      loop: 'open',
      rate: 40_000,
    });
  });

  it('gives rates over time too, every ten seconds', () => {
    const [given] = kafkaOmb.listMetrics(params);
    expect(given?.series?.everySeconds).toBe(10);
    for (const name of given?.series?.metrics ?? []) expect(given?.metrics).toContain(name);
    expect(given?.metrics).toContain('total_throughput');
  });

  it.each(cases.refusesWrong as [string, string | number, string][])('refuses a wrong %s', (name, value, message) => {
    const result = paramsSchema.safeParse({ ...LOAD, [name]: value });
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('advises more producers where each waits for a flush', () => {
    expect(kafkaOmb.check({ ...params, producersPerTopic: 1 })).toEqual(cases.moreProducers);
    expect(kafkaOmb.check(params)).toEqual([]);
    expect(kafkaOmb.check({ ...params, messageSize: 0 })).toEqual([
      { severity: 'error', code: 'BadValue', path: ['messageSize'], message: 'too small; allowed: at least 1 byte' },
    ]);
  });
});
