import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkFolders,
  type Folder,
  groupByDevice,
  makeTrySpec,
  pickFileBytes,
  type TryRequest,
} from '../../../lib/cli/commands/try';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { temporaryFolder } from '../../temporary';
import { captureCli } from '../capture-cli';

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder('fsxbench-try-');
  for (const name of ['a', 'b']) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, 'file'), '');
  symlinkSync(join(cwd, 'a'), join(cwd, 'link'));
});

const checkPaths = (...paths: string[]) => checkFolders(captureCli(cwd).cli, paths);

describe('checkFolders', () => {
  it('returns the free space of relative and absolute folders, and detects file systems in memory', () => {
    const found = checkPaths('a', join(cwd, 'b'));
    expect(found.map(({ path }) => path)).toEqual(['a', join(cwd, 'b')]);
    for (const { freeBytes } of found) expect(freeBytes).toBeGreaterThan(0);
    expect(checkPaths('/dev/shm')).toMatchObject([{ memory: true }]);
  });

  it.each<[string[], RegExp]>([
    [['nope'], /^nope: no such folder \(expected at \/.*\/nope\); create it first/],
    [['file'], /^file: .*it is a file, not a directory/],
    [['/dev/null'], /^\/dev\/null: \/dev holds devices/],
    [['/etc'], /^\/etc: \/etc holds the settings of the system; allowed: a directory for data/],
    [['/'], /^\/: \/ is the root of this machine/],
    [[''], /^'': found an empty text/],
    [['~/x'], /^~\/x: `~` is not expanded here/],
    [['a\u001b[2J'], /^a\?\[2J: has control characters/],
    [['a', 'a'], /^a: named twice/],
    [['a', './a'], /^\.\/a: .*Target 'a' uses it, too/],
    [['a', 'link'], /^link: .*Target 'a' uses it, too/],
    [['a', 'nope', 'file', '/proc', 'a'], /^nope: .*\nfile: .*\n\/proc: .*\na: named twice; name each folder once$/],
    [Array.from({ length: 9 }, (_, index) => `${index}`), /^found 9 folders; allowed: up to 8/],
  ])('refuses %j', (paths, message) => {
    expect(() => checkPaths(...paths)).toThrow(message);
  });

  it('groups folders on the same file system (groupByDevice)', () => {
    const { cli } = captureCli(cwd);
    expect(groupByDevice(cli, checkPaths('a', '/dev/shm', 'b'))).toEqual([['a', 'b']]);
    expect(groupByDevice(cli, checkPaths('a', '/dev/shm'))).toEqual([]);
  });
});

const MIB = 1024 * 1024;
const folder = (path: string, more: Partial<Folder> = {}): Folder => {
  return { path, freeBytes: 1e12, memory: false, ...more };
};
const [A, B] = [folder('/a'), folder('/b')];

/** The expanded spec of `try`, which must have no problems. */
function expand(folders: readonly Folder[], request?: TryRequest) {
  const { spec, problems } = readSpec(makeTrySpec(folders, request), 'try');
  expect(problems).toEqual([]);
  return { ...expandSpec(spec!, KINDS), spec: spec! };
}

describe('makeTrySpec', () => {
  it('creates a spec without problems for unusual folder names', () => {
    const odd = ['.', 'a b', "it's", 'x: y', '#', 'mnt/disk', '1', 'true', '{a}', 'ü', '-', '"', '\\', '$x', '$$x'];
    for (const path of odd) {
      const { cells } = expand([folder(path), folder(`/data/${path}`)]);
      const paths = cells.filter(({ workload }) => workload === 'read-1m').map((cell) => cell.targetConfig['path']);
      expect(paths).toEqual([path, `/data/${path}`]);
    }
  });

  it('measures random and sequential reads and writes three times each', () => {
    const { cells, spec } = expand([A]);
    expect(cells.map(({ workload, params }) => [workload, params['rw'], params['bs'], params['iodepth']])).toEqual([
      ['random-read-4k', 'randread', 4096, 16],
      ['random-write-4k', 'randwrite', 4096, 16],
      ['read-1m', 'read', MIB, 4],
      ['write-1m', 'write', MIB, 4],
    ]);
    expect([spec.design.replicates, spec.decide, spec.design.reference]).toEqual([3, undefined, undefined]);
    // A folder in memory has queue depth 1, and then all have.
    const mixed = expand([A, folder('/dev/shm', { memory: true })]).cells;
    expect(new Set(mixed.map(({ params }) => params['iodepth']))).toEqual(new Set([1]));
  });

  it('compares several folders with the first one', () => {
    const { spec, references } = expand([folder('/a/x'), folder('/b/x')]);
    expect(spec.design.reference).toEqual({ target: 'x' });
    expect(spec.decide).toMatchObject({ metric: 'iops', prefer: 'highest', where: { workload: 'random-read-4k' } });
    expect(references.filter(({ cell, to, exact }) => cell !== to && exact)).toHaveLength(4);
  });

  it('loads one or two folders for 60 to 75 seconds in total', () => {
    for (const all of [[A], [A, B]]) {
      const loads = expand(all).cells.map(({ params }) => Number(params['ramp_time']) + Number(params['runtime']));
      const seconds = loads.reduce((sum, load) => sum + load, 0) * 3;
      expect(seconds).toBeGreaterThanOrEqual(60);
      expect(seconds).toBeLessThanOrEqual(75);
    }
  });

  it('measures commits of a write-ahead log for 11 s, with a p99 threshold as the question', () => {
    const fsync = (within: string) => ({ kind: 'fsync', within }) as const;
    const { cells, decide, spec } = expand([A, B], fsync('2ms'));
    const commits = { rw: 'write', fdatasync: 1, bs: 2300, runtime: 11 };
    expect(cells).toMatchObject([A, B].map(() => ({ workload: 'commits', params: commits })));
    expect(decide).toMatchObject({ metric: 'sync_latency_p99', atMost: 2000, prefer: 'lowest' });
    expect([spec.design.replicates, expand([A], fsync('10ms')).spec.design.replicates]).toEqual([5, 6]);
    const text = makeTrySpec([A], fsync('2ms'));
    expect(text).toMatch(/^# Made by: npx fsxbench try --fsync --at-most 2ms \/a\n/);
    expect(text).toContain('# Commits overwrite a file');
    expect(text).toContain('grows by appending costs more per');
  });

  const ALL = { kind: 'commits', engine: null, within: null } as const;

  it('measures commits of SQLite and of both kinds of logs, within 90 s for one folder', () => {
    const { cells, spec } = expand([A], ALL);
    expect(cells.map(({ params }) => [params['engine'], params['runtime']])).toEqual([
      ['sqlite', 3],
      ['growing', 3],
      ['recycled', 3],
    ]);
    expect([spec.design.replicates, spec.decide]).toEqual([5, undefined]);
    // With the overhead of a trial, 2.3 s.
    expect(15 * (3 + 2.3)).toBeLessThan(85);
  });

  it('compares the commits of several folders by SQLite, with more replicates for four folders', () => {
    const { spec } = expand([A, B], ALL);
    expect([spec.design.replicates, spec.decide]).toMatchObject([
      5,
      { metric: 'commit_latency_p50', where: { workload: 'sqlite' }, prefer: 'lowest' },
    ]);
    expect(expand([A, B, folder('/c'), folder('/d')], ALL).spec.design.replicates).toBe(6);
  });

  it('measures one engine for 11 s, with a p99 threshold as the question', () => {
    const request = { kind: 'commits', engine: 'mysql-binlog', within: '20ms' } as const;
    const { cells, decide, spec } = expand([A], request);
    expect(cells).toMatchObject([{ workload: 'mysql-binlog', params: { engine: 'mysql-binlog', runtime: 11 } }]);
    expect([decide, spec.design.replicates]).toMatchObject([{ metric: 'commit_latency_p99', atMost: 20_000 }, 6]);
    expect(makeTrySpec([A], request)).toMatch(
      /^# Made by: .* try --commits --engine mysql-binlog --at-most 20ms \/a\n/,
    );
  });
});

it('uses at most 256 MiB, and an eighth of the free space for all folders together (pickFileBytes)', () => {
  const small = folder('/a', { freeBytes: 1024 * MIB });
  const sizes = [[A], [small], [small, B], [folder('/a', { freeBytes: 100 * MIB })]].map(pickFileBytes);
  expect(sizes).toEqual([256, 128, 64, 0].map((size) => size * MIB));
});
