import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { LOCAL_ACCOUNT } from '../../../lib/twin/cloud/account';
import { runOncePerToken as onceInEc2 } from '../../../lib/twin/cloud/ec2/requests';
import { makeIdGenerator } from '../../../lib/twin/cloud/service';
import {
  type BillingEvent,
  readTags,
  ResourceStore,
  type StoreOptions,
  toTagList,
} from '../../../lib/twin/cloud/resource-store';
import { makeSeededRandom, T0, catchError } from './services';

function makeStore(more: Partial<StoreOptions> = {}): ResourceStore {
  const ids = makeIdGenerator(makeSeededRandom());
  return new ResourceStore({ clock: makeVirtualClock(T0), ids, place: LOCAL_ACCOUNT, ...more });
}

describe('ResourceStore', () => {
  it('numbers resources in order of creation, and lists them only after a delay', async () => {
    const one = makeStore({ timing: { visibleMs: 5000 } });
    const [first, second] = [one.newBase(), one.newBase()];
    expect([first, second]).toEqual([0, 1].map((rank) => ({ rank, createdAt: T0, deletions: 0 })));
    expect(one.newId('fs')).toMatch(/^fs-[0-9a-f]{17}$/);
    expect(one.listed([first, second])).toEqual([]);
    await one.sleep(5000);
    expect(one.listed([first, second])).toHaveLength(2);
  });

  it('refuses a create with a missing or empty required tag', () => {
    const refuse = (missing: string): Error => new Error(`without ${missing}`);
    const one = makeStore({ requiredTags: ['a', 'b', 'c'] });
    expect(() => one.requireTags({ a: '1', b: '' }, refuse)).toThrow('without b, c');
    expect(() => one.requireTags({ a: '1', b: '2', c: '3' }, refuse)).not.toThrow();
    expect(() => makeStore().requireTags({}, refuse)).not.toThrow();
  });

  it('reports when billing of a resource begins and ends', () => {
    const told: BillingEvent[] = [];
    const one = makeStore({ onPaid: (change) => void told.push(change) });
    const kind = 'secretsmanager:secret';
    one.bill(kind, 'a', {}, { kind });
    one.bill(kind, 'a', {}, null);
    expect(told).toEqual([{ kind }, null].map((what) => ({ at: T0, kind, id: 'a', tags: {}, what })));
  });
});

describe('client tokens', () => {
  const gone = new Set<number>();
  const refuse = (member: string): Error => new Error(`another ${member}`);
  const rules = { exists: (made: number) => !gone.has(made), refuse };
  function setUp() {
    const store = makeStore();
    let made = 0;
    const make = (request: Record<string, unknown>): number => {
      if (request['fails'] === true) throw new Error('no capacity');
      return ++made;
    };
    return (token: string | undefined, request: Record<string, unknown>, action = 'Make') =>
      store.once(action, token, request, () => make(request), rules);
  }

  it('creates once per token while the resource exists, whatever the order of members', () => {
    const once = setUp();
    expect(once('t', { a: 1, b: { c: 2, d: [3] } })).toBe(1);
    expect(once('t', { b: { d: [3], c: 2 }, a: 1 })).toBe(1);
    expect(once('t', { a: 1 }, 'Change')).toBe(2);
    gone.add(1);
    expect(once('t', { a: 2 })).toBe(3);
    gone.clear();
  });

  it('refuses another request with the same token by its first member that differs, and frees refused ones', () => {
    const once = setUp();
    expect(() => once('t', { fails: true })).toThrow('no capacity');
    expect([once('t', { a: 1, b: [1, 2], c: 3 }), once(undefined, {}), once(undefined, {})]).toEqual([1, 2, 3]);
    expect(() => once('t', { a: 1, b: [2, 1], d: 3 })).toThrow('another b');
  });

  it('accepts 1 to 64 characters in EC2, and refuses another request: IdempotentParameterMismatch', () => {
    const store = makeStore();
    const once = (ClientToken: string, more = {}) => onceInEc2(store, 'Make', { ClientToken, ...more }, () => 1);
    expect(once('x'.repeat(64))).toBe(1);
    expect(() => once('x'.repeat(65))).toThrow('65 characters');
    expect(() => once('')).toThrow('0 characters');
    expect(catchError(() => once('x'.repeat(64), { a: 1 }))).toMatchObject({ name: 'IdempotentParameterMismatch' });
  });
});

describe('readTags', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ Key: `k${n}`, Value: 'v' }));
  const problem = (message: string, member = 'none'): Error => new Error(`${member}: ${message}`);

  it('reads up to 50 tags, including empty values, and converts them back to a list', () => {
    expect(readTags(undefined, problem)).toEqual({});
    expect(readTags([{ Key: 'fsxbench:rig', Value: '' }], problem)).toEqual({ 'fsxbench:rig': '' });
    expect(toTagList(readTags(many(50), problem))).toEqual(many(50));
  });

  it.each([
    [many(51), 'tags: '],
    [[{ Key: '', Value: 'v' }], 'tags.key: '],
    [[{ Key: 'k'.repeat(129), Value: 'v' }], 'tags.key: '],
    [[{ Key: 'k{}', Value: 'v' }], 'tags.key: '],
    [[{ Key: 'k', Value: 'v'.repeat(257) }], 'tags.value: '],
    [[{ Key: 'k', Value: '{}' }], 'tags.value: '],
    [[{ Key: 'k', Value: undefined }], 'tags: '],
    [[{ Key: 'aws:mine', Value: 'v' }], 'none: '],
    [[...many(1), ...many(1)], 'none: Duplicate tag key'],
  ])('refuses tags %j: %s', (list, message) => {
    expect(() => readTags(list, problem)).toThrow(message);
  });
});
