import { printable, printableLines } from '../../../lib/cli/text/printable';

it('is one line that moves no cursor, and is cut where it is too long', () => {
  expect(printable('a \u001b[2Jb\u0000\nc\r')).toBe('a ?[2Jb??c?');
  expect(printable('a\u202eb\u2028\u009b')).toBe('a?b??');
  expect(printableLines('a\u001b\nb\r')).toBe('a?\nb?');
  expect(printable('päth → “x”')).toBe('päth → “x”');
  const long = printable('x'.repeat(100_000));
  expect([long.length, long.endsWith('x…')]).toEqual([2001, true]);
});
