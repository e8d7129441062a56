import { codeOf, messageOf } from '../../../lib/twin/hosts/driver';

it('reads errors of any realm, and what is none', () => {
  expect(codeOf({ code: 'ENOENT' })).toBe('ENOENT');
  expect([codeOf({ code: 5 }), codeOf(null), codeOf('x'), codeOf(new Error('x'))]).toEqual(['', '', '', '']);
  expect([messageOf(new Error('x')), messageOf({ message: 'y' }), messageOf('z'), messageOf(null)]).toEqual([
    'x',
    'y',
    'z',
    'null',
  ]);
});
