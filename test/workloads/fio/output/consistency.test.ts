import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { readRecorded, recordedDocument, recordedNames } from '../recorded-outputs';
import { changeOptions, changeRun, type Change } from './changed-run';

const FILES = recordedNames();

describe('parseOutput of contradicting figures', () => {
  it('allows checksums in the total write latency only with verify', () => {
    const document = recordedDocument('psync-verify.json');
    const sum = /mean of write lat_ns is .* us, but its parts add up to/;
    expect(parseOutput(JSON.stringify(document)).problems.join()).not.toMatch(sum);
    for (const job of document.jobs) Object.assign(job['job options'], { verify: '0' });
    expect(parseOutput(JSON.stringify(document)).problems.join()).toMatch(sum);
  });

  it.each(FILES)('reports no contradiction in %s', (file) => {
    const { problems } = parseOutput(readRecorded(file));
    expect(problems.filter((text) => /contradict|no measurement/.test(text))).toEqual([]);
  });

  it('reports the job, the figure, and the value computed from other figures', () => {
    const document = recordedDocument('host-a.json');
    Object.assign(document.jobs[0]!.read, { iops: 12_000, total_ios: 1801, runtime: 1501 });
    expect(parseOutput(JSON.stringify(document)).problems).toEqual([
      'job randread/0 contradicts itself: read iops is 12000, but 1801 I/Os in 1501 ms are 1199.867/s',
    ]);
  });

  it('computes I/Os from bytes and block size for fio 2.1, which prints no counts', () => {
    const status = (iops: number, options: object) => {
      const read = { io_bytes: 4000, bw: 4000, runtime: 1000, iops, lat: { mean: 1 } };
      return parseOutput(JSON.stringify({ 'fio version': 'fio-2.1', jobs: [{ read, 'job options': options }] })).status;
    };
    expect(status(1000, { bs: '4k' })).toBe('ok');
    expect(status(10_000, { bs: '4k' })).toBe('suspect');
    for (const options of [{}, { bs: '4k', bssplit: '4k/50:8k' }, { bs: '4k,8k' }])
      expect(status(10_000, options)).toBe('ok');
  });
});

const listBlockFaults = (change: Change): readonly string[] => {
  const one = changeRun(change);
  return (one?.jobs ?? []).flatMap(({ faults }) => faults.map(({ text }) => text));
};

it('reports I/Os whose mean size differs from bs', () => {
  expect(listBlockFaults(changeOptions({}))).toEqual([]);
  expect(listBlockFaults(changeOptions({ bs: '8k' }))).toEqual([
    expect.stringMatching(/^read moved 4096\.\d+ bytes per I\/O, but `bs` is 8k$/),
  ]);
  expect(listBlockFaults(changeOptions({ bs: '3k' }))).toHaveLength(1);
  // Reads, writes, trims; fio counts in the same bytes.
  expect(listBlockFaults(changeOptions({ bs: '4096,64k' }))).toEqual([]);
  expect(listBlockFaults(changeOptions({ bs: ',64k' }))).toEqual([]);
});

it.each([
  { bssplit: '8k/50:1k/50' },
  { bsrange: '1k-8k' },
  { bs_unaligned: '1' },
  { read_iolog: 'x' },
  { kb_base: '1000' },
  { ioengine: 'filecreate' },
])('reports no wrong block size with %j', (more) =>
  expect(listBlockFaults(changeOptions({ bs: '8k', ...more }))).toEqual([]),
);

it('ignores failed jobs, and differences that I/Os in flight explain', () => {
  expect(listBlockFaults((job) => Object.assign(changeOptions({ bs: '8k' })(job) ?? job, { error: 5 }))).toEqual([]);
  const few: Change = (job) =>
    Object.assign(job.read, { total_ios: 10, io_bytes: 53_248, io_kbytes: 52, iops: 6.66, bw_bytes: 35_475, bw: 34 });
  expect(listBlockFaults(few)).toEqual([]);
  const alone: Change = (job) => {
    few(job);
    changeOptions({ iodepth: '1' })(job);
  };
  expect(listBlockFaults(alone)).toHaveLength(1);
});

/** A run of 2 ms on average without a histogram: 1,000 reads a second for 30 s. */
function listProblems(read: object, shares: object): readonly string[] {
  const moved = { io_bytes: 245_760_000, io_kbytes: 240_000, bw_bytes: 8_192_000, bw: 8000, iops: 1000 };
  const clat = { min: 400_000, max: 9_000_000, mean: 2e6, stddev: 4e5, N: 30_000, percentile: { '95.00': 3_400_000 } };
  const direction = { ...moved, runtime: 30_000, total_ios: 30_000, clat_ns: { ...clat, ...read }, ...read };
  const job = { jobname: 'x', 'job options': { bs: '8k' }, latency_ms: shares, read: direction };
  return parseOutput(JSON.stringify({ 'fio version': 'fio-3.38', jobs: [job] })).problems;
}
const SHARES = { 2: 60, 4: 39.5, 10: 0.5 };

it.each([
  ['no problem of consistent figures', {}, SHARES, ''],
  [
    'a percentile that too many I/Os exceed',
    { percentile: { '95.00': 2_800_000 } },
    { 2: 60, 4: 10, 10: 30 },
    'percentile 95 of read clat_ns is 2800 us, but more I/Os',
  ],
  ['no problem of a percentile that few I/Os exceed', {}, { 2: 60, 4: 35.5, 10: 4.5 }, ''],
  [
    'a percentile that too few I/Os reach',
    {},
    { 2: 99, 4: 1 },
    'percentile 95 of read clat_ns is 3400 us, but fewer I/Os',
  ],
])('reports contradictions of bandwidth or latency: %s', (_, read, shares, text) =>
  expect(listProblems(read, shares)).toEqual(text === '' ? [] : [expect.stringContaining(text)]),
);
