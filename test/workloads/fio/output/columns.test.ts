import { Columns, putColumns, takeColumns } from '../../../../lib/workloads/fio/output/columns';
import { isRecord } from '../../../../lib/workloads/fio/output/figure';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { recorded } from '../recorded';

const text = (bins: string) => `{"fio version":"x","jobs":[{"read":{"clat_ns":{"bins" : ${bins} }}}]}`;
const columnsOf = (bins: string) =>
  takeColumns(text(bins))?.columns.map(({ values, counts, count }) => [[...values], [...counts], count]);

describe('takeColumns', () => {
  it('takes a histogram as fio prints it, and leaves JSON with its number', () => {
    expect(columnsOf('{ "100" : 2,\n\t"2000" : 3 }')).toEqual([[[100, 2000], [2, 3], 5]]);
    expect(columnsOf('{"0":0,"7":1}')).toEqual([[[7], [1], 1]]);
    expect(columnsOf('{}')).toEqual([[[], [], 0]]);
    const taken = takeColumns(text('{"5":1}'));
    const document = JSON.parse(taken?.text ?? '') as Record<string, unknown>;
    expect(document).toEqual({ 'fio version': 'x', jobs: [{ read: { clat_ns: { bins: '0' } } }] });
    putColumns(document, taken?.columns ?? []);
    expect(document['jobs']).toEqual([
      { read: { clat_ns: { bins: new Columns(Float64Array.of(5), Float64Array.of(1), 1) } } },
    ]);
  });

  it.each([
    '7',
    'null',
    '[]',
    '{"5":1,}',
    '{,"5":1}',
    '{"5" 1}',
    '{"5":-1}',
    '{"5":1.5}',
    '{"5":1e3}',
    '{"5":01}',
    '{"05":1}',
    '{"":1}',
    '{"a":1}',
    '{"5":"1"}',
    '{"7":1,"5":1}',
    '{"5":1,"5":1}',
    '{"1234567890123456":1}',
    '{"5":1234567890123456}',
    '{"\\u0035":1}',
  ])('leaves %s to JSON.parse', (bins) => expect(takeColumns(text(bins))).toBeNull());

  it('takes no words of other texts for a histogram', () => {
    expect(takeColumns('{"jobs":[{"jobname":"\\"bins\\":{}"}]}')).toBeNull();
    expect(takeColumns('{"jobs":[{"jobname":"bins"}]}')).toBeNull();
    expect(takeColumns('no JSON')).toBeNull();
    // What stands for a taken histogram is none where nobody took one.
    for (const stands of ['0', '"0"']) {
      const found = parseOutput(text(stands).replace('"read"', '"jobname":"a","read"'));
      expect(found.runs[0]?.observations).toEqual([]);
    }
  });

  it('keeps what it has read when its lists grow', () => {
    const bins = (from: number) =>
      `{${Array.from({ length: 12_000 }, (_, index) => `"${from + index}":${index + 1}`).join(',')}}`;
    const [first, second] = [bins(1), bins(7)];
    const taken = takeColumns(text(`${first}},"lat_ns":{"bins":${second}`));
    for (const [at, written] of [first, second].entries()) {
      const { values, counts } = taken?.columns[at] ?? { values: [], counts: [] };
      expect(Object.fromEntries(Array.from(values, (value, index) => [value, counts[index]]))).toEqual(
        JSON.parse(written),
      );
    }
  });
});

it.each(['host-a.json', 'clones-plus.json', 'randrw.json'])('gives what JSON.parse gives: %s', (name) => {
  // An escape anywhere leaves all of it to JSON.parse.
  const escaped = recorded(name).replace('"fio version" :', '"\\u0066io" : 1, "fio version" :');
  const moved = escaped.replace(/\{\s*"\\u0066io" : 1, ("fio version" : "[^"]*"),/, '{ $1, "\\u0066io" : 1,');
  expect(takeColumns(moved)).toBeNull();
  expect(takeColumns(recorded(name))).not.toBeNull();
  expect(parseOutput(recorded(name))).toEqual(parseOutput(moved));
  expect(isRecord(parseOutput(moved).runs[0])).toBe(true);
});
