import { makeFixtureKey } from '../../../lib/shapes/fixture';
import type { TargetContext } from '../../../lib/workloads/contract';
import { getControllerRole, listFixtures, listServerRoles } from '../../../lib/workloads/kafka/fixtures';
import { type KafkaParams, kafkaSchema } from '../../../lib/workloads/kafka/schema';

const FILES = new Proxy({}, { get: (_, name) => `# ${String(name)}\n`, has: () => true });
const params = (changes: object = {}): KafkaParams => kafkaSchema.parse({ kind: 'kafka', ...changes });
const FLEET = ['controller', 'broker', 'worker'];

function place(changes: Partial<TargetContext<KafkaParams>> = {}): TargetContext<KafkaParams> {
  const mounts = [{ slot: 'mount/c1', key: makeFixtureKey('nfs'), roles: ['broker'] }];
  return { copy: 'c1', copies: 1, fleet: FLEET, mounts, stored: null, cells: [params()], files: FILES, ...changes };
}
const brokerKey = (changes: Partial<TargetContext<KafkaParams>>, asked = params()): string | undefined =>
  listFixtures(asked, place(changes)).find(({ slot, roles }) => slot === 'service/kafka' && roles[0] === 'broker')?.key;

it('sets up Java and the bundle on all hosts, then a server on each broker and controller', () => {
  expect(listFixtures(params(), place()).map(({ slot, roles, needs }) => [slot, roles, needs])).toEqual([
    ['tool/kafka', ['worker', 'broker', 'controller'], []],
    ['service/kafka', ['broker'], ['tool/kafka', 'mount/c1']],
    ['service/kafka', ['controller'], ['tool/kafka']],
  ]);
});

it('makes brokers their own controllers in a fleet without controllers', () => {
  const fleet = ['broker', 'worker'];
  expect([listServerRoles(fleet), getControllerRole(fleet)]).toEqual([['broker'], 'broker']);
  expect(getControllerRole(FLEET)).toBe('controller');
});

it('changes the key of a broker for another target instance, mount or setting, but not for another load', () => {
  const others = [
    brokerKey({ copy: 'c2' }),
    brokerKey({ mounts: [{ slot: 'mount/c1', key: makeFixtureKey('nconnect'), roles: ['broker'] }] }),
    brokerKey({}, params({ driver: 'sync' })),
    brokerKey({}, params({ replicationFactor: 3 })),
    brokerKey({ cells: [params({ messageSize: '32 KiB' })] }),
  ];
  expect(new Set([brokerKey({}), ...others]).size).toBe(1 + others.length);
  // The load of a trial is not a setting of brokers.
  expect(brokerKey({}, params({ producerRate: 500, testDurationMinutes: 1 }))).toBe(brokerKey({}));
});
