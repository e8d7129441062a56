import { tagsOf } from '../../../../lib/twin/cloud/fsx/errors';
import { thrownBy } from '../world';

describe('tagsOf', () => {
  it('reads tags', () => {
    expect(tagsOf(undefined)).toEqual({});
    expect(tagsOf([{ Key: 'fsxbench:rig', Value: '' }])).toEqual({ 'fsxbench:rig': '' });
  });

  it.each([
    [[], 'ValidationException'],
    [[{ Key: '', Value: 'v' }], 'ValidationException'],
    [[{ Key: 'aws:mine', Value: 'v' }], 'BadRequest'],
  ])('refuses %j', (list, name) => {
    expect(thrownBy(() => tagsOf(list))).toMatchObject({ name });
  });
});
