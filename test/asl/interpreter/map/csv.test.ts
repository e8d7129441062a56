import { parseCsv } from '../../../../lib/asl/interpreter/map/csv';

const first = { delimiter: ',' };

describe('parseCsv', () => {
  it('reads columns from the first row, fills missing values with empty texts and drops extra ones', () => {
    expect(parseCsv('a,b\n1,2\n3\n4,5,6\n', first)).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '' },
      { a: '4', b: '5' },
    ]);
  });

  it('keeps rows of only delimiters or blanks, and skips empty lines', () => {
    expect(parseCsv('a,b\n,,\n\n   \n', first)).toEqual([
      { a: '', b: '' },
      { a: '   ', b: '' },
    ]);
  });

  it('reads quoted fields with delimiters, line breaks and quotes inside', () => {
    expect(parseCsv('a,b\r\n"1,5","say ""hi""\nthere"\r\n"",x', first)).toEqual([
      { a: '1,5', b: 'say "hi"\nthere' },
      { a: '', b: 'x' },
    ]);
  });

  it('uses given headers, and accepts an empty header in the first row', () => {
    expect(parseCsv('1|2', { headers: ['x'], delimiter: '|' })).toEqual([{ x: '1' }]);
    expect(parseCsv('H,\n1,2', first)).toEqual([{ H: '1', '': '2' }]);
  });

  it('reads a last line that ends in a delimiter', () => {
    expect(parseCsv('a,b\n1,', first)).toEqual([{ a: '1', b: '' }]);
  });

  it("returns the text 'duplicates' instead of rows when two columns have the same name", () => {
    expect(parseCsv('a,a\n1,2', first)).toBe('duplicates');
  });

  it('returns an empty list for an empty text', () => {
    expect(parseCsv('', first)).toEqual([]);
  });
});
