import {
  ClientTokens,
  matcher,
  requireTags,
  tagsFor,
  USER_DATA_BYTES,
  userDataOf,
} from '../../../../lib/twin/cloud/ec2/requests';
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

describe('tagsFor', () => {
  const specifications = [
    { ResourceType: 'instance' as const, Tags: [{ Key: 'a', Value: '1' }] },
    { ResourceType: 'volume' as const, Tags: [{ Key: 'b', Value: '2' }] },
  ];

  it('reads the tags of one resource type', () => {
    expect(tagsFor('volume', specifications, ['instance', 'volume'])).toEqual({ b: '2' });
    expect(tagsFor('instance', undefined, ['instance'])).toEqual({});
  });

  it('refuses a resource type that the call cannot tag', () => {
    expect(() => tagsFor('instance', specifications, ['instance'])).toThrow(
      "'volume' is not a valid taggable resource",
    );
  });

  it.each(['', 'aws:mine', 'x'.repeat(129)])('refuses the key %j', (Key) => {
    expect(
      thrownBy(() => tagsFor('instance', [{ ResourceType: 'instance', Tags: [{ Key, Value: 'v' }] }], ['instance'])),
    ).toMatchObject({ name: 'InvalidParameterValue' });
  });

  it('refuses a key that stands twice', () => {
    const Tags = [
      { Key: 'a', Value: '1' },
      { Key: 'a', Value: '2' },
    ];
    expect(() => tagsFor('fleet', [{ ResourceType: 'fleet', Tags }], ['fleet'])).toThrow('Duplicate tag key');
  });
});

describe('requireTags', () => {
  it('names what is missing', () => {
    expect(thrownBy(() => requireTags('fleet', ['b', 'c']))).toMatchObject({
      name: 'UnauthorizedOperation',
      statusCode: 403,
      message: expect.stringMatching(/fleet lacks the tags b, c$/),
    });
    expect(() => requireTags('fleet', [])).not.toThrow();
  });
});

const TAGS = { 'fsxbench:rig': 'e1__r1', role: 'client' };
const FIELDS = { 'instance-state-name': 'running' };
const matches = (...filters: { Name: string; Values: string[] }[]): boolean =>
  matcher(filters, ['instance-state-name'])(TAGS, FIELDS);

describe('matcher', () => {
  it('takes everything without filters', () => {
    expect(matcher(undefined, [])({}, {})).toBe(true);
  });

  it.each([
    ['tag value', { Name: 'tag:fsxbench:rig', Values: ['e1__r1'] }, true],
    ['another tag value', { Name: 'tag:fsxbench:rig', Values: ['e1__r10'] }, false],
    ['any of the values', { Name: 'tag:role', Values: ['broker', 'client'] }, true],
    ['absent tag', { Name: 'tag:nothing', Values: ['*'] }, false],
    ['tag key', { Name: 'tag-key', Values: ['role'] }, true],
    ['absent tag key', { Name: 'tag-key', Values: ['Role'] }, false],
    ['state', { Name: 'instance-state-name', Values: ['pending', 'running'] }, true],
    ['star', { Name: 'tag:fsxbench:rig', Values: ['e1_*'] }, true],
    ['question mark', { Name: 'tag:role', Values: ['clien?'] }, true],
    ['a dot that is no wildcard', { Name: 'tag:fsxbench:rig', Values: ['e1..r1'] }, false],
    ['an escaped star', { Name: 'tag:role', Values: ['client\\*'] }, false],
    ['other characters of patterns', { Name: 'tag:role', Values: ['[client]', '(client)', '+'] }, false],
  ])('%s', (_what, filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('needs all filters to match', () => {
    const rig = { Name: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(matches(rig, { Name: 'tag:role', Values: ['client'] })).toBe(true);
    expect(matches(rig, { Name: 'tag:role', Values: ['broker'] })).toBe(false);
  });

  it('refuses filters that the action does not have, and filters without values', () => {
    expect(() => matches({ Name: 'colour', Values: ['red'] })).toThrow("The filter 'colour' is invalid");
    expect(() => matches({ Name: 'tag:role', Values: [] })).toThrow('needs 1 to 200 values');
  });
});

const encoded = (text: string): { UserData: string } => ({ UserData: Buffer.from(text).toString('base64') });

describe('userDataOf', () => {
  it('decodes UTF-8', () => {
    expect(userDataOf(encoded('#!/bin/sh\necho grüße\n'))).toBe('#!/bin/sh\necho grüße\n');
    expect(userDataOf({})).toBe('');
  });

  it.each(['#!/bin/sh', 'abc', 'a=bc', 'YQ=='.concat('\n')])('refuses %j, which is no base64', (UserData) => {
    expect(thrownBy(() => userDataOf({ UserData }))).toMatchObject({ name: 'InvalidUserData.Malformed' });
  });

  it('refuses more than 16 KiB before encoding', () => {
    expect(userDataOf(encoded('x'.repeat(USER_DATA_BYTES)))).toHaveLength(USER_DATA_BYTES);
    expect(() => userDataOf(encoded('x'.repeat(USER_DATA_BYTES + 1)))).toThrow('limited to 16384 bytes');
  });
});
