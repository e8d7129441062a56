import { resolveFleet, listFleetRoles } from '../../../lib/experiment/language/mount';
import type { LevelEntry } from '../../../lib/experiment/language/level';
import { ensure } from '../../../lib/shapes/errors';
import { FAKE } from '../fake-kinds';

const cloud = ensure(FAKE.targetOf('cloud'), 'a target of tests');
const makeLevels = (levels: Record<string, number>): ReadonlyMap<string, LevelEntry> =>
  new Map(Object.entries(levels).map(([name, value]) => [name, { value, label: String(value), index: 0 }]));

describe('resolveFleet', () => {
  const fleet = {
    reader: { count: '$hosts', instanceType: 'c5n.large', mount: { nconnect: '$ways' } },
    idle: { count: 1, instanceType: 'c5n.large', mount: 'none' },
  };
  const { roles, factors } = listFleetRoles(fleet, 'store', cloud);

  it('resolves roles at the levels of a cell, with separate keys for mount options and hosts', () => {
    expect(factors).toEqual(['hosts', 'ways']);
    const found = resolveFleet(roles, factors, makeLevels({ hosts: 3, ways: 4 }));
    expect(found).toMatchObject({ problems: [], complete: true, fleet: { reader: { count: 3 }, idle: { count: 1 } } });
    expect(found.keys.mounts).toEqual({ reader: { nconnect: 4 } });
    const otherwise = resolveFleet(roles, factors, makeLevels({ hosts: 3, ways: 8 }));
    expect(otherwise.keys.fleetKey).toBe(found.keys.fleetKey);
    expect(otherwise.keys.mountKey).not.toBe(found.keys.mountKey);
    expect(resolveFleet(roles, factors, makeLevels({ hosts: 4, ways: 4 })).keys.fleetKey).not.toBe(found.keys.fleetKey);
  });

  it('omits a role with an invalid count, reports the problem, and is incomplete', () => {
    const found = resolveFleet(roles, factors, makeLevels({ hosts: 0, ways: 4 }));
    expect(found.complete).toBe(false);
    expect(found.problems).toMatchObject([{ severity: 'error', path: ['factors', 'hosts', 0] }]);
    expect(Object.keys(found.fleet)).toEqual(['idle']);
  });
});
