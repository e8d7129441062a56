import { page } from '../../../lib/twin/cloud/paging';

const refuse = (): Error => new Error('bad token');
const identity = (n: number): number => n;

describe('page', () => {
  it('walks a listing without gap or repetition', () => {
    const items = [1, 2, 3, 4, 5];
    const seen: number[] = [];
    let token: string | undefined;
    let pages = 0;
    do {
      const given = page(items, identity, 2, token, refuse);
      seen.push(...given.items);
      token = given.next;
      pages++;
    } while (token !== undefined);
    expect(seen).toEqual(items);
    expect(pages).toBe(3);
  });

  it('skips nothing when items of an earlier page vanish', () => {
    const first = page([1, 2, 3, 4], identity, 2, undefined, refuse);
    expect(page([3, 4], identity, 2, first.next, refuse)).toEqual({ items: [3, 4] });
  });

  it('gives no token when the last page is exactly full, nor for an empty listing', () => {
    expect(page([1, 2], identity, 2, undefined, refuse)).toEqual({ items: [1, 2] });
    expect(page([], identity, 2, undefined, refuse)).toEqual({ items: [] });
  });

  it.each(['', 'nonsense', Buffer.from('{}').toString('base64url'), Buffer.from('[null]').toString('base64url')])(
    'refuses the token %j that it did not make',
    (token) => {
      expect(() => page([1], identity, 1, token, refuse)).toThrow('bad token');
    },
  );
});
