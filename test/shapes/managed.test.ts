import { hasManaged, hostOfStore, hostStore } from '../../lib/shapes/managed';

describe('managed hosts', () => {
  it('are leased under a name of their own, by which they are found again', () => {
    expect(hostStore('mi-0123456789abcdef0')).toBe('host:mi-0123456789abcdef0');
    expect(hostOfStore(hostStore('i-1'))).toBe('i-1');
    expect(hostOfStore('nfs:10.0.0.5')).toBeUndefined();
  });

  it('are seen in a fleet as written, whatever else stands there', () => {
    expect(hasManaged({ client: null, other: { managed: { tag: { a: 'b' } } } })).toBe(true);
    for (const fleet of [undefined, null, 'x', {}, { client: null }, { client: { count: 2 } }])
      expect(hasManaged(fleet)).toBe(false);
  });
});
