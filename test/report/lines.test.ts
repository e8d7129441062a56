import { alignColumns, wrapText } from '../../lib/report/lines';
import { toPrintable, toPrintableLines } from '../../lib/shapes/printable';

it('aligns columns to their widest cells, except the last cell of a row', () => {
  const rows = [
    ['a', '1', 'end'],
    ['long', '100', ''],
    ['b', 'a last cell that is long'],
  ];
  expect(alignColumns(rows)).toEqual(['a     1    end', 'long  100', 'b     a last cell that is long']);
  expect(alignColumns(rows.slice(0, 2), [1])).toEqual(['a       1  end', 'long  100']);
  expect(alignColumns([])).toEqual([]);
});

it.each([
  ['one two three', '', 7, ['one two', 'three']],
  ['one two three', '> ', 7, ['> one', '  two', '  three']],
  ['unbreakable', '- ', 5, ['- unbreakable']],
  ['', '  ', 5, ['  ']],
])('wraps %j behind %j at width %d', (text, head, width, lines) => {
  expect(wrapText(text, head, width)).toEqual(lines);
});

it('replaces control characters, and truncates lines to 2000 characters', () => {
  expect(toPrintable('a \u001b[2Jb\u0000\nc\r')).toBe('a ?[2Jb??c?');
  expect(toPrintable('a\u202eb\u2028\u009b')).toBe('a?b??');
  expect(toPrintableLines('a\u001b\nb\r')).toBe('a?\nb?');
  expect(toPrintable('päth → “x”')).toBe('päth → “x”');
  const long = toPrintable('x'.repeat(100_000));
  expect([long.length, long.endsWith('x…')]).toEqual([2001, true]);
});
