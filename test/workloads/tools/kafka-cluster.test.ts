import { fixtures, roles, services } from '../../../lib/workloads/tools/kafka-cluster';

const MOUNT = { slot: 'mount/c1', key: '0123456789ab', roles: ['broker', 'standby'] };
const KAFKA = { kafka: '3.9.1', brokers: { flush: 'never' } };

describe('a Kafka cluster', () => {
  it('has controllers only where the fleet has', () => {
    expect(roles(['broker', 'worker']).map(({ role }) => role)).toEqual(['worker', 'broker']);
    const all = ['worker', 'broker', 'controller'];
    expect(roles(all).map(({ role }) => role)).toEqual(all);
    expect(services(['broker', 'worker'])).toEqual([
      { role: 'broker', service: 'kafka' },
      { role: 'worker', service: 'load' },
    ]);
  });

  it('stands brokers on their mounts; what loads it from packages of Kafka needs no other tool', () => {
    const own = fixtures({ ...KAFKA, load: 'kafka' }, { fleet: ['broker', 'worker'], mounts: [MOUNT] });
    expect(own.map(({ slot, needs }) => [slot, needs])).toEqual([
      ['tool/kafka', []],
      ['service/kafka', ['tool/kafka', 'mount/c1']],
      ['service/load', ['tool/kafka']],
    ]);
    expect(own.map(({ lasting }) => lasting?.readySeconds)).toEqual([undefined, 600, 600]);
    const other = fixtures({ ...KAFKA, load: 'omb' }, { fleet: ['broker', 'worker'], mounts: [] });
    expect(other.map(({ slot }) => slot)).toEqual(['tool/kafka', 'tool/omb', 'service/kafka', 'service/load']);
  });
});
