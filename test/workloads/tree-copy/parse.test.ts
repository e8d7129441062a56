import type { HostRaw } from '../../../lib/workloads/contract';
import { judgeReading } from '../../../lib/workloads/judge-reading';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import type { TreeCopyParams } from '../../../lib/workloads/tree-copy/schema';
import { changeRecorded, hostRaw, readRecorded, study } from './recorded-outputs';
import { params } from './tree-hosts';

/** All reasons against what the hosts left. */
const judge = (hosts: readonly HostRaw[], asked: TreeCopyParams) =>
  judgeReading(treeCopy, readHosts(treeCopy, hosts, asked), hosts, asked);

const EIGHT = readRecorded('eight-workers.json');
const judgeHost = (raw: ReturnType<typeof hostRaw>, workers = 8) => judge([raw], study(workers));

describe('verdict of a tree-copy trial', () => {
  it('is INVALID with ToolFailed and CopyIncomplete when the disk was full', () => {
    const raw = hostRaw(readRecorded('disk-full.json'), { rc: 1, stderr: readRecorded('disk-full.stderr') });
    const reasons = judge([raw], params());
    expect(reasons.map(({ level, code }) => `${level} ${code}`)).toEqual([
      'invalid ToolFailed',
      'invalid CopyIncomplete',
      'invalid CopyIncomplete',
    ]);
    expect(reasons[0]?.text).toMatch(/exit code 1: cp: error writing '.*': No space left on device$/);
    expect(reasons[2]?.text).toMatch(/found 600 files \(553 correct\) and 2687502 bytes/);
  });

  it.each([
    ['one file is missing', { files: 37_999, bytes: 799_999_000, right: 37_999 }],
    ['one byte is missing', { files: 38_000, bytes: 799_999_999, right: 37_999 }],
    ['one file has another name', { files: 38_000, bytes: 800_000_000, right: 37_999 }],
    ['there is one file too many', { files: 38_001, bytes: 800_000_001, right: 38_000 }],
  ])('is INVALID with CopyIncomplete when %s', (_, found) => {
    expect(judgeHost(hostRaw(changeRecorded(() => ({ found }))))).toMatchObject([
      { level: 'invalid', code: 'CopyIncomplete' },
    ]);
  });

  it('is INVALID with ZeroIo when nothing was copied, and with WrongResult for another configuration', () => {
    const found = { files: 0, bytes: 0, right: 0 };
    expect(judgeHost(hostRaw(changeRecorded(() => ({ found })))).map(({ code }) => code)).toEqual([
      'ZeroIo',
      'CopyIncomplete',
    ]);
    expect(judge([hostRaw(EIGHT)], study(1))).toMatchObject([{ level: 'invalid', code: 'WrongResult' }]);
  });

  it('is INVALID when a worker left no result', () => {
    const [reason] = judgeHost(hostRaw(changeRecorded(({ workers }) => ({ workers: workers.slice(1) }))));
    expect(reason).toMatchObject({ level: 'invalid', text: 'client-0: 7 of 8 workers reported a result' });
  });

  /** The result of a copy of so many seconds, with its synchronisation. */
  const makeResult = (copied: number, synced = copied) =>
    changeRecorded(({ began }) => ({ copied: began + copied, synced: began + synced }));
  it.each<[string, string, object, string[]]>([
    ['a duration of 0.999 s', makeResult(0.5, 0.999), { sourceSeconds: '0.1' }, ['suspect ShortRun']],
    ['a duration of 1 s', makeResult(0.5, 1), { sourceSeconds: '0.1' }, []],
    ['nearly 5% of the source read from disks', EIGHT, { readFromDisks: '39999999' }, []],
    ['5% of the source read from disks', EIGHT, { readFromDisks: '40000000' }, ['suspect SourceBound']],
    ['nearly half of the cp time for reading', makeResult(4, 5), { sourceSeconds: '1.999' }, []],
    ['half of the cp time for reading', makeResult(4, 5), { sourceSeconds: '2' }, ['note SourceBound']],
    ['an unknown time for reading', makeResult(4, 5), { sourceSeconds: undefined }, ['suspect SourceBound']],
  ])('has for %s the reasons in the last column', (_, text, facts, codes) => {
    const reasons = judgeHost(hostRaw(text, { facts }));
    expect(reasons.map(({ level, code }) => `${level} ${code}`)).toEqual(codes);
    if (text === EIGHT && codes.length > 0)
      expect(reasons[0]?.text).toMatch(/^client-0: 38.15 MiB were read from disks during the copy/);
  });

  it('is SUSPECT with HostsDiffer when hosts differ in cp version, tree or mounts', () => {
    const other = (changes: object) => hostRaw(EIGHT, { host: 'client-1', ...changes });
    for (const changes of [
      { version: 'cp (GNU coreutils) 8.32' },
      { facts: { treeHash: 'another' } },
      { facts: { sourceMount: 'tmpfs' } },
      { facts: { acknowledged: 'sync' } },
      { mount: { source: 'x', type: 'nfs4', options: 'rw' } },
    ])
      expect(judge([hostRaw(EIGHT), other(changes)], study(8))).toMatchObject([
        { level: 'suspect', code: 'HostsDiffer' },
      ]);
    expect(judge([hostRaw(EIGHT), other({})], study(8))).toEqual([]);
  });

  it('names a host that was much slower than the others as Straggler', () => {
    const hosts = [10, 10, 15].map((seconds, index) =>
      hostRaw(makeResult(seconds), { host: `client-${index}`, facts: { sourceSeconds: '0.1' } }),
    );
    const text = 'client-2 reached 67% of client-1, the fastest host, in copy files_per_second';
    expect(judge(hosts, study(8))).toMatchObject([{ level: 'suspect', code: 'Straggler', text }]);
    expect(judge(hosts.slice(0, 2), study(8))).toEqual([]);
  });
});

const read = (raw: HostRaw) => treeCopy.readHost(raw, study(8));

describe('readHost of tree-copy', () => {
  it('returns the time until cp ended, the time until sync ended, and rates over the latter', () => {
    const { figures, window, source, reasons } = read(hostRaw(readRecorded('one-worker.json')));
    expect(reasons).toEqual([]);
    expect(source).toBe('raw/r1/t0001/a1/client-0/measure/raw/tree-copy.json');
    expect(window).toEqual({ from: 1_795_335_012.510_305, to: 1_795_335_015.285_019 });
    const times = { elapsed: 2.121_608, elapsed_synced: 2.774_714 };
    const values = { ...times, files_per_second: 38_000 / 2.774_714, throughput: 800_000_000 / 2.774_714 };
    expect(figures).toMatchObject([{ operation: 'copy', values }]);
    expect(treeCopy.listMetrics(study(1))).toEqual([{ operation: 'copy', metrics: Object.keys(values) }]);
  });

  it('returns an empty list of figures when no time passed or 0 files were found', () => {
    expect(read(hostRaw(changeRecorded(({ began }) => ({ copied: began, synced: began })))).figures).toEqual([]);
    expect(read(hostRaw(changeRecorded(() => ({ found: { files: 0, bytes: 0, right: 0 } })))).figures).toEqual([]);
  });

  it('uses the slowest time of several hosts, and divides all files by the total time span', () => {
    const quick = hostRaw(readRecorded('eight-workers.json'));
    const slow = hostRaw(readRecorded('one-worker.json'), { host: 'client-1' });
    const { observations, windows } = readHosts(treeCopy, [quick, slow], study(8));
    const value = (metric: string, host: string) =>
      observations.find((one) => one.metric === metric && one.host === host)?.value ?? Number.NaN;
    for (const metric of ['elapsed', 'elapsed_synced'])
      expect(value(metric, 'aggregate')).toBe(Math.max(value(metric, 'client-0'), value(metric, 'client-1')));
    const seconds = Math.max(...windows.map(({ to }) => to)) - Math.min(...windows.map(({ from }) => from));
    expect(value('files_per_second', 'aggregate')).toBeCloseTo((2 * 38_000) / seconds, 3);
    expect(value('throughput', 'aggregate') / ((2 * 800e6) / seconds)).toBeCloseTo(1, 6);
  });
});

describe('parse of tree-copy', () => {
  it('returns the figures of a recorded result', () => {
    const { status, toolVersion, problems, runs } = treeCopy.parse(readRecorded('eight-workers.json'));
    expect([status, toolVersion, problems]).toEqual(['ok', 'cp (GNU coreutils) 9.1', []]);
    expect(runs[0]?.label).toBe('38000 files, 8 workers');
    expect(runs[0]?.observations.map(({ metric, unit }) => `${metric} ${unit}`)).toEqual([
      'elapsed s',
      'elapsed_synced s',
      'files_per_second ops/s',
      'throughput bytes/s',
    ]);
  });

  it('lists the failed worker and the missing files of a full disk', () => {
    const { status, problems } = treeCopy.parse(readRecorded('disk-full.json'));
    expect(status).toBe('failed');
    expect(problems).toEqual([
      'cp failed: worker 1 (exit code 1)',
      'the copy is incomplete: found 600 files (553 correct) and 2687502 bytes; expected 600 files and 3000000 ' +
        'bytes',
    ]);
  });
});
