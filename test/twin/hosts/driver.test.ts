import { getErrorCode, getErrorMessage } from '../../../lib/twin/hosts/driver';

it('returns the code of an error value, empty unless it is a string, and its message', () => {
  const codes = [{ code: 'ENOENT' }, { code: 5 }, null, 'x', new Error('x')].map(getErrorCode);
  expect(codes).toEqual(['ENOENT', '', '', '', '']);
  const messages = [new Error('x'), { message: 'y' }, 'z', null].map(getErrorMessage);
  expect(messages).toEqual(['x', 'y', 'z', 'null']);
});
