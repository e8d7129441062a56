import { parseCsvFields, LineSplitter } from '../../../lib/pricing/list/csv';

it.each([
  ['"a","b"', ['a', 'b']],
  ['"a ""quoted"" word","x,y",""', ['a "quoted" word', 'x,y', '']],
  ['plain,"b",', ['plain', 'b', '']],
  ['', ['']],
  ['"ends', null],
  ['"a"b,"c"', null],
  ['"a""', null],
])('parses the CSV line %j to %j (null when malformed)', (line, fields) => {
  expect(parseCsvFields(line)).toEqual(fields);
});

it('splits text into lines for every chunk size', () => {
  const text = 'one\r\ntwo\n\nfour';
  for (let size = 1; size <= text.length; size += 1) {
    const lines: string[] = [];
    const all = new LineSplitter((line) => lines.push(line));
    for (let at = 0; at < text.length; at += size) all.push(text.slice(at, at + size));
    all.end();
    expect(lines).toEqual(['one', 'two', '', 'four']);
  }
});
