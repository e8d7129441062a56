import { managedHosts, tagOf } from '../../../lib/experiment/language/role';

const fits = (tag: object): boolean => managedHosts.safeParse({ tag }).success;

describe('the setting `managed`', () => {
  it('takes one tag of letters that filters and policies take as they are', () => {
    expect([fits({ fsxbench: 'client' }), fits({ 'team/owner': 'storage-1' })]).toEqual([true, true]);
    for (const tag of [{}, { a: 'b', c: 'd' }, { 'a*': 'b' }, { a: 'b c' }, { 'aws:x': 'y' }, { 'fsxbench:rig': 'y' }])
      expect(fits(tag)).toBe(false);
  });

  it('is a key and a value for all others', () => {
    expect(tagOf({ tag: { fsxbench: 'client' } })).toEqual({ key: 'fsxbench', value: 'client' });
    expect(tagOf(undefined)).toBeUndefined();
  });
});
