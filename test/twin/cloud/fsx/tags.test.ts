import { requireTags, tagsOf } from '../../../../lib/twin/cloud/fsx/tags';
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
