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
function applied<P extends CellParams>(
  checks: Parameters<typeof applyChecks<P>>[0],
  raw: ReturnType<typeof hostRaw>,
  params: P,
): string[] {
  if (raw.status === null) throw new Error('no status');
  const reasons = applyChecks(checks, { host: parseHost(raw), status: raw.status, params });
  return reasons.map(({ level, code }) => `${level} ${code}`);
}

/** Reasons of one host that left host-a.json, changed: two jobs, 4 I/Os in flight each, 1.5 s; called as asked. */
function codes(
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

describe('the time that was measured', () => {
  it.each(cases.runtimesAsked as [string, string[]][])('against %s asked', (runtime, expected) =>
    expect(codes({ runtime })).toEqual(expected),
  );
});

describe('what was in flight', () => {
  it('is doubted where depth 16 was asked and the host kept one', () => {
    expect(codes({ iodepth: 16, numjobs: 1 })).toEqual(['suspect DepthNotReached']);
    expect(codes({ iodepth: 4 })).toEqual([]);
    // 7.98 of 10.
    expect(codes({ iodepth: 5 })).toEqual(['suspect DepthNotReached']);
  });

  it('is limited by submission where that takes all the time of a job, though IOPS × latency reaches the depth', () => {
    const slat = (mean: number) => (job: RecordedJob) =>
      Object.assign(job.read, { slat_ns: { min: 1000, max: 195_575, mean, stddev: 1, N: 38_632 } });
    // 12,900 I/Os/s of each of two jobs.
    expect(codes({}, slat(65_000))).toEqual(['note SubmissionBound']);
    expect(codes({}, slat(59_000))).toEqual([]);
  });

  it('is not asked of one I/O at a time', () => expect(codes({ iodepth: 1, numjobs: 1 })).toEqual([]));

  it('is less than asked where the engine is synchronous', () => {
    expect(codes({}, undefined, { ioengine: 'psync' })).toEqual(['invalid DepthIgnored']);
    expect(codes({ iodepth: 1, numjobs: 8 }, undefined, { ioengine: 'psync' })).toEqual([]);
    expect(codes({ iodepth: 1, numjobs: 11 }, undefined, { ioengine: 'psync' })).toEqual(['suspect DepthNotReached']);
  });
});

describe('what the host did itself', () => {
  it('doubts I/Os that moved less than a block, or were dropped', () => {
    expect(codes({}, ({ read }) => Object.assign(read, { short_ios: 1 }))).toEqual(['suspect ShortIos']);
    expect(codes({}, ({ read }) => Object.assign(read, { drop_ios: 1 }))).toEqual(['suspect ShortIos']);
  });

  it.each([
    [60, 31, '2', ['note ClientBound']],
    [60, 29, '2', []],
    // Two jobs on one CPU have half of it each.
    [30, 16, '1', ['note ClientBound']],
    [30, 16, '4', []],
  ])('says that it was busy with itself: %d %% and %d %% of a thread, %s CPUs', (user, system, cpus, expected) => {
    const busy = (job: RecordedJob) => Object.assign(job, { usr_cpu: user, sys_cpu: system });
    expect(codes({}, busy, { cpus })).toEqual(expected);
  });
});

type Params = ReturnType<typeof dataParams>;

function judged(text: string, params: Params = dataParams()): readonly { readonly code: string; text: string }[] {
  const host = hostRaw('client-0', text);
  const reading = readHosts(fio, [host], params);
  const all = [...reading.reasons, ...fio.judge(reading, [host], params)];
  return all.filter(({ level }) => level === 'invalid');
}
const figureCodes = (...given: Parameters<typeof judged>) => judged(...given).map(({ code }) => code);

function changed(name: string, change: (job: RecordedJob) => void): string {
  const document = recordedDocument(name);
  for (const job of document.jobs) change(job);
  return JSON.stringify(document);
}

describe('figures of a trial', () => {
  it('are its own where nothing was changed', () => expect(figureCodes(readRecorded('host-a.json'))).toEqual([]));

  it('are refused where the file holds two runs: they are not added up', () => {
    const two = judged(readRecorded('appended.json'), dataParams({ iodepth: 1, numjobs: 1, runtime: '1s' }));
    expect(two.map(({ code }) => code)).toEqual(['SeveralRuns']);
    expect(two[0]?.text).toBe('client-0: the file contains 2 runs (again/0, again/0); expected: one');
  });

  it.each(cases.figuresChanged as [Counter, number, string[]][])(
    'are held against each other: %s × %d',
    (key, times, expected) => {
      const text = changed('host-a.json', ({ read }) => {
        read[key] *= times;
      });
      expect(figureCodes(text)).toEqual(expected);
    },
  );

  it('say what does not agree', () => {
    const text = changed('host-a.json', ({ read }) => {
      read.iops *= 1.5;
    });
    expect(judged(text)[0]?.text).toMatch(/^client-0: read iops [\d.e+]+ × 1\.5\d* s and [\d.]+ I\/Os do not agree$/);
  });

  it.each([Number.NaN, 1e300, -1])('are refused where iops is %d', (iops) => {
    expect(figureCodes(changed('host-a.json', ({ read }) => Object.assign(read, { iops })))).not.toEqual([]);
  });

  it('are refused where the histogram holds 1% of the I/Os', () => {
    const text = changed('host-a.json', ({ read: { clat_ns: clat } }) => {
      const bins = Object.entries(clat.bins ?? {});
      clat.bins = Object.fromEntries(bins.map(([value, count]) => [value, Math.ceil(count / 100)]));
    });
    expect(judged(text)[0]).toMatchObject({ code: 'Contradiction' });
    expect(judged(text)[0]?.text).toMatch(/the histogram of read clat_ns contains \d+ I\/Os, but fio measured \d+/);
  });

  it('are refused where the mean lies outside of minimum and maximum', () => {
    const without = ({ read: { lat_ns: lat } }: RecordedJob) => Object.assign(lat, { max: lat.mean / 1.5 });
    expect(judged(changed('host-a.json', without))[0]?.text).toMatch(/mean of read lat_ns is .* above its maximum/);
    const below = ({ read: { lat_ns: lat } }: RecordedJob) => Object.assign(lat, { min: lat.mean * 1.5 });
    expect(judged(changed('host-a.json', below))[0]?.text).toMatch(/mean of read lat_ns is .* below its minimum/);
  });

  it('are of blocks of the size that was asked', () => {
    expect(figureCodes(readRecorded('host-a.json'), dataParams({ bs: '8k' }))).toEqual(['BlockSizeMismatch']);
    expect(judged(readRecorded('host-a.json'), dataParams({ bs: '8k' }))[0]?.text).toBe(
      'client-0: read bandwidth ÷ iops is 4 KiB; requested: blocks of 8 KiB',
    );
  });

  it('are of the mix that was asked', () => {
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

  it('of operations on files have no block, no mix, and the same times', () => {
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
  return applied(CACHE_CHECKS, raw, dataParams(changes));
}

describe('caches of hosts', () => {
  it('has nothing against O_DIRECT', () => {
    expect(cacheCodes({})).toEqual([]);
    expect(cacheCodes({}, MEMORY)).toEqual([]);
  });

  it('notes buffered I/O where memory is what is measured', () => {
    expect(cacheCodes(REFUSED, MEMORY)).toEqual(['note BufferedByNecessity']);
    expect(cacheCodes(REFUSED, MEMORY, { direct: false })).toEqual([]);
  });

  it('refuses figures of the page cache, unless they were asked for', () => {
    expect(cacheCodes({ ...REFUSED, fileBytes: String(GIB) })).toEqual(['invalid CacheServed']);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(GIB) }, DISK, { rw: 'randwrite' })).toEqual([
      'invalid CacheServed',
    ]);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(GIB) }, DISK, { direct: false })).toEqual([
      'suspect CacheServed',
    ]);
  });

  it('knows how much of the files the cache can hold', () => {
    expect(cacheCodes({ ...REFUSED, fileBytes: String(12 * GIB) })).toEqual(['suspect CacheServed']);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(40 * GIB) })).toEqual(['note BufferedByNecessity']);
    expect(cacheCodes({ ...REFUSED, fileBytes: String(40 * GIB) }, DISK, { direct: false })).toEqual([]);
  });

  it('doubts buffered writes, however much was written: no sync waited for them', () => {
    const large = { ...REFUSED, fileBytes: String(24 * GIB) };
    for (const rw of ['randwrite', 'write', 'randrw', 'rw']) {
      expect(cacheCodes(large, DISK, { rw })).toEqual(['suspect WritesDelayed']);
      expect(cacheCodes(large, DISK, { rw, direct: false })).toEqual(['suspect WritesDelayed']);
      expect(cacheCodes(large, MEMORY, { rw })).toEqual(['note BufferedByNecessity']);
    }
  });

  it.each(cases.flushed as [Record<string, unknown>, string[]][])('of writes with %j: %j', (changes, expected) => {
    const facts = { ...REFUSED, fileBytes: String(GIB) };
    expect(cacheCodes(facts, DISK, { rw: 'write', size: '16 MiB', direct: false, ...changes })).toEqual(expected);
  });

  it('doubts buffered writes whose sync never came', () => {
    const document = asCalled(recordedDocument('flush-clones.json'), dataParams({ rw: 'write' }), { direct: '0' });
    const facts = { memBytes: String(8 * GIB), ...REFUSED, fileBytes: String(GIB) };
    const raw = hostRaw('client-0', JSON.stringify(document), { facts, mount: DISK });
    const every = (fsync: number) =>
      applied(CACHE_CHECKS, raw, dataParams({ rw: 'write', size: '64 GiB', direct: false, fsync }));
    expect(every(1)).toEqual([]);
    expect(every(1_000_000)).toEqual(['suspect CacheServed']);
  });

  it('does not trust a host that does not say', () => {
    expect(cacheCodes({ direct: undefined, fileBytes: undefined })).toEqual(['invalid CacheServed']);
    expect(cacheCodes({ unwrittenBytes: undefined })).toEqual(['invalid UnwrittenReads']);
  });

  it('refuses reads of what was never written', () => {
    expect(cacheCodes({ unwrittenBytes: '4096' })).toEqual(['invalid UnwrittenReads']);
    expect(cacheCodes({ unwrittenBytes: '4096' }, MEMORY)).toEqual(['invalid UnwrittenReads']);
    expect(cacheCodes({ unwrittenBytes: '4096' }, DISK, { rw: 'randrw' })).toEqual(['invalid UnwrittenReads']);
    expect(cacheCodes({ unwrittenBytes: '4096' }, DISK, { rw: 'randwrite' })).toEqual([]);
  });
});

describe('lookups of files', () => {
  const looked = (caches: string | undefined, ioengine = 'filestat', mount = DISK): string[] => {
    const raw = hostRaw('client-0', '', { facts: caches === undefined ? {} : { caches }, mount });
    return applied(METADATA_CHECKS, raw, parseParams({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 1 }));
  };

  it('doubts lookups that the memory of the host may have answered', () => {
    expect(looked('kept: only root may drop them')).toEqual(['suspect CacheServed']);
    expect(looked('kept: only root may drop them', 'filecreate')).toEqual([]);
    expect(looked('kept: only root may drop them', 'filestat', MEMORY)).toEqual([]);
  });

  it('has nothing against hosts that have forgotten what they knew', () => {
    expect(looked('dropped')).toEqual([]);
    expect(looked(undefined)).toEqual([]);
  });
});
