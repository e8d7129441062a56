import type { Fixture } from '../../../../lib/shapes/fixture';
import { dropServices, dropUnknownServices, shareServices } from '../../../../lib/experiment/plan/rig/services';
import { planShipped } from '../../real-spec';

const fixture = (slot: string, key: string, stays?: true): Fixture => ({
  slot,
  key,
  roles: ['broker'],
  needs: [],
  up: '',
  down: '',
  expectedSeconds: 1,
  timeoutSeconds: 1,
  ...(stays === undefined ? {} : { stays }),
});
const instances = (first: string, second: string) =>
  new Map([
    ['c1', { fixtures: [fixture('mount/c1', 'm1', true), fixture('service/kafka', first)] as readonly Fixture[] }],
    ['c2', { fixtures: [fixture('mount/c2', 'm2', true), fixture('service/kafka', second)] as readonly Fixture[] }],
  ]);
const keys = (of: ReadonlyMap<string, { readonly fixtures: readonly Fixture[] }>) =>
  [...of.values()].map(({ fixtures }) => fixtures.map(({ key }) => key));

it('records the services of one target instance for all instances that share its hosts (shareServices)', () => {
  const standing = instances('a', 'b');
  shareServices(standing, 'c2');
  expect(keys(standing)).toEqual([
    ['m1', 'b'],
    ['m2', 'b'],
  ]);
});

it('forgets services that differ after parallel preparations, and keeps equal ones (dropUnknownServices)', () => {
  const [different, equal] = [instances('a', 'b'), instances('a', 'a')];
  for (const one of [different, equal]) dropUnknownServices(one);
  expect(keys(different)).toEqual([['m1'], ['m2']]);
  expect(keys(equal)).toEqual([
    ['m1', 'a'],
    ['m2', 'a'],
  ]);
});

it('forgets all services, and keeps mounts (dropServices)', () => {
  const standing = instances('a', 'a');
  dropServices(standing);
  expect(keys(standing)).toEqual([['m1'], ['m2']]);
});

it('sets up the Kafka broker again before a trial on another directory than the previous trial', async () => {
  const { plan } = await planShipped('local-kafka');
  const turns = plan.trials.map(({ copy, fixturesFirst = false }) => ({ copy, isSent: fixturesFirst }));
  const moved = turns.filter(({ copy }, index) => index > 0 && turns[index - 1]?.copy !== copy);
  expect(moved.length).toBeGreaterThan(3);
  expect(moved.every(({ isSent }) => isSent)).toBe(true);
});
