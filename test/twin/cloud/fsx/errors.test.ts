import { parseTags } from '../../../../lib/twin/cloud/fsx/errors';
import { catchError } from '../services';

describe('parseTags', () => {
  it('parses a list of tags into an object', () => {
    expect(parseTags(undefined)).toEqual({});
    expect(parseTags([{ Key: 'fsxbench:rig', Value: '' }])).toEqual({ 'fsxbench:rig': '' });
  });

  it.each([
    [[], 'ValidationException'],
    [[{ Key: '', Value: 'v' }], 'ValidationException'],
    [[{ Key: 'aws:mine', Value: 'v' }], 'BadRequest'],
  ])('refuses %j: %s', (list, name) => {
    expect(catchError(() => parseTags(list))).toMatchObject({ name });
  });
});
