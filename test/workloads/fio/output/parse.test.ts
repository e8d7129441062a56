import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { readRecorded, recordedJob } from '../recorded-outputs';
import cases from './parse.cases.json';

const operations = (name: string) =>
  parseOutput(readRecorded(name)).runs.map(({ observations }) => [
    ...new Set(observations.map(({ operation }) => operation)),
  ]);

describe('parseOutput', () => {
  it.each(cases.nothingWrong)('finds nothing wrong with %s', (name) => {
    expect(parseOutput(readRecorded(name))).toMatchObject({
      tool: 'fio',
      toolVersion: 'fio-3.33',
      status: 'ok',
      problems: [],
    });
  });

  it('gives the figures that fio printed', () => {
    const { read } = recordedJob('randrw.json');
    const { runs } = parseOutput(readRecorded('randrw.json'));
    expect(runs.map(({ label }) => label)).toEqual(['mix/0']);
    const value = (metric: string) =>
      runs[0]?.observations.find((one) => one.metric === metric && one.operation === 'read')?.value;
    expect(value('iops')).toBe(read.iops);
    expect(value('latency_mean')).toBe(read.lat_ns.mean / 1000);
    expect(operations('randrw.json')).toEqual([['read', 'write']]);
  });

  it.each([
    ['error.json', 'failed', /job full\/0 ended with error 28 \(No space left on device\)/],
    ['zero-io.json', 'failed', /job idle\/0 made no I\/O at all/],
    ['no-engine.txt', 'failed', /fio failed and wrote no result: fio: engine nosuch not loadable/],
    ['people.txt', 'suspect', /^the human-readable report of fio rounds its figures/],
    ['terse.txt', 'failed', /terse output, which fsxbench does not read; run fio with --output-format=json or json\+/],
    ['signal.json', 'suspect', /signal 2 stopped fio early/],
    ['short.json', 'suspect', /ran for only \d+ ms/],
  ])('says what is wrong with %s', (name, status, text) => {
    const result = parseOutput(readRecorded(name));
    expect(result.status).toBe(status);
    expect(result.problems[0]).toMatch(text);
  });

  it('keeps the figures of what failed, for a diagnosis', () => {
    expect(parseOutput(readRecorded('signal.json')).runs[0]?.observations.length).toBeGreaterThan(0);
  });

  it('refuses a document that is cut off, and takes the one before it with a warning', () => {
    const whole = readRecorded('host-a.json');
    expect(parseOutput(whole.slice(0, 3000))).toMatchObject({ status: 'failed', runs: [] });
    const result = parseOutput(whole + whole.slice(0, 3000));
    expect(result).toMatchObject({ status: 'suspect', problems: [expect.stringMatching(/truncated/)] });
    expect(result.runs).toEqual(parseOutput(whole).runs);
  });

  it.each(['', ' \n', '{}', 'hello', '{"jobs":[]}', '{"fio version":"fio-3.1","jobs":[null,{}]}', '\0\0'])(
    'says of %j that it is no result',
    (text) => {
      const result = parseOutput(text);
      expect(result.status).toBe('failed');
      expect(result.problems.join()).not.toBe('');
    },
  );
});

describe('figures that cannot be', () => {
  const text = readRecorded('host-a.json');
  const at = (pattern: RegExp, value: string) => parseOutput(text.replace(pattern, `$1${value}`));

  it.each(cases.failDocument)('fail the document: %s%s', (key, value, expected) => {
    const result = at(new RegExp(`(${key})-?[\\d.]+`), value);
    expect(result.status).toBe('failed');
    expect(result.problems[0]).toMatch(new RegExp(`^job randread/0: ${expected}[;:]`));
  });

  it.each(['lat_ns', 'clat_ns'])('fail the document: mean of %s', (kind) => {
    const result = at(new RegExp(`("${kind}" : \\{[^}]*?"mean" : )[\\d.]+`), '-1');
    expect(result).toMatchObject({ status: 'failed' });
    expect(result.problems[0]).toMatch(`job randread/0: mean of read ${kind} is -1`);
  });

  it('are shown a few at a time', () => {
    const job = recordedJob('host-a.json');
    const jobs = Array.from({ length: 100 }, () => ({ ...job, read: { ...job.read, iops: -1 } }));
    const { problems } = parseOutput(JSON.stringify({ 'fio version': 'fio-3.1', jobs }));
    expect(problems[0]).toMatch(/read iops is -1; .*; and 97 more: impossible in any measurement$/);
  });
});

describe('what is too much for a stack or a quote', () => {
  it('never throws for deep values and many jobs', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const job of [
      `{"job options":{"size":${deep}}}`,
      `{"read":{"iops":1,"clat":{"mean":1,"bins":{"1":${deep}}}}}`,
    ])
      expect(parseOutput(`{"fio version":"fio-3.1","jobs":[${job}]}`).status).toBe('failed');
    const many = `{"read":{"iops":10,"runtime":1000,"io_bytes":40,"bw":40}},`.repeat(150_000).slice(0, -1);
    expect(parseOutput(`{"fio version":"fio-3.1","jobs":[${many}]}`).runs).toHaveLength(1);
  });

  it('quotes the begin of long lines', () => {
    const { problems } = parseOutput(`fio: ${'x'.repeat(100_000)} failed`);
    expect(problems[0]?.length).toBeLessThan(500);
  });
});

it('says which jobs ran at once: those of a group of one call, unless their options leave it open', () => {
  const job = (jobname: string, groupid: number, options: object = {}) => ({
    jobname,
    groupid,
    error: 0,
    'job options': options,
    read: { total_ios: 1000, io_bytes: 4_096_000, iops: 100, bw_bytes: 409_600, runtime: 10_000 },
  });
  const call = (...jobs: readonly object[]): string => JSON.stringify({ 'fio version': 'fio-3.33', jobs });
  const later = call(job('d', 0, { startdelay: '5' }), job('e', 1, { new_group: '' }));
  const text = `${call(job('a', 0), job('b', 0), job('c', 1))}\n${later}`;
  expect(parseOutput(text).runs.map(({ label, group, loose }) => [label, group, loose])).toEqual([
    ['a/0', '0/0', undefined],
    ['b/0', '0/0', undefined],
    ['c/1', '0/1', undefined],
    ['d/0', '1/0', true],
    ['e/1', '1/1', true],
  ]);
});

it('names sections of a modified fio, and not the missing I/O of the section that they replace', () => {
  const zone = { total_ios: 900_000, iops: 30_000, runtime: 30_000 };
  const job = { jobname: 'zones', read: { total_ios: 0 }, finish: zone, 'ZNS Reset': zone };
  const result = parseOutput(JSON.stringify({ 'fio version': 'fio-3.35', jobs: [job] }));
  expect(result.status).toBe('failed');
  expect(result.problems).toEqual([
    'job zones/0 has sections that fio does not have (finish, ZNS Reset): output of a modified fio',
  ]);
});
