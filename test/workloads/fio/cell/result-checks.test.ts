import { applyChecks, CACHE_CHECKS, METADATA_CHECKS } from '../../../../lib/workloads/fio/cell/result-checks';
import { parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import type { CellParams } from '../../../../lib/workloads/fio/schema';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import {
  asCalled,
  dataParams,
  hostRaw,
  parseParams,
  readRecorded,
  recordedDocument,
  type Counter,
  type RecordedJob,
} from '../recorded-outputs';
import cases from './result-checks.cases.json';

/** Reasons of some checks alone. */
function applyToHost<P extends CellParams>(
  checks: Parameters<typeof applyChecks<P>>[0],
  raw: ReturnType<typeof hostRaw>,
  params: P,
): string[] {
  if (raw.status === null) throw new Error('no status');
  const reasons = applyChecks(checks, { host: parseHost(raw), status: raw.status, params });
  return reasons.map(({ level, code }) => `${level} ${code}`);
}

/** Reasons of one host that left host-a.json, changed: two jobs, 4 I/Os in flight each, 1.5 s; called as asked. */
function judgeCodes(
  changes: Readonly<Record<string, unknown>> = {},
  change: (job: RecordedJob) => void = () => {},
  facts: Readonly<Record<string, string>> = {},
): string[] {
  const params = dataParams(changes);
  const found = { ioengine: facts['ioengine'] ?? 'libaio', direct: '1' };
  const document = asCalled(recordedDocument('host-a.json'), params, found);
  for (const job of document.jobs) change(job);
  const host = hostRaw('client-0', JSON.stringify(document), { facts });
  const reading = readHosts(fio, [host], params);
  return [...reading.reasons, ...fio.judge(reading, [host], params)].map(({ level, code }) => `${level} ${code}`);
}

describe('judge of the measured time of 1.5 s', () => {
  it.each(cases.runtimesAsked as [string, string[]][])(
    'returns for a requested runtime of %s the reasons %j',
    (runtime, expected) => expect(judgeCodes({ runtime })).toEqual(expected),
  );
});

describe('judge of I/Os in flight', () => {
  it('reports DepthNotReached when fewer I/Os were in flight than iodepth × numjobs', () => {
    expect(judgeCodes({ iodepth: 16, numjobs: 1 })).toEqual(['suspect DepthNotReached']);
    expect(judgeCodes({ iodepth: 4 })).toEqual([]);
    // 7.98 of 10.
    expect(judgeCodes({ iodepth: 5 })).toEqual(['suspect DepthNotReached']);
  });

  it('notes SubmissionBound when submission takes nearly all the time of each job', () => {
    const slat = (mean: number) => (job: RecordedJob) =>
      Object.assign(job.read, { slat_ns: { min: 1000, max: 195_575, mean, stddev: 1, N: 38_632 } });
    // 12,900 I/Os/s of each of two jobs.
    expect(judgeCodes({}, slat(65_000))).toEqual(['note SubmissionBound']);
    expect(judgeCodes({}, slat(59_000))).toEqual([]);
  });

  it('returns no reasons for iodepth 1', () => expect(judgeCodes({ iodepth: 1, numjobs: 1 })).toEqual([]));

  it('reports DepthIgnored for a synchronous engine with iodepth 4', () => {
    expect(judgeCodes({}, undefined, { ioengine: 'psync' })).toEqual(['invalid DepthIgnored']);
    expect(judgeCodes({ iodepth: 1, numjobs: 8 }, undefined, { ioengine: 'psync' })).toEqual([]);
    expect(judgeCodes({ iodepth: 1, numjobs: 11 }, undefined, { ioengine: 'psync' })).toEqual([
      'suspect DepthNotReached',
    ]);
  });
});

describe('judge of client-side limits', () => {
  it('reports ShortIos when fio counted short or dropped I/Os', () => {
    expect(judgeCodes({}, ({ read }) => Object.assign(read, { short_ios: 1 }))).toEqual(['suspect ShortIos']);
    expect(judgeCodes({}, ({ read }) => Object.assign(read, { drop_ios: 1 }))).toEqual(['suspect ShortIos']);
  });

  it.each([
    [60, 31, '2', ['note ClientBound']],
    [60, 29, '2', []],
    // Two jobs on one CPU have half of it each.
    [30, 16, '1', ['note ClientBound']],
    [30, 16, '4', []],
  ])('judges jobs that use %d %% user and %d %% system CPU time on %s CPUs: %j', (user, system, cpus, expected) => {
    const busy = (job: RecordedJob) => Object.assign(job, { usr_cpu: user, sys_cpu: system });
    expect(judgeCodes({}, busy, { cpus })).toEqual(expected);
  });
});

type Params = ReturnType<typeof dataParams>;

function judgeFigures(text: string, params: Params = dataParams()): readonly { readonly code: string; text: string }[] {
  const host = hostRaw('client-0', text);
  const reading = readHosts(fio, [host], params);
  const all = [...reading.reasons, ...fio.judge(reading, [host], params)];
  return all.filter(({ level }) => level === 'invalid');
}
const figureCodes = (...given: Parameters<typeof judgeFigures>) => judgeFigures(...given).map(({ code }) => code);

function changeJobs(name: string, change: (job: RecordedJob) => void): string {
  const document = recordedDocument(name);
  for (const job of document.jobs) change(job);
  return JSON.stringify(document);
}

describe('judge of figures in a fio result', () => {
  it('returns no reasons for an unchanged result', () => expect(figureCodes(readRecorded('host-a.json'))).toEqual([]));

  it('reports SeveralRuns, without adding them up, when the file contains two runs', () => {
    const two = judgeFigures(readRecorded('appended.json'), dataParams({ iodepth: 1, numjobs: 1, runtime: '1s' }));
    expect(two.map(({ code }) => code)).toEqual(['SeveralRuns']);
    expect(two[0]?.text).toBe('client-0: the file contains 2 runs (again/0, again/0); expected: one');
  });

  it.each(cases.figuresChanged as [Counter, number, string[]][])(
    'reports figures that disagree: %s × %d',
    (key, times, expected) => {
      const text = changeJobs('host-a.json', ({ read }) => {
        read[key] *= times;
      });
      expect(figureCodes(text)).toEqual(expected);
    },
  );

  it('prints the values that disagree: IOPS × runtime and the count of I/Os', () => {
    const text = changeJobs('host-a.json', ({ read }) => {
      read.iops *= 1.5;
    });
    expect(judgeFigures(text)[0]?.text).toMatch(
      /^client-0: read iops [\d.e+]+ × 1\.5\d* s and [\d.]+ I\/Os do not agree$/,
    );
  });

  it.each([Number.NaN, 1e300, -1])('refuses a result with iops %d', (iops) => {
    expect(figureCodes(changeJobs('host-a.json', ({ read }) => Object.assign(read, { iops })))).not.toEqual([]);
  });

  it('reports Contradiction when the histogram contains 1% of the I/Os', () => {
    const text = changeJobs('host-a.json', ({ read: { clat_ns: clat } }) => {
      const bins = Object.entries(clat.bins ?? {});
      clat.bins = Object.fromEntries(bins.map(([value, count]) => [value, Math.ceil(count / 100)]));
    });
    expect(judgeFigures(text)[0]).toMatchObject({ code: 'Contradiction' });
    expect(judgeFigures(text)[0]?.text).toMatch(
      /the histogram of read clat_ns contains \d+ I\/Os, but fio measured \d+/,
    );
  });

  it('reports a mean latency above its maximum or below its minimum', () => {
    const without = ({ read: { lat_ns: lat } }: RecordedJob) => Object.assign(lat, { max: lat.mean / 1.5 });
    expect(judgeFigures(changeJobs('host-a.json', without))[0]?.text).toMatch(
      /mean of read lat_ns is .* above its maximum/,
    );
    const below = ({ read: { lat_ns: lat } }: RecordedJob) => Object.assign(lat, { min: lat.mean * 1.5 });
    expect(judgeFigures(changeJobs('host-a.json', below))[0]?.text).toMatch(
      /mean of read lat_ns is .* below its minimum/,
    );
  });

  it('reports BlockSizeMismatch when bandwidth ÷ IOPS differs from the requested block size', () => {
    expect(figureCodes(readRecorded('host-a.json'), dataParams({ bs: '8k' }))).toEqual(['BlockSizeMismatch']);
    expect(judgeFigures(readRecorded('host-a.json'), dataParams({ bs: '8k' }))[0]?.text).toBe(
      'client-0: read bandwidth ÷ iops is 4 KiB; requested: blocks of 8 KiB',
    );
  });

  it('reports MixMismatch when the share of reads differs from rwmixread by more than a few percent', () => {
    const mix = (rwmixread: number | undefined, text = readRecorded('randrw.json')) =>
      figureCodes(
        text,
        dataParams({ rw: 'randrw', ...(rwmixread === undefined ? {} : { rwmixread }), numjobs: 1, runtime: '1s' }),
      );
    expect(mix(70)).toEqual([]);
    expect(mix(67)).toEqual([]);
    expect(mix(60)).toEqual(['MixMismatch']);
    expect(mix(undefined)).toEqual(['MixMismatch']);
  });

  it('accepts a filecreate result, without checks of block size and mix', () => {
    const create = parseParams({ kind: 'fio', ioengine: 'filecreate', nrfiles: 20_000 }) as Params;
    expect(figureCodes(readRecorded('filecreate.json'), create)).toEqual([]);
  });
});

const GIB = 1024 ** 3;
const DISK = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw' };
const MEMORY = { source: 'tmpfs', type: 'tmpfs', options: 'rw' };
const REFUSED = { direct: '0', directReason: 'refused: Invalid argument' };

function cacheCodes(facts: object, mount = DISK, changes: Readonly<Record<string, unknown>> = {}): string[] {
  const raw = hostRaw('client-0', '', { facts: { memBytes: String(8 * GIB), ...facts }, mount });
  return applyToHost(CACHE_CHECKS, raw, dataParams(changes));
}

describe('CACHE_CHECKS on page caches of hosts', () => {
  it('returns no reasons for O_DIRECT', () => {
    expect(cacheCodes({})).toEqual([]);
    expect(cacheCodes({}, MEMORY)).toEqual([]);
  });

  it('notes BufferedByNecessity on tmpfs, and returns no reason when direct: false was requested', () => {
    expect(cacheCodes(REFUSED, MEMORY)).toEqual(['note BufferedByNecessity']);
    expect(cacheCodes(REFUSED, MEMORY, { direct: false })).toEqual([]);
  });

  it('reports CacheServed without O_DIRECT when files fit in memory: suspect with direct: false, else invalid', () => {
    expect(cacheCodes({ ...REFUSED, fileBytes: String(GIB) })).toEqual(['invalid CacheServed']);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(GIB) }, DISK, { rw: 'randwrite' })).toEqual([
      'invalid CacheServed',
    ]);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(GIB) }, DISK, { direct: false })).toEqual([
      'suspect CacheServed',
    ]);
  });

  it('compares the file size with host memory of 8 GiB: CacheServed at 12 GiB, BufferedByNecessity at 40 GiB', () => {
    expect(cacheCodes({ ...REFUSED, fileBytes: String(12 * GIB) })).toEqual(['suspect CacheServed']);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(40 * GIB) })).toEqual(['note BufferedByNecessity']);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(40 * GIB) }, DISK, { direct: false })).toEqual([]);
  });

  it('reports WritesDelayed for buffered writes without sync, even if they exceed host memory', () => {
    const large = { ...REFUSED, fileBytes: String(24 * GIB) };
    for (const rw of ['randwrite', 'write', 'randrw', 'rw']) {
      expect(cacheCodes(large, DISK, { rw })).toEqual(['suspect WritesDelayed']);
      expect(cacheCodes(large, DISK, { rw, direct: false })).toEqual(['suspect WritesDelayed']);
      expect(cacheCodes(large, MEMORY, { rw })).toEqual(['note BufferedByNecessity']);
    }
  });

  it.each(cases.flushed as [Record<string, unknown>, string[]][])(
    'judges buffered writes with %j: %j',
    (changes, expected) => {
      const facts = { ...REFUSED, fileBytes: String(GIB) };
      expect(cacheCodes(facts, DISK, { rw: 'write', size: '16 MiB', direct: false, ...changes })).toEqual(expected);
    },
  );

  it('reports CacheServed for buffered writes when fio made no sync', () => {
    const document = asCalled(recordedDocument('flush-clones.json'), dataParams({ rw: 'write' }), { direct: '0' });
    const facts = { memBytes: String(8 * GIB), ...REFUSED, fileBytes: String(GIB) };
    const raw = hostRaw('client-0', JSON.stringify(document), { facts, mount: DISK });
    const every = (fsync: number) =>
      applyToHost(CACHE_CHECKS, raw, dataParams({ rw: 'write', size: '64 GiB', direct: false, fsync }));
    expect(every(1)).toEqual([]);
    expect(every(1_000_000)).toEqual(['suspect CacheServed']);
  });

  it('reports CacheServed and UnwrittenReads when the host reports neither direct nor unwrittenBytes', () => {
    expect(cacheCodes({ direct: undefined, fileBytes: undefined })).toEqual(['invalid CacheServed']);
    expect(cacheCodes({ unwrittenBytes: undefined })).toEqual(['invalid UnwrittenReads']);
  });

  it('reports UnwrittenReads for reads from files with unwritten bytes, but not for random writes', () => {
    expect(cacheCodes({ unwrittenBytes: '4096' })).toEqual(['invalid UnwrittenReads']);
    expect(cacheCodes({ unwrittenBytes: '4096' }, MEMORY)).toEqual(['invalid UnwrittenReads']);
    expect(cacheCodes({ unwrittenBytes: '4096' }, DISK, { rw: 'randrw' })).toEqual(['invalid UnwrittenReads']);
    expect(cacheCodes({ unwrittenBytes: '4096' }, DISK, { rw: 'randwrite' })).toEqual([]);
  });
});

describe('METADATA_CHECKS on caches of file lookups', () => {
  const judgeLookups = (caches: string | undefined, ioengine = 'filestat', mount = DISK): string[] => {
    const raw = hostRaw('client-0', '', { facts: caches === undefined ? {} : { caches }, mount });
    return applyToHost(METADATA_CHECKS, raw, parseParams({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 1 }));
  };

  it('reports CacheServed for filestat when caches were kept, but not for filecreate or on tmpfs', () => {
    expect(judgeLookups('kept: only root may drop them')).toEqual(['suspect CacheServed']);
    expect(judgeLookups('kept: only root may drop them', 'filecreate')).toEqual([]);
    expect(judgeLookups('kept: only root may drop them', 'filestat', MEMORY)).toEqual([]);
  });

  it('returns no reasons when the host dropped its caches', () => {
    expect(judgeLookups('dropped')).toEqual([]);
    expect(judgeLookups(undefined)).toEqual([]);
  });
});
