import { virtualClock } from '../../../lib/asl/clock/virtual';
import { LOCAL_PLACE } from '../../../lib/twin/cloud/account';
import { makeIds } from '../../../lib/twin/cloud/ids';
import type { PaidChange } from '../../../lib/twin/cloud/paid';
import { Store, type StoreOptions, tagList } from '../../../lib/twin/cloud/store';
import { seeded, T0, thrownBy } from './world';

const store = (more: Partial<StoreOptions> = {}): Store =>
  new Store({ clock: virtualClock(T0), ids: makeIds(seeded()), place: LOCAL_PLACE, ...more });
const MADE = { kind: 'efs:file-system', id: 'fs-1', tags: {}, rank: 0 } as const;

describe('Store', () => {
  it('numbers what is made, and shows it in listings only a little later', async () => {
    const one = store({ timing: { visibleMs: 5000 } });
    const [first, second] = [one.birth(), one.birth()];
    expect([first, second]).toEqual([0, 1].map((rank) => ({ rank, createdAt: T0, deletions: 0 })));
    expect(one.newId('fs')).toMatch(/^fs-[0-9a-f]{17}$/);
    expect(one.listed([first, second])).toEqual([]);
    await one.sleep(5000);
    expect(one.listed([first, second])).toHaveLength(2);
  });

  it('names tags that are missing or empty', () => {
    const one = store({ requiredTags: ['a', 'b', 'c'] });
    expect(one.missingTags({ a: '1', b: '' })).toEqual(['b', 'c']);
    expect(store().missingTags({})).toEqual([]);
    expect(tagList({ a: '1' })).toEqual([{ Key: 'a', Value: '1' }]);
  });

  it.each([
    [undefined, 'made', 1000],
    [500, 'made', 1500],
    ['fails', 'fails', 1000],
    ['misconfigured', 'misconfigured', 1000],
    ['hangs', null, 0],
  ] as const)('lets the time of a creation pass with the fault %j', async (fault, outcome, took) => {
    const one = store({ faults: { create: () => fault } });
    expect(await one.passCreation(MADE, () => 1000)).toBe(outcome);
    expect(one.now() - T0).toBe(took);
  });

  it('counts deletes, of which a fault refuses or undoes some', () => {
    const one = store({ faults: { deletion: (_, attempt) => ([undefined, 'refused', 'undone'] as const)[attempt] } });
    const record = { deletions: 0 };
    const refusal = (): Error => new Error('not now');
    expect(thrownBy(() => one.beginDeletion(record, 'a', refusal))).toMatchObject({ message: 'not now' });
    expect([1, 2].map(() => one.beginDeletion(record, 'a', refusal))).toEqual([true, false]);
    expect(record.deletions).toBe(3);
  });

  it('tells when something costs, and when no more', () => {
    const told: PaidChange[] = [];
    const one = store({ onPaid: (change) => void told.push(change) });
    const kind = 'secretsmanager:secret';
    one.bill(kind, 'a', {}, { kind });
    one.bill(kind, 'a', {}, null);
    expect(told).toEqual([{ kind }, null].map((what) => ({ at: T0, kind, id: 'a', tags: {}, what })));
  });
});
