import { checkHosts, checkParams, commitsSchema } from '../../../lib/workloads/commits/schema';
import { ENGINE_NAMES, getEngine } from '../../../lib/workloads/tools/commit-engines';
import { commits } from '../../../lib/workloads/commits/workload';
import { params } from './commits-hosts';

const listProblems = (changes: Readonly<Record<string, unknown>>): readonly string[] =>
  checkParams(params(changes)).map(({ severity, code, path, message }) => `${severity} ${code} ${path}: ${message}`);

describe('parameters of the commits workload', () => {
  it('defaults to one client and the bytes of the engine, and accepts its own result again', () => {
    const given = commitsSchema.parse({ kind: 'commits', engine: 'postgres' });
    expect(given).toEqual({ kind: 'commits', role: 'client', engine: 'postgres', clients: 1, bytes: 200, runtime: 30 });
    expect(commitsSchema.parse(given)).toEqual(given);
  });

  it('lists the engines when one is unknown or missing', () => {
    for (const engine of ['oracle', undefined]) {
      const { error } = commitsSchema.safeParse({ kind: 'commits', engine });
      expect(error?.issues[0]?.message).toContain(`; allowed: ${ENGINE_NAMES.join(', ')}`);
    }
  });

  it('accepts every engine with one client, and most clients that were compared', () => {
    for (const engine of ENGINE_NAMES) {
      expect(listProblems({ engine })).toEqual([]);
      const { clients } = getEngine(engine);
      expect(listProblems({ engine, clients }).filter((line) => line.startsWith('error'))).toEqual([]);
    }
  });

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ engine: 'mysql-binlog', clients: 2 }, 'error OutOfRange clients: found 2 with `mysql-binlog`; allowed: 1 to 1'],
    [{ engine: 'postgres', clients: 9 }, 'error OutOfRange clients: found 9 with `postgres`; allowed: 1 to 8'],
    [{ engine: 'lmdb', bytes: '8 KiB' }, 'error BadValue bytes: found 8192 B, but `lmdb` commits whole pages'],
    [{ bytes: '1 MiB' }, 'error OutOfRange bytes: found 1048576 B; allowed: 1 B to 65536 B'],
    [{ runtime: 1 }, 'error OutOfRange runtime: found 1 s; allowed: 2 s to 3600 s'],
    [{ engine: 'sqlite', clients: 8 }, 'advice WaitingWriters clients: writers of SQLite wait for each other'],
  ])('reports %j with one problem', (changes, message) => {
    const found = listProblems(changes);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  it('refuses WAL and several hosts of SQLite on network file systems only', () => {
    const list = (engine: string, hosts: number, isNetworked: boolean) =>
      checkHosts(params({ engine }), hosts, {}, isNetworked).map(({ message }) => message.slice(0, 30));
    expect(list('sqlite-wal', 1, true)).toEqual(['found sqlite-wal on a network ']);
    expect(list('sqlite', 2, true)).toEqual(['SQLite would run on 2 hosts of']);
    expect([...list('sqlite', 1, true), ...list('sqlite-wal', 2, false), ...list('redis', 9, true)]).toEqual([]);
  });
});

it('lists no p50 for several writers of SQLite, and flushes of groups for clients of a log', () => {
  const list = (changes: Readonly<Record<string, unknown>>) => commits.listMetrics(params(changes))[0]?.metrics ?? [];
  expect(list({ engine: 'sqlite', clients: 8 })).not.toContain('commit_latency_p50');
  expect(list({ engine: 'sqlite', clients: 8 })).toContain('longest_wait');
  expect(list({ engine: 'redis', clients: 8 })).toContain('commits_per_flush');
  expect(list({ engine: 'redis' })).not.toContain('commits_per_flush');
  expect(list({ engine: 'redis' })).toContain('commit_latency_p50');
});
