import { parseCsv } from '../../../../lib/asl/interpreter/map/csv';

const HEADED = { delimiter: ',' };

describe('parseCsv', () => {
  it.each([
    ['columns of the first row, missing and extra values', 'a,b\n1,2\n3\n4,5,6\n', ['1|2', '3|', '4|5']],
    ['rows of only delimiters or blanks, and empty lines', 'a,b\n,,\n\n   \n', ['|', '   |']],
    [
      'quoted fields with delimiters, line breaks and quotes inside',
      'a,b\r\n"1,5","say ""hi""\nthere"\r\n"",x',
      ['1,5|say "hi"\nthere', '|x'],
    ],
    ['a last line that ends in a delimiter', 'a,b\n1,', ['1|']],
    ['an empty text', '', []],
  ])('reads %s', (_what, text, rows) => {
    expect(parseCsv(text, HEADED)).toEqual(
      rows.map((row) => {
        const [a, b] = row.split('|');
        return { a, b };
      }),
    );
  });

  it('uses given headers, and accepts an empty header in the first row', () => {
    expect(parseCsv('1|2', { headers: ['x'], delimiter: '|' })).toEqual([{ x: '1' }]);
    expect(parseCsv('H,\n1,2', HEADED)).toEqual([{ H: '1', '': '2' }]);
  });

  it("returns the text 'duplicates' instead of rows when two columns have the same name", () => {
    expect(parseCsv('a,a\n1,2', HEADED)).toBe('duplicates');
  });
});
