import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import {
  pickFileBytes,
  type Folder,
  checkFolders,
  groupByDevice,
  makeTargetNames,
  makeTrySpec,
} from '../../../lib/cli/commands/try';
import { captureCli } from '../capture-cli';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-try-'));
  for (const name of ['a', 'b']) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, 'file'), '');
  symlinkSync(join(cwd, 'a'), join(cwd, 'link'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const checkPaths = (...paths: string[]) => checkFolders(captureCli(cwd).cli, paths);

describe('checkFolders', () => {
  it('returns the free space of relative and absolute folders', () => {
    const found = checkPaths('a', join(cwd, 'b'));
    expect(found.map(({ path }) => path)).toEqual(['a', join(cwd, 'b')]);
    for (const { freeBytes } of found) expect(freeBytes).toBeGreaterThan(0);
  });

  it('detects file systems in memory', () => {
    expect(checkPaths('/dev/shm')).toMatchObject([{ memory: true }]);
  });

  it.each([
    ['nothing there', 'nope', /^nope: no such folder \(expected at \/.*\/nope\); create it first/],
    ['a file', 'file', /^file: .*it is a file, not a directory/],
    ['a device', '/dev/null', /^\/dev\/null: \/dev holds devices/],
    ['a folder of the system', '/etc', /^\/etc: \/etc holds the settings of the system; allowed: a directory for data/],
    ['the root', '/', /^\/: \/ is the root of this machine/],
    ['an empty text', '', /^'': found an empty text/],
    ['a home that the shell did not fill in', '~/x', /^~\/x: `~` is not expanded here/],
    ['control characters', 'a\u001b[2J', /^a\?\[2J: has control characters/],
  ])('refuses %s', (_what, path, says) => {
    expect(() => checkPaths(path)).toThrow(says);
  });

  it('refuses a folder that is named twice, also through a symbolic link', () => {
    expect(() => checkPaths('a', 'a')).toThrow(/^a: named twice/);
    expect(() => checkPaths('a', './a')).toThrow(/^\.\/a: .*Target 'a' uses it, too/);
    expect(() => checkPaths('a', 'link')).toThrow(/^link: .*Target 'a' uses it, too/);
  });

  it('reports all unusable folders together, one line each', () => {
    expect(() => checkPaths('a', 'nope', 'file', '/proc', 'a')).toThrow(
      /^nope: .*\nfile: .*\n\/proc: .*\na: named twice; name each folder once$/,
    );
  });

  it('refuses more than 8 folders', () => {
    expect(() => checkPaths(...Array.from({ length: 9 }, (_, index) => `${index}`))).toThrow(
      /^found 9 folders; allowed: up to 8/,
    );
  });
});

it('groups folders on the same file system', () => {
  const { cli } = captureCli(cwd);
  expect(groupByDevice(cli, checkPaths('a', '/dev/shm', 'b'))).toEqual([['a', 'b']]);
  expect(groupByDevice(cli, checkPaths('a', '/dev/shm'))).toEqual([]);
});

const MIB = 1024 * 1024;
const folder = (path: string, more: Partial<Folder> = {}): Folder => ({
  path,
  freeBytes: 1e12,
  memory: false,
  ...more,
});
const read = (...folders: readonly Folder[]) => {
  const { spec, problems } = readSpec(makeTrySpec(folders), 'try');
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return { spec, problems };
};
/** Seconds of load of all trials. */
const seconds = (...folders: readonly Folder[]) => {
  const { spec } = read(...folders);
  const { cells } = expandSpec(spec, KINDS);
  const loads = cells.map(({ params }) => Number(params['ramp_time']) + Number(params['runtime']));
  return loads.reduce((sum, load) => sum + load, 0) * 3;
};

describe('makeTrySpec', () => {
  it('creates a spec without problems for unusual folder names', () => {
    const odd = ['.', 'a b', "it's", 'x: y', '#', 'mnt/disk', '1', 'true', '{a}', 'ü', '-', '"', '\\', '$x', '$$x'];
    for (const path of odd) {
      const { spec, problems } = read(folder(path), folder(`/data/${path}`));
      expect(problems).toEqual([]);
      const [one, two] = expandSpec(spec, KINDS).cells.filter(({ workload }) => workload === 'read-1m');
      expect([one?.targetConfig['path'], two?.targetConfig['path']]).toEqual([path, `/data/${path}`]);
    }
  });

  it('measures random and sequential reads and writes three times each', () => {
    const { spec } = read(folder('/a'));
    const { cells } = expandSpec(spec, KINDS);
    expect(cells.map(({ workload, params }) => [workload, params['rw'], params['bs'], params['iodepth']])).toEqual([
      ['random-read-4k', 'randread', 4096, 16],
      ['random-write-4k', 'randwrite', 4096, 16],
      ['read-1m', 'read', MIB, 4],
      ['write-1m', 'write', MIB, 4],
    ]);
    expect(spec.design.replicates).toBe(3);
    expect([spec.decide, spec.design.reference]).toEqual([undefined, undefined]);
  });

  it('compares several folders with the first one', () => {
    const { spec } = read(folder('/a/x'), folder('/b/x'));
    expect(spec.design.reference).toEqual({ target: 'x' });
    expect(spec.decide).toMatchObject({ metric: 'iops', prefer: 'highest', where: { workload: 'random-read-4k' } });
    const { references } = expandSpec(spec, KINDS);
    expect(references.filter(({ cell, to, exact }) => cell !== to && exact)).toHaveLength(4);
  });

  it('loads one or two folders for 60 to 75 seconds in total', () => {
    for (const all of [[folder('/a')], [folder('/a'), folder('/b')]]) {
      expect(seconds(...all)).toBeGreaterThanOrEqual(60);
      expect(seconds(...all)).toBeLessThanOrEqual(75);
    }
  });

  it('measures commits of a write-ahead log, with a p99 threshold as the question', () => {
    const { spec, problems } = readSpec(makeTrySpec([folder('/a'), folder('/b')], '2ms'), 'try');
    expect(problems).toEqual([]);
    const { cells, decide } = expandSpec(spec!, KINDS);
    expect(cells.map(({ workload, params }) => [workload, params['rw'], params['fdatasync'], params['bs']])).toEqual([
      ['commits', 'write', 1, 2300],
      ['commits', 'write', 1, 2300],
    ]);
    expect(decide).toMatchObject({ metric: 'sync_latency_p99', atMost: 2000, prefer: 'lowest' });
    expect(readSpec(makeTrySpec([folder('/a')], '10ms'), 'try').problems).toEqual([]);
  });

  it('measures commits for 11 s, with 6 replicates for one folder and 4 for two', () => {
    for (const [all, replicates] of [
      [[folder('/a')], 6],
      [[folder('/a'), folder('/b')], 4],
    ] as const) {
      const { spec } = readSpec(makeTrySpec(all, '10ms'), 'try');
      const { cells } = expandSpec(spec!, KINDS);
      expect([spec!.design.replicates, ...cells.map(({ params }) => params['runtime'])]).toEqual([
        replicates,
        ...all.map(() => 11),
      ]);
    }
  });

  it('writes its command line and a comment on overwritten files into the spec', () => {
    const text = makeTrySpec([folder('/a')], '2ms');
    expect(text).toMatch(/^# Made by: npx fsxbench try --fsync --at-most 2ms \/a\n/);
    expect(text).toContain('# Commits overwrite a file');
    expect(text).toContain('grows by appending costs more per');
  });

  it('uses queue depth 1 for all folders when one is in memory', () => {
    const { spec } = read(folder('/a'), folder('/dev/shm', { memory: true }));
    const { cells } = expandSpec(spec, KINDS);
    expect(new Set(cells.map(({ params }) => params['iodepth']))).toEqual(new Set([1]));
  });
});

describe('pickFileBytes', () => {
  it('returns at most 256 MiB, and an eighth of the free space for all folders together', () => {
    expect(pickFileBytes([folder('/a')])).toBe(256 * MIB);
    expect(pickFileBytes([folder('/a', { freeBytes: 1024 * MIB })])).toBe(128 * MIB);
    expect(pickFileBytes([folder('/a', { freeBytes: 1024 * MIB }), folder('/b')])).toBe(64 * MIB);
    expect(pickFileBytes([folder('/a', { freeBytes: 100 * MIB })])).toBe(0);
  });
});

it('derives unique target names from folder names', () => {
  expect(makeTargetNames(['/mnt/disk', 'disk/', './disk', '.', '/', '..', '9p', 'a b'])).toEqual([
    'disk',
    'disk-2',
    'disk-3',
    'folder',
    'folder-2',
    'folder-3',
    'p',
    'a-b',
  ]);
});
