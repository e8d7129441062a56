import { ClientTokens } from '../../../../lib/twin/cloud/ec2/tokens';
import { thrownBy } from '../world';

describe('ClientTokens', () => {
  it('makes once for a token, whatever the order of members', () => {
    const tokens = new ClientTokens<number>();
    let made = 0;
    expect(tokens.once('t', { a: 1, b: { c: 2, d: [3] } }, () => ++made)).toBe(1);
    expect(tokens.once('t', { b: { d: [3], c: 2 }, a: 1 }, () => ++made)).toBe(1);
    expect(made).toBe(1);
  });

  it('refuses another request under the same token', () => {
    const tokens = new ClientTokens<number>();
    tokens.once('t', { list: [1, 2] }, () => 1);
    expect(thrownBy(() => tokens.once('t', { list: [2, 1] }, () => 2))).toMatchObject({
      name: 'IdempotentParameterMismatch',
    });
  });

  it('leaves the token free when the request is refused', () => {
    const tokens = new ClientTokens<number>();
    expect(() =>
      tokens.once('t', { a: 1 }, () => {
        throw new Error('no capacity');
      }),
    ).toThrow('no capacity');
    expect(tokens.once('t', { a: 2 }, () => 7)).toBe(7);
  });

  it('makes anew without a token', () => {
    const tokens = new ClientTokens<number>();
    let made = 0;
    tokens.once(undefined, {}, () => ++made);
    tokens.once(undefined, {}, () => ++made);
    expect(made).toBe(2);
  });

  it('takes 1 to 64 characters', () => {
    const tokens = new ClientTokens<number>();
    expect(tokens.once('x'.repeat(64), {}, () => 1)).toBe(1);
    expect(() => tokens.once('x'.repeat(65), {}, () => 1)).toThrow('65 characters');
    expect(() => tokens.once('', {}, () => 1)).toThrow('0 characters');
  });
});
