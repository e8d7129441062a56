import type { HostRaw } from '../../../lib/workloads/contract';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import type { TreeCopyParams } from '../../../lib/workloads/tree-copy/schema';
import { changed, hostRaw, recorded, study } from './recorded';
import { params } from './tree-world';

/** All reasons against what the hosts left. */
const judge = (hosts: readonly HostRaw[], asked: TreeCopyParams) =>
  treeCopy.judge(readHosts(treeCopy, hosts, asked), hosts, asked);

const EIGHT = recorded('eight-workers.json');
const judged = (raw: ReturnType<typeof hostRaw>, workers = 8) => judge([raw], study(workers));

describe('judge', () => {
  it('has nothing against a whole copy', () => {
    expect(judged(hostRaw(EIGHT))).toEqual([]);
    expect(judged(hostRaw(recorded('one-worker.json')), 1)).toEqual([]);
  });

  it('takes no copy on a full disk', () => {
    const raw = hostRaw(recorded('disk-full.json'), { rc: 1, stderr: recorded('disk-full.stderr') });
    const reasons = judge([raw], params());
    expect(reasons.map(({ level, code }) => `${level} ${code}`)).toEqual([
      'invalid ToolFailed',
      'invalid CopyIncomplete',
      'invalid CopyIncomplete',
    ]);
    expect(reasons[0]?.text).toMatch(/exit code 1: cp: error writing '.*': No space left on device$/);
    expect(reasons[2]?.text).toMatch(/600 files and 2687502 bytes are there, 553 of them as they should be/);
  });

  it.each([
    ['one file is missing', { files: 37_999, bytes: 799_999_000, right: 37_999 }],
    ['one byte is missing', { files: 38_000, bytes: 799_999_999, right: 37_999 }],
    ['one has another name', { files: 38_000, bytes: 800_000_000, right: 37_999 }],
    ['there is one too many', { files: 38_001, bytes: 800_000_001, right: 38_000 }],
  ])('is INVALID where %s', (_, found) => {
    expect(judged(hostRaw(changed(() => ({ found }))))).toMatchObject([{ level: 'invalid', code: 'CopyIncomplete' }]);
  });

  it('is INVALID where nothing was done, or something else than what was asked', () => {
    const found = { files: 0, bytes: 0, right: 0 };
    expect(judged(hostRaw(changed(() => ({ found }))))).toMatchObject([{ level: 'invalid', code: 'ZeroIo' }]);
    expect(judge([hostRaw(EIGHT)], study(1))).toMatchObject([{ level: 'invalid', code: 'WrongResult' }]);
  });

  it('is INVALID where a worker left nothing', () => {
    const [reason] = judged(hostRaw(changed(({ workers }) => ({ workers: workers.slice(1) }))));
    expect(reason).toMatchObject({ level: 'invalid', text: 'client-0: 7 of 8 workers left a result' });
  });

  it('quotes why a script failed that left no result', () => {
    const raw = hostRaw(null, { rc: 1, facts: { problem: 'x was not laid out' } });
    expect(judged(raw)).toEqual([
      { level: 'invalid', code: 'ToolFailed', text: 'client-0: the copy ended with exit code 1: x was not laid out' },
    ]);
  });

  it('calls out of time what did not end within its limit', () => {
    for (const rc of [124, 137]) {
      const [first] = judge([hostRaw(recorded('disk-full.json'), { rc })], params());
      expect(first).toMatchObject({ level: 'invalid', code: 'TimedOut' });
    }
  });

  it('is SUSPECT where all was over in less than a second', () => {
    const text = changed(({ began }) => ({ copied: began + 0.5, synced: began + 0.999 }));
    expect(judged(hostRaw(text, { facts: { sourceSeconds: '0.1' } }))).toMatchObject([
      { level: 'suspect', code: 'ShortRun' },
    ]);
    const enough = changed(({ began }) => ({ copied: began + 0.5, synced: began + 1 }));
    expect(judged(hostRaw(enough, { facts: { sourceSeconds: '0.1' } }))).toEqual([]);
  });

  it('is SUSPECT where the tree came from disks while it was copied', () => {
    expect(judged(hostRaw(EIGHT, { facts: { readFromDisks: '39999999' } }))).toEqual([]);
    const [reason] = judged(hostRaw(EIGHT, { facts: { readFromDisks: '40000000' } }));
    expect(reason).toMatchObject({ level: 'suspect', code: 'SourceBound' });
    expect(reason?.text).toMatch(/^client-0: 38.15 MiB were read from disks while the tree was copied/);
  });

  it('tells where reading the tree is half of the time, and doubts where nobody looked', () => {
    const text = changed(({ began }) => ({ copied: began + 4, synced: began + 5 }));
    expect(judged(hostRaw(text, { facts: { sourceSeconds: '1.999' } }))).toEqual([]);
    expect(judged(hostRaw(text, { facts: { sourceSeconds: '2' } }))).toMatchObject([
      { level: 'note', code: 'SourceBound' },
    ]);
    expect(judged(hostRaw(text, { facts: { sourceSeconds: undefined } }))).toMatchObject([
      { level: 'suspect', code: 'SourceBound' },
    ]);
  });

  it('tells of a worker that all others waited for', () => {
    const text = changed(({ began, workers }) => ({
      copied: began + 15,
      synced: began + 16,
      workers: workers.map((one) => ({ ...one, began, ended: began + (one.worker === 3 ? 15 : 10) })),
    }));
    const [reason, ...others] = judged(hostRaw(text));
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ level: 'note', code: 'UnevenWorkers' });
    expect(reason?.text).toMatch(/slowest of 8 workers took 15s, the one in the middle 10s/);
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
    const longer = (seconds: number) => changed(({ began }) => ({ copied: began + seconds, synced: began + seconds }));
    const hosts = [10, 10, 15].map((seconds, index) =>
      hostRaw(longer(seconds), { host: `client-${index}`, facts: { sourceSeconds: '0.1' } }),
    );
    const [reason, ...others] = judge(hosts, study(8));
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ level: 'suspect', code: 'Straggler' });
    expect(reason?.text).toBe('client-2 reached 67 % of the median host in copy files_per_second');
    expect(judge(hosts.slice(0, 2), study(8))).toEqual([]);
  });
});
