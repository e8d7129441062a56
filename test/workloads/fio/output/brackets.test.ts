import fc from 'fast-check';
import { outline } from '../../../../lib/workloads/fio/output/brackets';
import { recorded } from '../recorded';

const START = /\{\s*"fio version"/g;
const LINE = /(?<![^\r\n])[ \t]*\{/g;
const NO_NUMBER = /(:\s*)-?(?:nan|inf(?:inity)?)\b/gi;

/** The same by trying JSON.parse from every start to every end: simple, and far too slow for long texts. */
function reference(text: string, starts: RegExp): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const match of text.matchAll(starts)) {
    const from = text.indexOf('{', match.index);
    if (from < (found.at(-1)?.to ?? 0)) continue;
    for (let to = text.indexOf('}', from) + 1; to > 0; to = text.indexOf('}', to) + 1) {
      const value = parsed(text.slice(from, to)) ?? parsed(text.slice(from, to).replace(NO_NUMBER, '$1null'));
      if (value === null) continue;
      if (Array.isArray(value['jobs']) || Array.isArray(value['client_stats'])) found.push({ from, to });
      break;
    }
  }
  return found;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Pieces of which sound documents, damaged ones and texts around them are put together. */
const PIECES = [
  ['{', '}', '[', ']', ':', ',', '"', '\\', '\n', ' ', '\u2028', 'a', '1', '-', '01', '1e5', '1.', 'nan', '-inf'],
  ['true', 'null', '"a"', '"jobs"', '"jobs":[', '"jobs":[]', '"client_stats":[{', '"a":', '"x: nan"', '"\\u00e9"'],
  ['{"fio version"', '{ "fio version" : "fio-3.33", "jobs" : []}', '{"fio version":1,"jobs":[{"a":2},3.5e-7]}'],
  [
    '\n{"jobs":[{"b":nan}]}',
    '\n{"a":[\n{"jobs":[]}\n]}',
    '\n{\n{"jobs":[\n',
    '"unclosed {"fio version":1',
    'fio: err=5',
  ],
];
const piece = fc.constantFrom(...PIECES.flat());
/** A sound document with a few pieces in the place of some characters. */
const scratched = fc.tuple(fc.nat(), fc.nat(12), piece).map(([at, length, text]) => {
  const sound = '{"fio version":"fio-3.33",\n"jobs":[\n{"jobname":"a","bins":{"1":2},"x":-nan},\n{"b":"c"}]}\n';
  const from = at % sound.length;
  return sound.slice(0, from) + text + sound.slice(from + length);
});
const damaged = fc.array(fc.oneof(piece, piece, scratched), { maxLength: 25 }).map((pieces) => pieces.join(''));

describe('outline', () => {
  it.each([
    ['starts of fio', START],
    ['starts of lines', LINE],
  ])('finds what trying every start and end finds: %s', (_, starts) => {
    fc.assert(
      fc.property(damaged, (text) => expect(outline(text, starts).spans).toEqual(reference(text, starts))),
      { numRuns: 3000, seed: 11 },
    );
  });

  it('finds an object that begins with each start', () => {
    const text = `${recorded('clients.txt')}\n${recorded('snapshots.json')}`;
    expect(outline(text, START).spans).toEqual(reference(text, START));
    expect(outline(text, START).spans).toHaveLength(4);
  });

  const size = 20_000;
  const repeated = (fill: string, before = '', after = '') =>
    before + fill.repeat(size / fill.length) + after.repeat(size / fill.length);
  it.each([
    ['starts', repeated('{"fio version":1,\n')],
    ['starts in lists', repeated('{"fio version":1,"jobs":[')],
    ['starts that all close', repeated('{"fio version":1,"jobs":[', '', ']}')],
    ['starts in strings', repeated('{"fio version":1,"jobs":["{ ')],
    ['starts in one string after another', repeated('"a{"fio version":1,')],
    ['lines', repeated('{\n')],
    ['lines that all close', repeated('{\n', '', '}\n')],
    ['lines of documents that all close', repeated('{"jobs":[\n', '', ']}')],
    ['a broken document in many', repeated('{"jobs":[\n', '', ']}').replace(']}', ',]}')],
    ['strings', repeated('{"jobs":["aaaa\n')],
    ['one string', repeated('a', '{"fio version":"')],
    ['backslashes', repeated('\\', '{"fio version":"')],
    ['quotes', repeated('"', '{\n')],
    ['brackets', repeated('[', '{"fio version":')],
    ['keys', repeated('{"a":', '{"fio version":')],
    ['numbers', repeated('1', '{"fio version":')],
    ['spaces', repeated(' ', '{')],
  ])('reads no more than twice the text, however it is damaged: %s', (_, text) => {
    for (const starts of [START, LINE]) expect(outline(text, starts).read).toBeLessThanOrEqual(2 * text.length);
  });

  it('reads no more than twice any text', () => {
    fc.assert(
      fc.property(damaged, (text) => expect(outline(text, START).read).toBeLessThanOrEqual(2 * text.length)),
      { numRuns: 1000, seed: 12 },
    );
  });
});
