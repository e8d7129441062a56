import { alignColumns, wrapText } from '../../../lib/cli/text/columns';

it('makes columns as wide as their widest cells, but for the last cell of a row', () => {
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
])('breaks %j behind %j at %d', (text, head, width, lines) => {
  expect(wrapText(text, head, width)).toEqual(lines);
});
