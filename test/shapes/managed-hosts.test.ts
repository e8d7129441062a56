import { hasManaged, findManagedTag } from '../../lib/shapes/managed-hosts';
import { managedHostsSchema } from '../../lib/shapes/spec-schema';

describe('hasManaged', () => {
  it('detects managed hosts in an unvalidated fleet, and returns false for any other value', () => {
    expect(hasManaged({ client: null, other: { managed: { tag: { a: 'b' } } } })).toBe(true);
    for (const fleet of [undefined, null, 'x', {}, { client: null }, { client: { count: 2 } }])
      expect(hasManaged(fleet)).toBe(false);
  });
});

const isValidTag = (tag: object): boolean => managedHostsSchema.safeParse({ tag }).success;

describe('the setting `managed`', () => {
  it('accepts one tag, and refuses two tags, wildcards, spaces and reserved prefixes', () => {
    expect([isValidTag({ fsxbench: 'client' }), isValidTag({ 'team/owner': 'storage-1' })]).toEqual([true, true]);
    for (const tag of [{}, { a: 'b', c: 'd' }, { 'a*': 'b' }, { a: 'b c' }, { 'aws:x': 'y' }, { 'fsxbench:rig': 'y' }])
      expect(isValidTag(tag)).toBe(false);
  });

  it('resolves to the key and value of its tag, or undefined', () => {
    expect(findManagedTag({ tag: { fsxbench: 'client' } })).toEqual({ key: 'fsxbench', value: 'client' });
    expect(findManagedTag(undefined)).toBeUndefined();
  });
});
