import { requireTags, tagList, tagsFor } from '../../../../lib/twin/cloud/ec2/tags';
import { thrownBy } from '../world';

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
  it('names what is missing or empty, as an authorisation error', () => {
    expect(thrownBy(() => requireTags('volume', { a: '1', b: '' }, ['a', 'b', 'c']))).toMatchObject({
      name: 'UnauthorizedOperation',
      statusCode: 403,
      message: expect.stringContaining('b, c'),
    });
    expect(() => requireTags('volume', { a: '1' }, ['a'])).not.toThrow();
  });
});

describe('tagList', () => {
  it('is what TagSpecifications take', () => {
    expect(tagList({ a: '1' })).toEqual([{ Key: 'a', Value: '1' }]);
  });
});
