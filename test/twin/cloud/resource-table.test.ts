import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { LOCAL_ACCOUNT } from '../../../lib/twin/cloud/account';
import { makeIdGenerator } from '../../../lib/twin/cloud/service';
import { ResourceStore, type StoreOptions } from '../../../lib/twin/cloud/resource-store';
import { type Resource, ResourceTable } from '../../../lib/twin/cloud/resource-table';
import { makeSeededRandom, T0 } from './services';

const ENDS = { made: () => 'available', fails: 'failed', misconfigured: 'odd' };
const WORDS = { creating: 'creating', ...ENDS, updating: 'updating', deleting: 'deleting' };

function makeTable(faults: StoreOptions['faults'] = {}) {
  const common = { clock: makeVirtualClock(T0), ids: makeIdGenerator(makeSeededRandom()), place: LOCAL_ACCOUNT };
  const store = new ResourceStore({ ...common, faults });
  const table = new ResourceTable<Resource & { readonly part?: true }>(store, {
    kind: 'efs:file-system',
    words: WORDS,
    missing: (id) => new Error(`no ${id}`),
    form: { pattern: /^fs-/, refuse: (id) => new Error(`${id} is no id`) },
    isPart: ({ part }) => part === true,
  });
  const add = (id: string, more = {}) =>
    table.add({ ...store.newBase(), id, tags: {}, lifecycle: 'creating', ...more });
  return { store, table, add };
}

describe('ResourceTable', () => {
  it('finds resources by id immediately, and lists them after a delay', async () => {
    const { store, table, add } = makeTable();
    const records = [add('fs-1'), add('fs-2')];
    expect(table.list(['fs-2', 'fs-1'])).toEqual(records.toReversed());
    expect(() => table.find('fs-3')).toThrow('no fs-3');
    expect(() => table.find('vol-1')).toThrow('vol-1 is no id');
    expect(table.list()).toEqual([]);
    await store.sleep(5000);
    expect(table.list()).toEqual(records);
  });

  it('lists remaining resources in order of creation, without those that are part of another', () => {
    const { store, table, add } = makeTable();
    add('fs-2');
    add('fs-1', { part: true });
    add('fs-3', { lifecycle: 'failed' });
    store.retag(() => ({ a: '1' }));
    const of = { kind: 'efs:file-system', tags: { a: '1' } };
    expect(store.left()).toEqual([
      { ...of, id: 'fs-2', fileSystemId: 'fs-2', state: 'creating' },
      { ...of, id: 'fs-3', fileSystemId: 'fs-3', state: 'failed' },
    ]);
    expect(table.all()).toHaveLength(3);
  });

  it.each([
    [undefined, 'available', 'made', 1000],
    [500, 'available', 'made', 1500],
    ['fails', 'failed', 'fails', 1000],
    ['misconfigured', 'odd', 'misconfigured', 1000],
    ['hangs', 'creating', undefined, 0],
  ] as const)('ends a creation with the fault %j in state %s', async (fault, lifecycle, outcome, took) => {
    const { store, table, add } = makeTable({ create: () => fault });
    const record = add('fs-1');
    const onEnd = jest.fn();
    await table.finishCreate(record, () => 1000, onEnd);
    expect([record.lifecycle, store.now() - T0]).toEqual([lifecycle, took]);
    expect(onEnd.mock.calls).toEqual(outcome === undefined ? [] : [[outcome]]);
  });

  it('keeps a resource deleting when its deletion began during its creation', async () => {
    const { table, add } = makeTable();
    const record = add('fs-1');
    const coming = table.finishCreate(record, () => 1000);
    record.lifecycle = 'deleting';
    await coming;
    expect(record.lifecycle).toBe('deleting');
  });

  it.each([
    ['available', 'available'],
    ['updating', 'available'],
    ['failed', 'failed'],
  ])('deletes a resource that is %s, or restores it as %s', (lifecycle, again) => {
    const { table, add } = makeTable();
    const records = [add('fs-1', { lifecycle }), add('fs-2', { lifecycle })];
    const mark = table.mark(...records);
    expect(records.map((one) => one.lifecycle)).toEqual(['deleting', 'deleting']);
    mark.restore();
    expect(records.map((one) => one.lifecycle)).toEqual([again, again]);
    table.mark(...records).drop();
    expect(table.all()).toEqual([]);
  });

  it('counts delete requests, some of which injected faults refuse or undo', () => {
    const deletion = (_: string, attempt: number) => ([undefined, 'refused', 'undone'] as const)[attempt];
    const { table, add } = makeTable({ deletion });
    const record = add('fs-1', { lifecycle: 'available' });
    const accept = (): boolean => table.accept(record, (why) => new Error(why));
    expect(accept).toThrow('cannot be deleted at this time');
    expect([accept(), accept()]).toEqual([true, false]);
    expect(record.deletions).toBe(3);
    record.lifecycle = 'deleting';
    expect(accept).toThrow('is deleting');
    record.lifecycle = 'creating';
    expect(accept).toThrow('is creating');
  });
});
