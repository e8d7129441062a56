import { readIni } from '../../../../lib/workloads/fio/jobs/ini';
import { cutText } from '../../../../lib/shapes/printable';
import { measureCpuSeconds } from '../../../process-state';
import cases from './ini.cases.json';

const jobs = (text: string) =>
  readIni(text).sections.map(({ name, options }) => [name, ...options.map((one) => `${one.name}=${one.value}`)]);

describe('readIni', () => {
  it('returns the options of [global] before those of each job', () => {
    expect(jobs('[global]\nbs=4k\n[global]\nbs=8k\n[a]\nrw=read\n[b]\nbs=1m\n')).toEqual([
      ['a', 'bs=4k', 'bs=8k', 'rw=read'],
      ['b', 'bs=4k', 'bs=8k', 'bs=1m'],
    ]);
  });

  it('parses comments, CRLF, options without value, and aliases such as readwrite', () => {
    expect(jobs('# x\r\n; y\r\n[a] ; z\r\ntime_based\r\nreadwrite=randread # w\r\nblocksize=4k;v\r\n')).toEqual([
      ['a', 'time_based=', 'rw=randread', 'bs=4k'],
    ]);
    expect(readIni('[a]\n\nrw=read').lines).toEqual([{ line: 3, name: 'rw', written: 'rw', value: 'read' }]);
  });

  it.each(cases.saysWrong as [string, string[]][])('reports faults of %j with their lines', (text, faults) => {
    expect(readIni(text).faults.map((one) => `${one.line}: ${one.text}`)).toEqual(faults);
  });

  it('parses texts of 20,000 repetitions in less than 5 s of CPU time', () => {
    const cpuSeconds = measureCpuSeconds(() => {
      for (const text of ['[', '=', ';', '[a]\n', 'a=', '\u0000', '\n'])
        expect(readIni(text.repeat(20_000)).sections.length).toBeLessThan(20_001);
    });
    expect(cpuSeconds).toBeLessThan(5);
  });
});

it('replaces control characters by spaces, and shortens long texts', () => {
  expect(cutText(`a\u001b[31m${'b'.repeat(100)}`)).toBe(`a [31m${'b'.repeat(54)}…`);
});
