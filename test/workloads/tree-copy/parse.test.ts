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
const judged = (raw: ReturnType<typeof hostRaw>, workers = 8) => judge([raw], study(workers));

describe('judge', () => {
  it('takes no copy on a full disk', () => {
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
    ['one has another name', { files: 38_000, bytes: 800_000_000, right: 37_999 }],
    ['there is one too many', { files: 38_001, bytes: 800_000_001, right: 38_000 }],
  ])('is INVALID where %s', (_, found) => {
    expect(judged(hostRaw(changeRecorded(() => ({ found }))))).toMatchObject([
      { level: 'invalid', code: 'CopyIncomplete' },
    ]);
  });

  it('is INVALID where nothing was done, or something else than what was asked', () => {
    const found = { files: 0, bytes: 0, right: 0 };
    expect(judged(hostRaw(changeRecorded(() => ({ found })))).map(({ code }) => code)).toEqual([
      'ZeroIo',
      'CopyIncomplete',
    ]);
    expect(judge([hostRaw(EIGHT)], study(1))).toMatchObject([{ level: 'invalid', code: 'WrongResult' }]);
  });

  it('is INVALID where a worker left nothing', () => {
    const [reason] = judged(hostRaw(changeRecorded(({ workers }) => ({ workers: workers.slice(1) }))));
    expect(reason).toMatchObject({ level: 'invalid', text: 'client-0: 7 of 8 workers reported a result' });
  });

  it('is SUSPECT where all was over in less than a second', () => {
    const text = changeRecorded(({ began }) => ({ copied: began + 0.5, synced: began + 0.999 }));
    expect(judged(hostRaw(text, { facts: { sourceSeconds: '0.1' } }))).toMatchObject([
      { level: 'suspect', code: 'ShortRun' },
    ]);
    const enough = changeRecorded(({ began }) => ({ copied: began + 0.5, synced: began + 1 }));
    expect(judged(hostRaw(enough, { facts: { sourceSeconds: '0.1' } }))).toEqual([]);
  });

  it('is SUSPECT where the tree came from disks while it was copied', () => {
    expect(judged(hostRaw(EIGHT, { facts: { readFromDisks: '39999999' } }))).toEqual([]);
    const [reason] = judged(hostRaw(EIGHT, { facts: { readFromDisks: '40000000' } }));
    expect(reason).toMatchObject({ level: 'suspect', code: 'SourceBound' });
    expect(reason?.text).toMatch(/^client-0: 38.15 MiB were read from disks during the copy/);
  });

  it('tells where reading the tree is half of the time, and doubts where nobody looked', () => {
    const text = changeRecorded(({ began }) => ({ copied: began + 4, synced: began + 5 }));
    expect(judged(hostRaw(text, { facts: { sourceSeconds: '1.999' } }))).toEqual([]);
    expect(judged(hostRaw(text, { facts: { sourceSeconds: '2' } }))).toMatchObject([
      { level: 'note', code: 'SourceBound' },
    ]);
    expect(judged(hostRaw(text, { facts: { sourceSeconds: undefined } }))).toMatchObject([
      { level: 'suspect', code: 'SourceBound' },
    ]);
  });

  it('doubts hosts that did different things', () => {
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

  it('names a host that was much slower than the others; its trial counts', () => {
    const longer = (seconds: number) =>
      changeRecorded(({ began }) => ({ copied: began + seconds, synced: began + seconds }));
    const hosts = [10, 10, 15].map((seconds, index) =>
      hostRaw(longer(seconds), { host: `client-${index}`, facts: { sourceSeconds: '0.1' } }),
    );
    const [reason, ...others] = judge(hosts, study(8));
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ level: 'suspect', code: 'Straggler' });
    expect(reason?.text).toBe('client-2 reached 67% of client-1, the fastest host, in copy files_per_second');
    expect(judge(hosts.slice(0, 2), study(8))).toEqual([]);
  });
});

const read = (raw: HostRaw) => treeCopy.readHost(raw, study(8));

describe('what a host left', () => {
  it('gives times until cp had ended and until all was synced, and rates until then', () => {
    const { figures, window, source, reasons } = read(hostRaw(readRecorded('one-worker.json')));
    expect(reasons).toEqual([]);
    expect(source).toBe('raw/r1/t0001/a1/client-0/measure/raw/tree-copy.json');
    const [copy, ...others] = figures;
    expect(others).toEqual([]);
    expect(copy?.operation).toBe('copy');
    const { elapsed = 0, elapsed_synced: synced = 0, ...rates } = copy?.values ?? {};
    expect(window).toMatchInlineSnapshot(`
{
  "from": 1795335012.510305,
  "to": 1795335015.285019,
}
`);
    expect([elapsed, synced]).toMatchInlineSnapshot(`
[
  2.121608,
  2.774714,
]
`);
    expect(rates).toEqual({ files_per_second: 38_000 / synced, throughput: 800_000_000 / synced });
    expect(treeCopy.listMetrics(study(1))).toEqual([{ operation: 'copy', metrics: Object.keys(copy?.values ?? {}) }]);
  });

  it('has no rate where no time passed or nothing was copied', () => {
    expect(read(hostRaw(changeRecorded(({ began }) => ({ copied: began, synced: began })))).figures).toEqual([]);
    expect(read(hostRaw(changeRecorded(() => ({ found: { files: 0, bytes: 0, right: 0 } })))).figures).toEqual([]);
  });

  it('takes of several hosts the slowest time, and all files by the time from the first start to the last end', () => {
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

describe('parse', () => {
  it('prints what a file holds', () => {
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

  it('says what is wrong with a copy on a full disk', () => {
    const { status, problems } = treeCopy.parse(readRecorded('disk-full.json'));
    expect(status).toBe('failed');
    expect(problems).toEqual([
      'cp failed: worker 1 (exit code 1)',
      'the copy is incomplete: found 600 files (553 correct) and 2687502 bytes; expected 600 files and 3000000 ' +
        'bytes',
    ]);
  });
});
