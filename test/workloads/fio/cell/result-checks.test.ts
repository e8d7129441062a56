import {
  applyChecks,
  CACHE_CHECKS,
  FIGURE_CHECKS,
  LOAD_CHECKS,
  METADATA_CHECKS,
} from '../../../../lib/workloads/fio/cell/result-checks';
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

it('accepts two jobs that end at different times, each with figures that agree', () => {
  const document = recordedDocument('clones.json');
  const { read } = document.jobs[1] as unknown as { read: Record<string, number> };
  for (const name of ['runtime', 'total_ios', 'io_bytes', 'io_kbytes'])
    read[name] = Math.round((read[name] ?? 0) * 0.67);
  const raw = hostRaw('client-0', JSON.stringify(document), {});
  expect(applyToHost(FIGURE_CHECKS, raw, dataParams({}))).toEqual([]);
});

describe('judge of the measured time of 1.5 s', () => {
  it.each(cases.runtimesAsked as [string, string[]][])(
    'returns for a requested runtime of %s the reasons %j',
    (runtime, expected) => expect(judgeCodes({ runtime })).toEqual(expected),
  );
});

describe('judge of I/Os in flight and of client-side limits', () => {
  const submit = (mean: number) => (job: RecordedJob) =>
    Object.assign(job.read, { slat_ns: { min: 1000, max: 195_575, mean, stddev: 1, N: 38_632 } });
  const cpu = (user: number, system: number) => (job: RecordedJob) =>
    Object.assign(job, { usr_cpu: user, sys_cpu: system });
  const same = (): void => {};
  const psync = { ioengine: 'psync' };

  it.each<[string, object, (job: RecordedJob) => void, Readonly<Record<string, string>>, string[]]>([
    [
      '16 I/Os requested, of which 8 were in flight',
      { iodepth: 16, numjobs: 1 },
      same,
      {},
      ['suspect DepthNotReached'],
    ],
    ['10 I/Os requested, of which 7.98 were in flight', { iodepth: 5 }, same, {}, ['suspect DepthNotReached']],
    ['8 I/Os requested, of which 7.98 were in flight', { iodepth: 4 }, same, {}, []],
    ['iodepth 1', { iodepth: 1, numjobs: 1 }, same, {}, []],
    ['a synchronous engine with iodepth 4', {}, same, psync, ['invalid DepthIgnored']],
    ['a synchronous engine with 8 jobs', { iodepth: 1, numjobs: 8 }, same, psync, []],
    ['a synchronous engine with 11 jobs', { iodepth: 1, numjobs: 11 }, same, psync, ['suspect DepthNotReached']],
    // 12,900 I/Os/s of each of two jobs: nearly all of their time.
    ['submission of 65 us', {}, submit(65_000), {}, ['note SubmissionBound']],
    ['submission of 59 us', {}, submit(59_000), {}, []],
    ['a short I/O', {}, ({ read }) => Object.assign(read, { short_ios: 1 }), {}, ['suspect ShortIos']],
    ['a dropped I/O', {}, ({ read }) => Object.assign(read, { drop_ios: 1 }), {}, ['suspect ShortIos']],
    ['two jobs at 91% on 2 CPUs', {}, cpu(60, 31), { cpus: '2' }, ['note ClientBound']],
    ['two jobs at 89% on 2 CPUs', {}, cpu(60, 29), { cpus: '2' }, []],
    // They have half of it each.
    ['two jobs at 46% on 1 CPU', {}, cpu(30, 16), { cpus: '1' }, ['note ClientBound']],
    ['two jobs at 46% on 4 CPUs', {}, cpu(30, 16), { cpus: '4' }, []],
  ])('returns for %s the reasons in the last column', (_, changes, change, facts, expected) =>
    expect(judgeCodes(changes as Readonly<Record<string, unknown>>, change, facts)).toEqual(expected),
  );

  it('notes ClientBound when one of three jobs used 99% of a CPU, though the others were idle', () => {
    const document = recordedDocument('clones.json');
    for (const [index, job] of document.jobs.entries()) (index === 1 ? cpu(55, 44) : cpu(2, 5))(job);
    const raw = hostRaw('client-0', JSON.stringify(document), { facts: { cpus: '8' } });
    const params = dataParams({ iodepth: 2, numjobs: 3, runtime: '1s' });
    const [reason, ...others] = applyChecks(LOAD_CHECKS, { host: parseHost(raw), status: raw.status!, params });
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ level: 'note', code: 'ClientBound' });
    expect(reason?.text).toContain('one of the jobs used 99% of the available CPU time');
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
    expect(two[0]?.text).toBe(
      'client-0: the file contains 2 runs (again/0 of call 1, again/0 of call 2); expected: one',
    );
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

  it('reports BlockSizeMismatch when bandwidth ÷ IOPS differs from the requested block size', () => {
    const text = 'client-0: read bandwidth ÷ iops is 4 KiB; requested: blocks of 8 KiB';
    expect(judgeFigures(readRecorded('host-a.json'), dataParams({ bs: '8k' }))).toMatchObject([
      { code: 'BlockSizeMismatch', text },
    ]);
  });

  it('reports MixMismatch when the share of reads differs from rwmixread by more than a few percent', () => {
    const mix = (changes: object) =>
      figureCodes(readRecorded('randrw.json'), dataParams({ rw: 'randrw', numjobs: 1, runtime: '1s', ...changes }));
    for (const rwmixread of [70, 67]) expect(mix({ rwmixread })).toEqual([]);
    for (const changes of [{ rwmixread: 60 }, {}]) expect(mix(changes)).toEqual(['MixMismatch']);
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

const fileBytes = (gib: number) => ({ ...REFUSED, fileBytes: String(gib * GIB) });

describe('CACHE_CHECKS on page caches of hosts', () => {
  it.each<[string, object, typeof DISK, Readonly<Record<string, unknown>>, string[]]>([
    ['O_DIRECT', {}, DISK, {}, []],
    ['O_DIRECT on tmpfs', {}, MEMORY, {}, []],
    ['refused O_DIRECT on tmpfs', REFUSED, MEMORY, {}, ['note BufferedByNecessity']],
    ['direct: false on tmpfs', REFUSED, MEMORY, { direct: false }, []],
    ['reads of files that fit in 8 GiB of memory', fileBytes(1), DISK, {}, ['invalid CacheServed']],
    ['writes of files that fit in memory', fileBytes(1), DISK, { rw: 'randwrite' }, ['invalid CacheServed']],
    ['such reads with direct: false', fileBytes(1), DISK, { direct: false }, ['suspect CacheServed']],
    ['files of 12 GiB', fileBytes(12), DISK, {}, ['suspect CacheServed']],
    ['files of 40 GiB', fileBytes(40), DISK, {}, ['note BufferedByNecessity']],
    ['files of 40 GiB with direct: false', fileBytes(40), DISK, { direct: false }, []],
    // What the host does not report counts against it.
    ['neither direct nor fileBytes', { direct: undefined, fileBytes: undefined }, DISK, {}, ['invalid CacheServed']],
    ['no unwrittenBytes', { unwrittenBytes: undefined }, DISK, {}, ['invalid UnwrittenReads']],
    ['reads of unwritten bytes', { unwrittenBytes: '4096' }, DISK, {}, ['invalid UnwrittenReads']],
    ['reads of unwritten bytes on tmpfs', { unwrittenBytes: '4096' }, MEMORY, {}, ['invalid UnwrittenReads']],
    ['a mix on unwritten bytes', { unwrittenBytes: '4096' }, DISK, { rw: 'randrw' }, ['invalid UnwrittenReads']],
    ['writes over unwritten bytes', { unwrittenBytes: '4096' }, DISK, { rw: 'randwrite' }, []],
  ])('returns for %s the reasons in the last column', (_, facts, mount, changes, expected) =>
    expect(cacheCodes(facts, mount, changes)).toEqual(expected),
  );

  it.each(['randwrite', 'write', 'randrw', 'rw'])(
    'returns WritesDelayed for buffered %s without sync of files that exceed host memory, but not on tmpfs',
    (rw) => {
      expect(cacheCodes(fileBytes(24), DISK, { rw })).toEqual(['suspect WritesDelayed']);
      expect(cacheCodes(fileBytes(24), DISK, { rw, direct: false })).toEqual(['suspect WritesDelayed']);
      expect(cacheCodes(fileBytes(24), MEMORY, { rw })).toEqual(['note BufferedByNecessity']);
    },
  );

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
});

describe('METADATA_CHECKS on caches of file lookups', () => {
  it.each([
    ['filestat with caches that were kept', 'kept: only root may drop them', 'filestat', DISK, ['suspect CacheServed']],
    ['filecreate', 'kept: only root may drop them', 'filecreate', DISK, []],
    ['tmpfs', 'kept: only root may drop them', 'filestat', MEMORY, []],
    ['dropped caches', 'dropped', 'filestat', DISK, []],
    ['a host that does not report caches', undefined, 'filestat', DISK, []],
  ])('returns for %s the reasons in the last column', (_, caches, ioengine, mount, expected) => {
    const raw = hostRaw('client-0', '', { facts: caches === undefined ? {} : { caches }, mount });
    const params = parseParams({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 1 });
    expect(applyToHost(METADATA_CHECKS, raw, params)).toEqual(expected);
  });
});
