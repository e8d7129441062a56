import { RequestTokens, requireTags, tagsOf } from '../../../../lib/twin/cloud/fsx/errors';
import { thrownBy } from '../world';

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ Key: `k${n}`, Value: 'v' }));

describe('tagsOf', () => {
  it('reads up to 50 tags, empty values included', () => {
    expect(tagsOf(undefined)).toEqual({});
    expect(tagsOf([{ Key: 'fsxbench:rig', Value: '' }])).toEqual({ 'fsxbench:rig': '' });
    expect(Object.keys(tagsOf(many(50)))).toHaveLength(50);
  });

  it.each([
    [[], 'ValidationException'],
    [many(51), 'ValidationException'],
    [[{ Key: '', Value: 'v' }], 'ValidationException'],
    [[{ Key: 'k'.repeat(129), Value: 'v' }], 'ValidationException'],
    [[{ Key: 'k', Value: 'v'.repeat(257) }], 'ValidationException'],
    [[{ Key: 'k', Value: '{}' }], 'ValidationException'],
    [[{ Key: 'k', Value: undefined }], 'ValidationException'],
    [[{ Key: 'aws:mine', Value: 'v' }], 'BadRequest'],
    [[...many(1), ...many(1)], 'BadRequest'],
  ])('refuses %j', (list, name) => {
    expect(thrownBy(() => tagsOf(list))).toMatchObject({ name });
  });
});

describe('requireTags', () => {
  it('names what is missing', () => {
    expect(thrownBy(() => requireTags('CreateVolume', ['b', 'c']))).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(/fsx:CreateVolume .*b, c$/),
    });
    expect(() => requireTags('CreateVolume', [])).not.toThrow();
  });
});

describe('tokens', () => {
  describe('RequestTokens', () => {
    it('makes once for a token while what it made exists', () => {
      const gone = new Set<number>();
      const tokens = new RequestTokens<number>((made) => !gone.has(made));
      let made = 0;
      const make = (): number => ++made;
      expect(tokens.once('t', { a: 1, b: { c: 2, d: 3 } }, make)).toBe(1);
      expect(tokens.once('t', { b: { d: 3, c: 2 }, a: 1 }, make)).toBe(1);
      gone.add(1);
      expect(tokens.once('t', { a: 2 }, make)).toBe(2);
    });

    it('names the first member that differs', () => {
      const tokens = new RequestTokens<number>(() => true);
      tokens.once('t', { a: 1, b: 2, c: 3 }, () => 1);
      expect(thrownBy(() => tokens.once('t', { a: 1, b: 3, d: 3 }, () => 2))).toMatchObject({
        name: 'IncompatibleParameterError',
        Parameter: 'b',
      });
    });

    it('leaves the token free when the request is refused', () => {
      const tokens = new RequestTokens<number>(() => true);
      const refuse = (): number => {
        throw new Error('no');
      };
      expect(() => tokens.once('t', { a: 1 }, refuse)).toThrow('no');
      expect(tokens.once('t', { a: 2 }, () => 7)).toBe(7);
    });

    it.each(['', 'x'.repeat(64), 'a b', 'é'])('refuses the token %j', (token) => {
      const tokens = new RequestTokens<number>(() => true);
      expect(thrownBy(() => tokens.once(token, {}, () => 1))).toMatchObject({ name: 'ValidationException' });
    });
  });
});
