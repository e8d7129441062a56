import type { HostStatus } from '../../../lib/workloads/contract';
import type { CommitsOutput } from '../../../lib/workloads/commits/parse';
import { commits } from '../../../lib/workloads/commits/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { hostRaw, output, params } from './commits-hosts';

type Settings = Readonly<Record<string, unknown>>;
const judge = (changes: Partial<CommitsOutput>, status: Partial<HostStatus> = {}, of: Settings = {}) => {
  const hosts = [hostRaw(JSON.stringify(output(changes)), status)];
  return commits
    .judge(readHosts(commits, hosts, params(of)), hosts, params(of))
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);
};
const SQLITE = { engine: 'sqlite', clients: 1, bytes: 100, runtime: 2 } as const;
const mount = (type: string, options = 'rw') => ({ mount: { source: 'x', type, options } });
const disk = (changes: Readonly<Record<string, unknown>>) => ({ device: { ...output().device!, ...changes } });

describe('results of the commits workload', () => {
  it('reads latencies, rate, and requests of the disk per commit', () => {
    const { observations } = readHosts(commits, [hostRaw(JSON.stringify(output()))], params());
    const found = Object.fromEntries(observations.map(({ metric, value }) => [metric, value]));
    expect(found).toEqual({
      commit_latency_p50: 1500,
      commit_latency_p95: 2500,
      commit_latency_p99: 2500,
      commit_latency_mean: 2000,
      commits: 500,
      device_flushes_per_commit: 2,
      device_writes_per_commit: 3,
    });
  });

  it('merges the latencies of hosts, and adds their rates', () => {
    const slow = output({ bins: [[8000, 1000]], meanUs: 8000 });
    const hosts = [hostRaw(JSON.stringify(output())), hostRaw(JSON.stringify(slow), {}, 'client-1')];
    const all = readHosts(commits, hosts, params()).observations.filter(({ host }) => host === 'aggregate');
    const find = (name: string) => all.find(({ metric }) => metric === name)?.value;
    expect([find('commit_latency_p50'), find('commit_latency_mean'), find('commits')]).toEqual([8000, 5000, 1000]);
  });

  it('reports the longest wait of SQLite, and commits per flush of several clients', () => {
    const read = (changes: Partial<CommitsOutput>) =>
      commits.parse(JSON.stringify(output(changes))).runs[0]?.observations.map(({ metric }) => metric) ?? [];
    expect(read({ flushes: null, sqlite: '3.40.1', requested: SQLITE })).toContain('longest_wait');
    const group = { requested: { engine: 'redis', clients: 8, bytes: 140, runtime: 2 } as const, flushes: 250 };
    expect(read(group)).toContain('commits_per_flush');
    expect(read({})).not.toContain('commits_per_flush');
  });

  it.each([
    [{ bins: [[1, 3]] }, 'its latencies are those of 3 commits, not of 1000'],
    [{ end: 999 }, 'it ends before its start'],
    [{ commits: 0 }, 'the file is not output of commits: commits: '],
  ] as [Partial<CommitsOutput>, string][])('refuses the result %j', (changes, problem) => {
    expect(commits.parse(JSON.stringify(output(changes)))).toMatchObject({
      status: 'failed',
      problems: [expect.stringContaining(problem)],
    });
  });
});

describe('judge of the commits workload', () => {
  it('returns no reason for two flushes of a log that grows on ext4', () => expect(judge({})).toEqual([]));

  it('returns NothingCommitted in memory, and when a disk with a volatile cache got no flush', () => {
    expect(judge({ device: null }, mount('tmpfs'))).toEqual([
      'invalid NothingCommitted: client-0: tmpfs is memory, which a restart clears: nothing was committed',
    ]);
    expect(judge(disk({ flushes: 0 }))).toEqual([
      'invalid NothingCommitted: client-0: nothing was committed: sda has a volatile cache, and got no flush',
    ]);
    expect(judge(disk({ flushes: 0, writeCache: 'write through' }))).toEqual([
      expect.stringMatching(/^note FlushUnseen: .*reports no volatile cache/),
    ]);
    // Drivers may not count flushes.
    expect(judge(disk({ flushes: null }))).toEqual([]);
  });

  it('returns FlushesDiffer for data=journal, and for flushes of other processes', () => {
    expect(judge(disk({ flushes: 3000 }), mount('ext4', 'rw,data=journal'))).toEqual([
      expect.stringMatching(/^note FlushesDiffer: .*data=journal/),
    ]);
    expect(judge(disk({ flushes: 2600 }))).toEqual([
      'note FlushesDiffer: client-0: the disk got more flushes than these commits need: others use it: 2.60 per ' +
        'commit or group, 2 expected',
    ]);
    expect(judge(disk({ flushes: 2600 }), mount('btrfs'))).toEqual([]);
  });

  it('returns EngineTimeUnknown below 1 ms, except for SQLite, and FlushUnseen for quick flushes', () => {
    const quick = { bins: [[300, 1000]] as [number, number][] };
    expect(judge(quick).map((line) => line.split(':')[0])).toEqual(['note FlushUnseen', 'note EngineTimeUnknown']);
    const own = { ...quick, requested: SQLITE, flushes: null, ...disk({ flushes: 4000 }) };
    expect(judge(own, {}, { engine: 'sqlite' }).map((line) => line.split(':')[0])).toEqual(['note FlushUnseen']);
  });

  it('returns TailUnderstated for etcd and InnoDB, whose p99 is longer', () => {
    const etcd = { requested: { engine: 'etcd', clients: 1, bytes: 200, runtime: 2 } as const };
    expect(judge({ ...etcd, ...disk({ flushes: 1000 }) }, {}, { engine: 'etcd' })).toEqual([
      expect.stringMatching(/^note TailUnderstated: client-0: p99 of etcd is longer: /),
    ]);
  });

  it('returns WrongResult for another engine, and ToolFailed with the error of the program', () => {
    expect(judge({}, {}, { engine: 'redis' })).toEqual([
      expect.stringContaining('growing, 1 clients, 140 B, 2 s; requested: redis, 1 clients, 140 B, 2 s'),
    ]);
    expect(judge({}, { rc: 1, facts: { problem: 'No space left on device: log' } })).toEqual([
      'invalid ToolFailed: client-0: the commits ended with exit code 1: No space left on device: log',
    ]);
  });
});
