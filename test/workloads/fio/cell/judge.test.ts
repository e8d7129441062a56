import { judgeReadBack, READ_BACK_FILE } from '../../../../lib/workloads/fio/cell/judge';
import { parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import { judgeReading } from '../../../../lib/workloads/judge-reading';
import { fio } from '../../../../lib/workloads/fio/workload';
import type { FioParams } from '../../../../lib/workloads/fio/schema';
import type { HostRaw } from '../../../../lib/workloads/contract';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { asCalled, dataParams, hostRaw, parseParams, readRecorded, recordedDocument } from '../recorded-outputs';

const judge = (hosts: readonly HostRaw[], params: FioParams) =>
  // Recordings have no logs.
  judgeReading(fio, readHosts(fio, hosts, params), hosts, params).filter(({ code }) => code !== 'SteadinessNotTested');
const good = readRecorded('host-a.json');
const host = (changes: Parameters<typeof hostRaw>[2] = {}, text: string | null = good) =>
  hostRaw('client-0', text, changes);
const codes = (hosts: ReturnType<typeof host> | ReturnType<typeof host>[], params = dataParams()) =>
  judge([hosts].flat(), params).map(({ level, code }) => `${level} ${code}`);

describe('judge of a fio cell', () => {
  it('returns no reasons for a valid trial', () => expect(codes(host())).toEqual([]));

  it('reports ZeroIo when fio made 0 I/Os, in total or in a requested direction', () => {
    expect(codes(host({}, readRecorded('zero-io.json')))).toContain('invalid ZeroIo');
    expect(codes(host(), dataParams({ rw: 'randwrite' }))).toContain('invalid ZeroIo');
    expect(judge([host()], dataParams({ rw: 'randrw' }))[0]?.text).toMatch(/but made no write/);
    const mix = { rw: 'randrw', rwmixread: 70, numjobs: 1, runtime: '1s' };
    // It was recorded without `end_fsync`, which is asked.
    expect(codes(host({}, readRecorded('randrw.json')), dataParams(mix))).toEqual(['suspect OptionsMismatch']);
  });

  it("reports ToolFailed or TimedOut with the problem of the script, or else the last line of fio's stderr", () => {
    const failed = judge([host({ rc: 1, stderr: 'fio: first\nfio: pid=1, err=28\n' }, '')], dataParams());
    expect(failed).toEqual([
      { level: 'invalid', code: 'ToolFailed', text: 'client-0: fio ended with exit code 1: fio: pid=1, err=28' },
    ]);
    const late = host({ rc: 124, facts: { problem: 'fio did not end within its time limit of 35 s' } });
    expect(judge([late], dataParams())).toMatchObject([
      { code: 'TimedOut', text: expect.stringMatching(/exit code 124: fio did not end within/) as string },
    ]);
    expect(judge([host({ rc: 137 }, null)], dataParams())[0]?.text).toMatch(/printed no error/);
  });

  it('reports INFEASIBLE when the host refuses O_DIRECT or the ioengine', () => {
    const fail = (facts: object) => host({ rc: 1, facts }, null);
    const refused = fail({ direct: '0', directReason: 'nfs refuses O_DIRECT: Invalid argument' });
    expect(codes(refused, dataParams({ direct: true }))).toEqual(['infeasible DirectRefused']);
    const missing = fail({ ioengine: '', problem: 'engine io_uring cannot be used: not permitted' });
    expect(codes(missing, dataParams({ ioengine: 'io_uring' }))).toEqual(['infeasible EngineUnavailable']);
  });

  it('reports RateStep when the logged rate falls half-way, except for metadata engines', () => {
    const log = (rates: readonly number[], direction: number) =>
      rates.map((rate, second) => `${(second + 1) * 1000}, ${rate}, ${direction}, 0, 0\n`).join('');
    const fallen = Array.from({ length: 20 }, (_, second) => (second < 10 ? 1000 : 400));
    const params = dataParams({ runtime: '20s' });
    const create = parseParams({ kind: 'fio', ioengine: 'filecreate', nrfiles: 20_000 }) as typeof params;
    const seconds = 20;
    const withLog = (name: string, text: string, of: string) => {
      const document = asCalled(recordedDocument(of), of === 'host-a.json' ? params : create);
      // As if it had gone on for so long.
      for (const { read, write } of document.jobs)
        for (const one of [read, write]) {
          const times = one.runtime === 0 ? 0 : (seconds * 1000) / one.runtime;
          const counts = { total_ios: one.total_ios * times, io_bytes: one.io_bytes * times };
          Object.assign(one, { runtime: seconds * 1000, ...counts });
        }
      const raw = host({ ended: 1_795_236_005 + seconds }, JSON.stringify(document));
      return { ...raw, files: [...raw.files, { name, source: `raw/${name}`, text }] };
    };
    const steady = fallen.map(() => 1000);
    const judgeLog = (rates: readonly number[]) =>
      codes(withLog('raw/series_bw.log', log(rates, 0), 'host-a.json'), params);
    expect([judgeLog(fallen), judgeLog(steady)]).toEqual([['suspect RateStep'], []]);
    expect(codes(withLog('raw/series_iops.log', log(fallen, 1), 'filecreate.json'), create)).toEqual([]);
  });

  it('reports ShortRun when a metadata trial ended after 400 ms', () => {
    const params = parseParams({ kind: 'fio', ioengine: 'filecreate', nrfiles: 20_000 });
    const document = asCalled(recordedDocument('filecreate.json'), params);
    const within = (runtime: number) => {
      for (const { write } of document.jobs)
        Object.assign(write, { runtime, iops: (write.total_ios * 1000) / runtime });
      return codes(host({ facts: { direct: '0' } }, JSON.stringify(document)), params as ReturnType<typeof dataParams>);
    };
    expect(within(400)).toEqual(['suspect ShortRun']);
    expect(within(2000)).toEqual([]);
  });

  it('reports ClockStepped when the script took 90 s longer than the measurement', () => {
    const { status } = host();
    const makePausedHost = (seconds: number) => host({ ended: (status?.started ?? 0) + seconds });
    expect(codes(makePausedHost(92))).toEqual(['suspect ClockStepped']);
    expect(codes(makePausedHost(10))).toEqual([]);
  });

  it('reports HostsDiffer when fio versions or memory sizes of hosts differ', () => {
    const other = (changes: Parameters<typeof hostRaw>[2]) => [
      host(),
      hostRaw('client-1', readRecorded('host-b.json'), changes),
    ];
    expect(codes(other({}))).toEqual([]);
    expect(codes(other({ version: 'fio-2.14' }))).toEqual(['suspect HostsDiffer']);
    const [reason] = judge(other({ facts: { memBytes: '1073741824' } }), dataParams());
    expect(reason?.text).toBe('hosts differ in memory: client-0 8 GiB; client-1 1 GiB');
  });
});

it('reports CompressibleData once per trial, as a note, when buffer_compress_percentage is set', () => {
  const params = dataParams({ buffer_compress_percentage: 50 });
  const note = {
    level: 'note',
    code: 'CompressibleData',
    text:
      '50% of the data is compressible (buffer_compress_percentage); fsxbench counts bytes before compression, so ' +
      'compressing storage may exceed the rate of its disks, and the provisioned rate',
  };
  const hosts = [hostRaw('client-0', readRecorded('host-a.json')), hostRaw('client-1', readRecorded('host-b.json'))];
  const notes = (asked: typeof params) =>
    fio.judge(readHosts(fio, hosts, asked), hosts, asked).filter(({ code }) => code === note.code);
  expect(notes(params)).toEqual([note]);
  expect(notes(dataParams())).toEqual([]);
});

const VERIFIED = dataParams({ rw: 'randwrite', numjobs: 2, size: '16 MiB', verify: 'crc32c' });
const makeReadBack = (name: string, json: string | null, { stderr = '', rc = 0 } = {}) => {
  const raw = hostRaw(name, '', { rc });
  const file = (of: string, text: string) => ({ name: of, source: of, text });
  const files = [...(json === null ? [] : [file(READ_BACK_FILE, json)]), file('raw/verify.stderr', stderr)];
  return parseHost({ ...raw, files: [...raw.files, ...files] });
};
const makeVerifiedHost = (name: string) => makeReadBack(name, readRecorded('readback.json'));
const judgeReadBacks = (...hosts: readonly ReturnType<typeof makeReadBack>[]) =>
  judgeReadBack(hosts, VERIFIED).map(({ level, code, text }) => `${level} ${code} ${text}`);

describe('judgeReadBack', () => {
  it('notes Verified once when all hosts read back matching data', () => {
    expect(judgeReadBacks(makeVerifiedHost('client-0'), makeVerifiedHost('client-1'))).toEqual([
      expect.stringMatching(/^note Verified after the measurement hosts read back their files.*\(verify: crc32c\)/),
    ]);
  });

  it('reports VerifyFailed with files and offsets when fio ended with an error and read other data', () => {
    const stderr = readRecorded('readback-failed.txt');
    const failed = makeReadBack('client-1', readRecorded('readback-failed.json'), { stderr });
    expect(judgeReadBacks(makeVerifiedHost('client-0'), failed)).toEqual([
      'invalid VerifyFailed client-1: job readback/0 read back data that differs from what it wrote, in at least ' +
        'one of its blocks: a/f.vcrc32c.0 from byte 819200, 4096 bytes; a/f.vcrc32c.1 from byte 40960, 4096 bytes',
    ]);
  });

  it('reports VerifyFailed when fio printed a mismatch but ended with error 0 and exit code 0', () => {
    const stderr = readRecorded('readback-silent.txt');
    expect(judgeReadBacks(makeReadBack('client-0', readRecorded('readback.json'), { stderr }))).toEqual([
      'invalid VerifyFailed client-0: job readback/0 read back data that differs from what it wrote, in at least one ' +
        'of its blocks: a/f.vcrc32c.1 from byte 999424, 4096 bytes',
    ]);
  });

  it('lists all files when lines that fio printed at the same time are mixed', () => {
    const stderr = readRecorded('readback-mixed.txt');
    expect(judgeReadBacks(makeReadBack('client-0', readRecorded('readback-failed.json'), { stderr }))).toEqual([
      expect.stringMatching(/: a\/f.vcrc32.0 from .*; a\/f.vcrc32.1 from .*; a\/f.vcrc32.3 from .*; and 1 more$/),
    ]);
  });

  const whole = readRecorded('readback.json');
  it.each([
    ['no data', null, '0 B of the 32 MiB to verify were read back: '],
    ['half of the data', whole.replaceAll('33554432', '16777216'), '16 MiB of the 32 MiB to verify'],
    ['all data with an error', whole.replace('"error" : 0', '"error" : 5'), '32 MiB of the 32 MiB to verify'],
  ])('reports NotVerified when fio read back %s', (_, json, said) => {
    const [only, ...more] = judgeReadBacks(makeReadBack('client-0', json));
    expect(more).toEqual([]);
    expect(only).toContain(`invalid NotVerified client-0: ${said}`);
  });

  it('returns no reasons for hosts whose measurement failed, or without verify', () => {
    expect(judgeReadBacks(makeReadBack('client-0', null, { rc: 1 }))).toEqual([]);
    const { verify: __, ...plain } = VERIFIED;
    expect(judgeReadBack([makeVerifiedHost('client-0')], plain)).toEqual([]);
  });
});
