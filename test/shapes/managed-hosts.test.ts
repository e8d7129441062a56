import { hasManaged, parseHostLockId, toHostLockId, findManagedTag } from '../../lib/shapes/managed-hosts';
import { managedHostsSchema } from '../../lib/shapes/spec-schema';

describe('managed hosts', () => {
  it('are leased under a name of their own, by which they are found again', () => {
    expect(toHostLockId('mi-0123456789abcdef0')).toBe('host:mi-0123456789abcdef0');
    expect(parseHostLockId(toHostLockId('i-1'))).toBe('i-1');
    expect(parseHostLockId('nfs:10.0.0.5')).toBeUndefined();
  });

  it('are seen in a fleet as written, whatever else stands there', () => {
    expect(hasManaged({ client: null, other: { managed: { tag: { a: 'b' } } } })).toBe(true);
    for (const fleet of [undefined, null, 'x', {}, { client: null }, { client: { count: 2 } }])
      expect(hasManaged(fleet)).toBe(false);
  });
});

const fits = (tag: object): boolean => managedHostsSchema.safeParse({ tag }).success;

describe('the setting `managed`', () => {
  it('takes one tag of letters that filters and policies take as they are', () => {
    expect([fits({ fsxbench: 'client' }), fits({ 'team/owner': 'storage-1' })]).toEqual([true, true]);
    for (const tag of [{}, { a: 'b', c: 'd' }, { 'a*': 'b' }, { a: 'b c' }, { 'aws:x': 'y' }, { 'fsxbench:rig': 'y' }])
      expect(fits(tag)).toBe(false);
  });

  it('is a key and a value for all others', () => {
    expect(findManagedTag({ tag: { fsxbench: 'client' } })).toEqual({ key: 'fsxbench', value: 'client' });
    expect(findManagedTag(undefined)).toBeUndefined();
  });
});
