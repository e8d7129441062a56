import { getErrorCode, getErrorMessage } from '../../../lib/twin/hosts/driver';

it('returns the code of an error value, empty unless it is a string, and its message', () => {
  expect(getErrorCode({ code: 'ENOENT' })).toBe('ENOENT');
  expect([getErrorCode({ code: 5 }), getErrorCode(null), getErrorCode('x'), getErrorCode(new Error('x'))]).toEqual([
    '',
    '',
    '',
    '',
  ]);
  expect([
    getErrorMessage(new Error('x')),
    getErrorMessage({ message: 'y' }),
    getErrorMessage('z'),
    getErrorMessage(null),
  ]).toEqual(['x', 'y', 'z', 'null']);
});
