import {
  listKafkaFixtures,
  createMeasureStep,
  computeKafkaDemand,
  listRoles,
} from '../../../lib/workloads/tools/kafka';

const MOUNT = { slot: 'mount/c1', key: '0123456789ab', roles: ['broker', 'standby'] };
const KAFKA = { kafka: '3.9.1', brokers: { flush: 'never' } };

describe('a Kafka cluster', () => {
  it('has controllers only where the fleet has', () => {
    expect(listRoles(['broker', 'worker']).map(({ role }) => role)).toEqual(['worker', 'broker']);
    const all = ['worker', 'broker', 'controller'];
    expect(listRoles(all).map(({ role }) => role)).toEqual(all);
    expect(listRoles(['broker', 'worker']).map(({ role, services }) => [role, services])).toEqual([
      ['worker', ['load']],
      ['broker', ['kafka']],
    ]);
  });

  it('stands brokers on their mounts; what loads it from packages of Kafka needs no other tool', () => {
    const own = listKafkaFixtures({ ...KAFKA, load: 'kafka' }, { fleet: ['broker', 'worker'], mounts: [MOUNT] });
    expect(own.map(({ slot, needs }) => [slot, needs])).toEqual([
      ['tool/kafka', []],
      ['service/kafka', ['tool/kafka', 'mount/c1']],
      ['service/load', ['tool/kafka']],
    ]);
    expect(own.map(({ lasting }) => lasting?.readySeconds)).toEqual([undefined, 600, 600]);
    const other = listKafkaFixtures({ ...KAFKA, load: 'omb' }, { fleet: ['broker', 'worker'], mounts: [] });
    expect(other.map(({ slot }) => slot)).toEqual(['tool/kafka', 'tool/omb', 'service/kafka', 'service/load']);
  });
});

const LASTS = { total: 500, warmUp: 60, measured: 300, until: 'time' } as const;
const OFFER = { messageSize: 1024, replicationFactor: 3, most: 1_000_000, threads: 160 };

it('measures on those who load, and is given up only well after its length', () => {
  const { roles, expectedSeconds, timeoutSeconds, measures } = createMeasureStep(LASTS, 1800);
  expect([roles, expectedSeconds, timeoutSeconds, measures]).toEqual([['worker'], 500, 2300, true]);
});

it.each([
  ['max', 1_000_000],
  [40_000, 40_000],
] as const)('writes every copy of %s messages a second', (producerRate, rate) => {
  const { unit, pace, extent, threads } = computeKafkaDemand({ ...OFFER, producerRate }, LASTS);
  expect([unit.writes, unit.reads.count, pace, threads]).toEqual([
    { count: 3, bytes: 1024 },
    0,
    { loop: 'open', rate },
    160,
  ]);
  expect(extent).toEqual({ until: 'time', warmUpSeconds: 60, measuredSeconds: 300 });
});
