import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandSpec } from '../../lib/experiment/design/expand';
import { KINDS } from '../../lib/experiment/kinds';
import { readSpec, readSpecObject } from '../../lib/experiment/reading/read-spec';
import {
  checkFreeSpace,
  type TargetPath,
  checkPaths,
  listSpecPaths,
  listPlanPaths,
} from '../../lib/local/target-paths';
import { findSilentPaths } from '../../lib/local/silent-paths';
import cases from './target-paths.cases.json';
import { temporaryFolder } from '../temporary';

let cwd = '';
beforeEach(() => void (cwd = temporaryFolder('fsxbench-places-')));

function listPathProblems(...paths: string[]): string[] {
  const places = paths.map((path, index): TargetPath => [`t${index}`, path]);
  return checkPaths(places, cwd).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it('accepts existing directories and paths that can be created', () => {
  mkdirSync(join(cwd, 'here'));
  expect(
    listPathProblems('here', 'not/yet/there', join(cwd, 'absolute'), '/dev/shm/fsxbench', '.fsxbench/disk'),
  ).toEqual([]);
});

it.each(cases.refused as [string, string, string][])('refuses as a target path: %s', (_what, path, says) => {
  writeFileSync(join(cwd, 'file'), '');
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  symlinkSync('/dev/null', join(cwd, 'null'));
  symlinkSync('/proc', join(cwd, 'proc'));
  symlinkSync('none', join(cwd, 'nowhere'));
  expect(listPathProblems(path)).toEqual([expect.stringMatching(says)]);
});

// Root may write everywhere.
(process.getuid?.() === 0 ? it.skip : it)('refuses a directory without write permission', () => {
  mkdirSync(join(cwd, 'closed'));
  chmodSync(join(cwd, 'closed'), 0o555);
  expect(listPathProblems('closed')).toEqual([expect.stringMatching(/it cannot be written: no permission/)]);
});

it('refuses one directory for two targets, also through a link', () => {
  mkdirSync(join(cwd, 'one'));
  symlinkSync('one', join(cwd, 'two'));
  expect(listPathProblems('one', './one', 'two', 'three')).toEqual([
    expect.stringMatching(/^targets\.t1\.path: .*Target 't0' uses it, too/),
    expect.stringMatching(/^targets\.t2\.path: .*Target 't0' uses it, too/),
  ]);
});

it('reports no problem of /proc/x, ~/x and /, which the target kind refuses', () => {
  expect(listPathProblems('/proc/x', '~/x', '/')).toEqual([]);
});

it('reports nested directories of two targets', () => {
  mkdirSync(join(cwd, 'one/deep'), { recursive: true });
  symlinkSync('one/deep', join(cwd, 'link'));
  expect(listPathProblems('one', 'link', 'two')).toEqual([
    expect.stringMatching(/^targets\.t1\.path: .*\/one\/deep and .*\/one of target 't0' are nested/),
  ]);
});

describe('findSilentPaths', () => {
  const { PATH, FSXBENCH_PROC } = process.env;
  afterEach(() => {
    Object.assign(process.env, { PATH });
    if (FSXBENCH_PROC === undefined) delete process.env['FSXBENCH_PROC'];
  });

  it('finds paths on a hanging NFS mount, also through a link, and skips local paths', async () => {
    mkdirSync(join(cwd, 'self'));
    mkdirSync(join(cwd, 'bin'));
    writeFileSync(
      join(cwd, 'self/mounts'),
      `srv:/x ${cwd}/dead\\040nfs nfs4 rw 0 0\n/dev/sda ${cwd}/good ext4 rw 0 0\n`,
    );
    writeFileSync(join(cwd, 'bin/stat'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    mkdirSync(join(cwd, 'dead nfs/a'), { recursive: true });
    symlinkSync('dead nfs/a', join(cwd, 'link'));
    Object.assign(process.env, { PATH: `${join(cwd, 'bin')}:${PATH}`, FSXBENCH_PROC: cwd });
    const silent = await findSilentPaths(['dead nfs/a', 'link', 'good/x', 'none', '\0'], cwd);
    expect([...silent]).toEqual(['dead nfs/a', 'link']);
    const [problem] = checkPaths([['t', 'link']], cwd, silent);
    expect(problem?.message).toMatch(/^found 'link', which is .*; it did not answer within 5 s: its server/);
    Object.assign(process.env, { PATH });
    expect([...(await findSilentPaths(['dead nfs/a', 'link'], cwd))]).toEqual([]);
  });
});

it('reports DataTooLarge per target when data exceed the free space that two targets share', () => {
  const spec = (size: string): string =>
    `experiment: x\ntargets: { a: { kind: directory, path: ${cwd}/a }, b: { kind: directory, path: ${cwd}/b } }\n` +
    `workloads: { f: { kind: fio, rw: read, bs: 4k, size: ${size}, runtime: 1s } }\n`;
  const problems = (size: string): string[] => {
    const { spec: read } = readSpec(spec(size), 'x');
    return checkFreeSpace(expandSpec(read!, KINDS).cells, cwd).map(({ code, message }) => `${code}: ${message}`);
  };
  expect(problems('16 MiB')).toEqual([]);
  const [first = '', ...others] = problems('4000 TiB');
  expect(others.length).toBe(1);
  expect(first).toMatch(
    /^DataTooLarge: .* lay out 4000 TiB .*; the free space of target `a` holds [\d.]+ [GT]iB: 2 targets share it/,
  );
});

it('reports a problem when files exceed the free inodes of the file system', () => {
  const problems = (filesPerRank: number) => {
    const { spec, problems: others } = readSpecObject({
      experiment: 'names',
      targets: { a: { kind: 'directory', path: 'a' } },
      workloads: { m: { kind: 'metadata', ranks: 200_000, filesPerRank } },
    });
    if (spec === undefined) throw new Error(JSON.stringify(others));
    return checkFreeSpace(expandSpec(spec, KINDS).cells, cwd).map(({ message }) => message);
  };
  expect(problems(1)).toEqual([]);
  expect(problems(1_000_000)).toEqual([
    expect.stringMatching(
      /^the hosts create 200,000,000,000 files .*; the free space of target `a` has [\d,]+ inodes\./,
    ),
  ]);
});

it('lists the directory paths of a plan, of a spec with factors, and none of invalid data', () => {
  const rig = (target: string, kind: string, path: unknown): never =>
    ({ copies: [{ target, kind, targetConfig: { path } }] }) as never;
  const rigs = [rig('a', 'directory', 'x'), rig('a', 'directory', 'y'), rig('b', 'fsx-lustre', 'z')];
  expect(listPlanPaths({ rigs })).toEqual([
    ['a', 'x'],
    ['a', 'y'],
  ]);
  const targets = { a: { kind: 'directory', path: 'x' }, b: { kind: 'directory', path: '$io.path' }, c: 7, d: null };
  expect(listSpecPaths({ targets })).toEqual([['a', 'x']]);
  const varied = { a: { kind: 'directory', path: '$p' }, b: { kind: 'directory', path: '$q.at' } };
  expect(listSpecPaths({ targets: varied, factors: { p: ['x', 'y'], q: [{ at: 'z' }] } })).toEqual([
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'z'],
  ]);
  for (const nothing of [null, 7, [], { targets: 'x' }]) expect(listSpecPaths(nothing)).toEqual([]);
});
