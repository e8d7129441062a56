import { readIni, shown } from '../../../../lib/workloads/fio/jobs/ini';

const jobs = (text: string) =>
  readIni(text).sections.map(({ name, options }) => [name, ...options.map((one) => `${one.name}=${one.value}`)]);

describe('readIni', () => {
  it('gives each job what is global before it, and its own lines after that', () => {
    expect(jobs('[global]\nbs=4k\n[global]\nbs=8k\n[a]\nrw=read\n[b]\nbs=1m\n')).toEqual([
      ['a', 'bs=4k', 'bs=8k', 'rw=read'],
      ['b', 'bs=4k', 'bs=8k', 'bs=1m'],
    ]);
  });

  it('knows comments, lines of Windows, options without a value, and second names', () => {
    expect(jobs('# x\r\n; y\r\n[a] ; z\r\ntime_based\r\nreadwrite=randread # w\r\nblocksize=4k;v\r\n')).toEqual([
      ['a', 'time_based=', 'rw=randread', 'bs=4k'],
    ]);
    expect(readIni('[a]\n\nrw=read').lines).toEqual([{ line: 3, name: 'rw', written: 'rw', value: 'read' }]);
  });

  it.each([
    ['', ['1: there is no job; write a section, e.g. [randread]']],
    ['[global]\nbs=4k', ['1: there is no job; write a section, e.g. [randread]']],
    ['bs=4k\n[a]', ["1: 'bs=4k' stands before any section; write [global] or a [name] above it"]],
    ['[a]\n[a]', ['2: a second [a]: figures are told by the name of their job; give it another name']],
    ['[a b/../c]', ['1: [a b/../c] is no name for a job here; allowed: letters, digits, . _ + - (64 at most)']],
    ['[a]\nrw = read', ["2: 'rw = read': fio takes the blank for a part of the value; write rw=read"]],
    ['[a]\n[global]\nbs=4k', ['2: a [global] after a job: fio tells of the last one alone; write one, above all jobs']],
    ['[a]\nrw =read\nhipri\nthread\nstonewall', []],
    ['[globals]\nbs=4k', ['1: [globals]: fio takes it for [global], and makes no job of it; give it another name']],
    ['[]', ['1: [] is no name for a job here; allowed: letters, digits, . _ + - (64 at most)']],
  ])('says of %j what is wrong', (text, faults) => {
    expect(readIni(text).faults.map((one) => `${one.line}: ${one.text}`)).toEqual(faults);
  });

  it('takes no longer for hostile texts than for others', () => {
    const begun = performance.now();
    for (const text of ['[', '=', ';', '[a]\n', 'a=', '\u0000', '\n'])
      expect(readIni(text.repeat(20_000)).sections.length).toBeLessThan(20_001);
    expect((performance.now() - begun) / 1000).toBeLessThan(5);
  });
});

it('shows the beginning of long texts, and no control characters', () => {
  expect(shown(`a\u001b[31m${'b'.repeat(100)}`)).toBe(`a [31m${'b'.repeat(54)}…`);
});
