import { RequestTokens } from '../../../../lib/twin/cloud/fsx/tokens';
import { thrownBy } from '../world';

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
