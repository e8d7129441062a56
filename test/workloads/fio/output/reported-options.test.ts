import { judgeOutput } from '../../../../lib/results/outputs/judge-output';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { describeRun } from '../../../../lib/workloads/fio/output/reported-options';
import { readRecorded } from '../recorded-outputs';

/** A document of one run with these options, of jobs of one name. */
const document = (options: Readonly<Record<string, string>>, jobs = 1): string =>
  JSON.stringify({
    'fio version': 'fio-3.33',
    jobs: Array.from({ length: jobs }, () => ({
      jobname: 'a',
      groupid: 0,
      error: 0,
      'job options': options,
      read: {
        io_bytes: 409_600_000,
        io_kbytes: 400_000,
        bw_bytes: 20_480_000,
        bw: 20_000,
        iops: 5000,
        runtime: 20_000,
        total_ios: 100_000,
        lat_ns: { min: 1000, max: 9_000_000, mean: 3_200_000, stddev: 1, N: 100_000 },
      },
    })),
  });
const readStated = (options: Readonly<Record<string, string>>, jobs?: number) =>
  parseOutput(document(options, jobs)).runs[0]?.stated;

const judge = (text: string, provisioned: Readonly<Record<string, number>> = {}) =>
  judgeOutput(parseOutput(text), { provisioned, requested: {} });

it.each([
  ['etcd.json', true],
  ['dsync.json', true],
  ['flush-clones.json', true],
  ['randrw.json', undefined],
  ['stonewall.json', undefined],
])('determines whether writes of %s waited for the storage: %s', (name, durable) => {
  const text = readRecorded(name);
  expect(parseOutput(text).runs.at(-1)?.stated?.durable).toBe(durable);
  // What asks for flushes, and makes none, has not waited.
  const without = text.replaceAll('"sync" : {', '"other" : {').replaceAll('"sync" : "dsync"', '"fsync" : "1"');
  expect(parseOutput(without).runs.at(-1)?.stated?.durable).toBeUndefined();
});

describe('describeRun of a fio result', () => {
  it('returns runtime, I/Os in flight, direct and working bytes from the job options', () => {
    const load = { rw: 'randread', bs: '4k', iodepth: '16', numjobs: '2', ioengine: 'libaio' };
    const options = { ...load, direct: '1', size: '1g' };
    expect(readStated(options, 2)).toEqual({
      options,
      seconds: 20,
      inFlight: 32,
      direct: true,
      workingBytes: 2 * 1024 ** 3,
      flushed: false,
      doubts: [],
      readBack: false,
      remarks: [],
    });
  });

  it.each<[Readonly<Record<string, string>>, object]>([
    // A file that four jobs share is counted once.
    [
      { numjobs: '4', size: '1m', filename: '/dev/sdb' },
      { inFlight: 4, workingBytes: 1024 ** 2 },
    ],
    // `filesize` is that of each file.
    [{ filesize: '1m', nrfiles: '16', numjobs: '4' }, { workingBytes: 16 * 4 * 1024 ** 2 }],
    // Windows takes an engine that keeps many in flight.
    [{ iodepth: '32' }, { inFlight: 32 }],
    [{ iodepth: '1' }, { inFlight: 1 }],
    [{ numjobs: '1' }, { inFlight: 1 }],
    [{ iodepth: '32', ioengine: 'psync' }, { inFlight: 1 }],
    [{ iodepth: '32', ioengine: 'io_uring' }, { inFlight: 32 }],
    [{ iodepth: '32', ioengine: 'libaio', rate_iops: '100' }, { inFlight: null }],
    [{ iodepth: '4', ioengine: 'libaio', fsync: '1' }, { inFlight: 4 }],
    [
      { ioengine: 'filecreate', direct: '0' },
      { direct: null, inFlight: null, doubts: [] },
    ],
    [{ rw: 'write' }, { direct: false, flushed: false, doubts: [], workingBytes: null }],
    [
      { direct: '0', end_fsync: '1', zero_buffers: '1' },
      { direct: false, flushed: true },
    ],
    [{ direct: '1', buffered: '1' }, { direct: false }],
    [{ buffered: '0' }, { direct: true }],
    [{ direct: '1', ioengine: 'mmap' }, { direct: false }],
    [
      { buffered: '1', direct: '1', fsync: '4', rw: 'randwrite' },
      { direct: true, options: { fsync: '4', rw: 'randwrite', direct: '1' } },
    ],
    [{ latency_target: '0', rate_min: '0', iodepth_low: '0', runtime: '20' }, { remarks: [] }],
  ])('returns for the options %j %j', (options, expected) => {
    const stated = readStated(options);
    expect({ ...stated, options: 'options' in expected ? stated?.options : undefined }).toEqual({
      ...stated,
      options: undefined,
      ...expected,
    });
  });

  it('prefers buffered of a job to direct of all jobs', () => {
    const json = JSON.parse(document({ buffered: '1' })) as object;
    const result = parseOutput(JSON.stringify({ ...json, 'global options': { direct: '1', size: '64m' } }));
    expect(result.runs[0]?.stated?.direct).toBe(false);
    const { reasons } = judgeOutput(result, { provisioned: {}, requested: {}, hostMemory: 1024 ** 3 });
    expect(reasons.join(' ')).toMatch(/through the memory of the host \(buffered=1\)/);
  });

  it('marks verifying reads, and excludes them from the load', () => {
    const text = readRecorded('verify-write.json');
    const [run] = parseOutput(text).runs;
    expect(run?.stated?.readBack).toBe(true);
    const iops = run?.observations.find((one) => one.metric === 'iops' && one.operation === 'write')?.value ?? 0;
    expect(judge(text, { iops: iops * 1.01 }).reasons.join(' ')).not.toMatch(/in flight|provisioned/);
    expect(judge(text, { iops: iops * 0.9 }).reasons.join(' ')).toMatch(/provisioned/);
  });

  it.each([
    [{ iodepth: '32', latency_target: '3ms' }, /^latency_target=3ms: fio searches for .* \(16\.0 I\/Os were in flight/],
    [{ iodepth: '32', iodepth_low: '8' }, /^iodepth_low=8: the queue drains before fio refills it/],
    [{ iodepth: '32', rate_iops_min: '100' }, /^rate_iops_min=100: fio stops a job whose rate falls below this value/],
    [{ runtime: '60', size: '390m' }, /^the run ended after 20s of the requested 1m: its size was done/],
    [{ runtime: '60', size: '100%' }, /^the run ended after 20s of the requested 1m: its size was done/],
  ])('remarks on a changed or shortened load with %j', (options, remark) => {
    expect(judge(document({ direct: '1', ...options })).remarks).toEqual([expect.stringMatching(remark)]);
  });

  it('reports submission as the limit when it took 95% of the time of each job, except with `disable_lat`', () => {
    const makeDocument = (iodepth: string, mean: number, more = {}): string =>
      document({ direct: '1', ioengine: 'libaio', iodepth, ...more }).replace(
        '"lat_ns"',
        `"slat_ns":{"min":1000,"max":900000,"mean":${mean},"stddev":1,"N":100000},"lat_ns"`,
      );
    expect(judge(makeDocument('16', 190_000)).reasons).toEqual([
      'submitting I/Os took 95% of the time of each job: fewer than iodepth 16 were in flight at the storage',
    ]);
    expect(judge(makeDocument('16', 100_000)).reasons).toEqual([]);
    expect(judge(makeDocument('16', 190_000, { disable_lat: '1' })).reasons).toEqual([]);
  });

  it('doubts jobs of one name when the slowest reached 50% of the fastest', () => {
    const slow = (share: number): string => {
      const json = JSON.parse(document({ direct: '1', runtime: '20' }, 2)) as {
        jobs: { read: Record<string, number> }[];
      };
      for (const [key, value] of Object.entries(json.jobs[1]?.read ?? {}))
        if (typeof value === 'number' && key !== 'runtime')
          Object.assign(json.jobs[1]?.read ?? {}, { [key]: value * share });
      return JSON.stringify(json);
    };
    const doubts = (share: number) => parseOutput(slow(share)).runs[0]?.stated?.doubts;
    expect(doubts(0.5)).toContainEqual({
      code: 'unequal',
      text: 'the slowest of the 2 jobs reached 50% of the fastest',
    });
    expect(doubts(0.75)).toEqual([]);
  });

  it('returns undefined or null without printed options', () => {
    expect(readStated({})).toBeUndefined();
    expect(describeRun({ label: 'a/0', group: '0/0', jobs: [], directions: [] })).toBeNull();
  });
});
