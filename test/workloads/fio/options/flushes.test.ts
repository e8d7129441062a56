import { findFlushConflict } from '../../../../lib/workloads/fio/options/flushes';
import { judgeOutput } from '../../../../lib/results/outputs/judge-output';
import { readJobFile } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { readRecorded, recordedDocument } from '../recorded-outputs';

type Options = Readonly<Record<string, string>>;

const SEVERAL: readonly Options[] = [
  { nrfiles: '2' },
  { nrfiles: '1k', file_service_type: 'random' },
  { nrfiles: '4', file_service_type: 'roundrobin:3' },
  { nrfiles: '4', openfiles: '2' },
  { nrfiles: '4', filename_format: 'a.$jobnum.$filenum' },
  { filename: 'a:b' },
  { filename: 'a\\:b:c', nrfiles: '1' },
  { opendir: 'd' },
];
const SINGLE: readonly Options[] = [
  {},
  { nrfiles: '1', numjobs: '8' },
  { filename: 'a', nrfiles: '4' },
  { filename: 'a:a' },
  { filename: 'a\\:b' },
  { nrfiles: '4', filename_format: 'a.$jobnum' },
  { nrfiles: '4', openfiles: '1' },
  { nrfiles: '4', file_service_type: 'sequential' },
  { filename: 'a:b', file_service_type: 'sequential:8' },
  { nrfiles: '4', rw: 'randread' },
];
const findConflictCode = (options: Options) => {
  const all: Options = { rw: 'randwrite', fdatasync: '1', ...options };
  return findFlushConflict((name) => all[name])?.code;
};

describe('findFlushConflict', () => {
  it.each(SEVERAL)('returns FlushOtherFile when fio flushes another file than it has written: %j', (options) => {
    expect(findConflictCode(options)).toBe('FlushOtherFile');
    expect(findConflictCode({ ...options, fdatasync: '0', sync: 'dsync' })).toBeUndefined();
    expect(findConflictCode({ ...options, fdatasync: '0', end_fsync: '1', fsync_on_close: '1' })).toBeUndefined();
  });

  it.each(SINGLE)('accepts flushes of the file just written: %j', (options) =>
    expect(findConflictCode(options)).toBeUndefined(),
  );

  it('refuses sync_file_range with flushes, as fio counts both together', () => {
    expect(findConflictCode({ sync_file_range: 'write:8' })).toBe('FlushTwice');
    expect(findConflictCode({ sync_file_range: 'write:8', fdatasync: '0' })).toBeUndefined();
  });
});

it('refuses a job file whose fsync applies to other files, and suggests alternatives', () => {
  const listFaults = (lines: string) => readJobFile(`[log]\nrw=write\nsize=1g\nruntime=9\n${lines}`).faults;
  const text =
    '[log] fsync with several files: fio flushes another file than it has just written (axboe/fio#1904); set ' +
    'file_service_type=sequential, or sync=dsync instead';
  expect(listFaults('fsync=1\nnr_files=4')).toEqual([{ line: 6, text }]);
  expect(listFaults('filename=a:b\nfsync=1')).toEqual([{ line: 5, text }]);
  expect(listFaults('filename=a:b\nfsync=1\nfile_service_type=sequential')).toEqual([]);
  expect(listFaults('filename=a:b\nsync=dsync')).toEqual([]);
});

describe('judgeOutput of flushes that do not match the writes', () => {
  /** etcd.json: one fdatasync per write. Its options are changed, and may stand for all jobs. */
  const judgeFlushes = (options: Options, isGlobal = false, edit = (text: string) => text) => {
    const json = recordedDocument('etcd.json');
    for (const job of json.jobs) Object.assign(job['job options'], isGlobal ? {} : options);
    if (isGlobal) Object.assign(json, { 'global options': { ...(json['global options'] as Options), ...options } });
    const result = parseOutput(edit(JSON.stringify(json)));
    const { reasons } = judgeOutput(result, { requested: {}, provisioned: {}, hostMemory: 2 ** 30 });
    const [run] = result.runs;
    const commits = run?.observations.some(({ metric }) => metric.startsWith('sync_latency_'));
    return { reasons: reasons.join('\n'), commits, durable: run?.stated?.durable };
  };

  it('returns commit latencies and no doubt about flushes for one file', () => {
    const { reasons, ...rest } = judgeFlushes({});
    expect(rest).toEqual({ commits: true, durable: true });
    expect(reasons).not.toMatch(/flush/);
  });

  it.each([
    [{ nrfiles: '4' }, 'fdatasync with several files: fio flushes another file'],
    [{ filename: 'a:b' }, 'fdatasync with several files: fio flushes another file'],
    [{ fsync: '1' }, 'leave out fsync or fdatasync'],
    [{ sync_file_range: 'write:1' }, 'leave out fdatasync or sync_file_range'],
    [{ fdatasync: '2' }, 'requires'],
    [{ fdatasync: '2' }, 'before 3.38 repeats flushes '],
    [{ fdatasync: '2' }, '; upgrade to fio 3.38, or use'],
  ])('returns a reason and no commit latency with %j', (options, text) => {
    const found = judgeFlushes(options);
    expect(found).toMatchObject({ commits: false, durable: undefined });
    expect(found.reasons).toContain(text);
  });

  it('applies global options to all jobs', () => {
    expect(judgeFlushes({ nrfiles: '4' }, true)).toMatchObject({ commits: false });
    expect(judgeFlushes({ nrfiles: '4', file_service_type: 'sequential' }, true)).toMatchObject({ commits: true });
  });

  it('returns no commit latency for sync_file_range alone', () => {
    const { commits, reasons } = judgeFlushes({ fdatasync: '0', sync_file_range: 'write:1' });
    expect([commits, reasons]).toEqual([false, expect.not.stringMatching(/sync_file_range/)]);
  });

  it('reports no missing flushes (uncommitted) for recorded results with all required flushes', () => {
    for (const name of ['etcd.json', 'dsync.json', 'flush-clones.json'])
      expect(parseOutput(readRecorded(name)).runs.map(({ stated }) => stated?.uncommitted)).toEqual([undefined]);
  });
});
