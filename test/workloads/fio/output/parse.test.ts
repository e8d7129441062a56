import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { readRecorded, recordedJob } from '../recorded-outputs';
import cases from './parse.cases.json';

describe('parseOutput', () => {
  it.each(cases.nothingWrong)('reports no problems for %s', (name) => {
    const sound = { tool: 'fio', toolVersion: 'fio-3.33', status: 'ok', problems: [] };
    expect(parseOutput(readRecorded(name))).toMatchObject(sound);
  });

  it('returns the label and the figures that fio printed', () => {
    const { read } = recordedJob('randrw.json');
    const { runs } = parseOutput(readRecorded('randrw.json'));
    expect(runs.map(({ label }) => label)).toEqual(['mix/0']);
    const figures =
      runs[0]?.observations.map(({ metric, operation, value }) => [`${operation} ${metric}`, value]) ?? [];
    expect(Object.fromEntries(figures)).toMatchObject({
      'read iops': read.iops,
      'read latency_mean': read.lat_ns.mean / 1000,
      'write iops': expect.any(Number),
    });
  });

  it.each([
    ['error.json', 'failed', /job full\/0 ended with error 28 \(No space left on device\)/],
    ['zero-io.json', 'failed', /job idle\/0 made no I\/O at all/],
    ['no-engine.txt', 'failed', /fio failed and wrote no result: fio: engine nosuch not loadable/],
    ['people.txt', 'suspect', /^the human-readable report of fio rounds its figures/],
    ['terse.txt', 'failed', /terse output, which fsxbench does not read; run fio with --output-format=json or json\+/],
    ['signal.json', 'suspect', /signal 2 stopped fio early/],
    ['short.json', 'suspect', /ran for only \d+ ms/],
  ])('reports the problem of %s with status %s', (name, status, text) => {
    const result = parseOutput(readRecorded(name));
    expect(result.status).toBe(status);
    expect(result.problems[0]).toMatch(text);
    // What was measured in part has figures.
    if (status === 'suspect') expect(result.runs[0]?.observations.length).toBeGreaterThan(0);
  });

  it('fails for a truncated document, and reports suspect when a complete one precedes it', () => {
    const whole = readRecorded('host-a.json');
    expect(parseOutput(whole.slice(0, 3000))).toMatchObject({ status: 'failed', runs: [] });
    const result = parseOutput(whole + whole.slice(0, 3000));
    expect(result).toMatchObject({ status: 'suspect', problems: [expect.stringMatching(/truncated/)] });
    expect(result.runs).toEqual(parseOutput(whole).runs);
  });

  it.each(['', ' \n', '{}', 'hello', '{"jobs":[]}', '{"fio version":"fio-3.1","jobs":[null,{}]}', '\0\0'])(
    'fails for the empty or foreign output %j',
    (text) => {
      const result = parseOutput(text);
      expect(result.status).toBe('failed');
      expect(result.problems.join()).not.toBe('');
    },
  );
});

describe('parseOutput of impossible figures', () => {
  const text = readRecorded('host-a.json');
  const parseWith = (pattern: RegExp, value: string) => parseOutput(text.replace(pattern, `$1${value}`));

  it.each(cases.failDocument)('fails for the impossible figure %s%s', (key, value, expected) => {
    const result = parseWith(new RegExp(`(${key})-?[\\d.]+`), value);
    expect(result.status).toBe('failed');
    expect(result.problems[0]).toMatch(new RegExp(`^job randread/0: ${expected}[;:]`));
  });

  it('reads numbers in quotes, and null or an empty text as no number', () => {
    const quoted = text.replaceAll(/("iops" : )([\d.]+)/g, '$1"$2"');
    expect(parseOutput(quoted).runs).toEqual(parseOutput(text).runs);
    for (const value of ['null', '""']) expect(parseWith(/("short_ios" : )\d+/, value).status).toBe('ok');
  });

  it.each(['lat_ns', 'clat_ns'])('fails for a negative mean of %s', (kind) => {
    const result = parseWith(new RegExp(`("${kind}" : \\{[^}]*?"mean" : )[\\d.]+`), '-1');
    expect(result).toMatchObject({ status: 'failed' });
    expect(result.problems[0]).toMatch(`job randread/0: mean of read ${kind} is -1`);
  });

  it('lists 3 of 100 impossible figures, and the count of the others', () => {
    const job = recordedJob('host-a.json');
    const jobs = Array.from({ length: 100 }, () => ({ ...job, read: { ...job.read, iops: -1 } }));
    const { problems } = parseOutput(JSON.stringify({ 'fio version': 'fio-3.1', jobs }));
    expect(problems[0]).toMatch(/read iops is -1; .*; and 97 more: impossible in any measurement$/);
  });
});

describe('parseOutput of extreme inputs', () => {
  it('returns a result for JSON of depth 100,000 and for 128,000 jobs', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const job of [
      `{"job options":{"size":${deep}}}`,
      `{"read":{"iops":1,"clat":{"mean":1,"bins":{"1":${deep}}}}}`,
    ])
      expect(parseOutput(`{"fio version":"fio-3.1","jobs":[${job}]}`).status).toBe('failed');
    const many = `{"read":{"iops":10,"runtime":1000,"io_bytes":40,"bw":40}},`.repeat(128_000).slice(0, -1);
    expect(parseOutput(`{"fio version":"fio-3.1","jobs":[${many}]}`).runs).toHaveLength(1);
  });

  it('shortens quoted lines to less than 500 characters', () => {
    const { problems } = parseOutput(`fio: ${'x'.repeat(100_000)} failed`);
    expect(problems[0]?.length).toBeLessThan(500);
  });
});

it('returns the same group for jobs that ran together, and loose for those with startdelay or new_group', () => {
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

it('reports sections of a modified fio instead of missing I/O', () => {
  const zone = { total_ios: 900_000, iops: 30_000, runtime: 30_000 };
  const job = { jobname: 'zones', read: { total_ios: 0 }, finish: zone, 'ZNS Reset': zone };
  const result = parseOutput(JSON.stringify({ 'fio version': 'fio-3.35', jobs: [job] }));
  expect(result.status).toBe('failed');
  expect(result.problems).toEqual([
    'job zones/0 has sections that fio does not have (finish, ZNS Reset): output of a modified fio',
  ]);
});
