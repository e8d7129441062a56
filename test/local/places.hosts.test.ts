import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Place, placeProblems, placesOfData, placesOfPlan } from '../../lib/local/places';
import cases from './places.cases.json';

let cwd = '';
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'fsxbench-places-')));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function told(...paths: string[]): string[] {
  const places = paths.map((path, index): Place => [`t${index}`, path]);
  return placeProblems(places, cwd).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it('takes what is a directory, or can be made one', () => {
  mkdirSync(join(cwd, 'here'));
  expect(told('here', 'not/yet/there', join(cwd, 'absolute'), '/dev/shm/fsxbench', '.fsxbench/disk')).toEqual([]);
});

it.each(cases.refused as [string, string, string][])('refuses %s', (_what, path, says) => {
  writeFileSync(join(cwd, 'file'), '');
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  symlinkSync('/dev/null', join(cwd, 'null'));
  symlinkSync('/proc', join(cwd, 'proc'));
  symlinkSync('none', join(cwd, 'nowhere'));
  expect(told(path)).toEqual([expect.stringMatching(says)]);
});

// Root may write everywhere.
(process.getuid?.() === 0 ? it.skip : it)('refuses what may not be written', () => {
  mkdirSync(join(cwd, 'closed'));
  chmodSync(join(cwd, 'closed'), 0o555);
  expect(told('closed')).toEqual([expect.stringMatching(/it cannot be written: no permission/)]);
});

it('refuses a place that two targets have, however it is written', () => {
  mkdirSync(join(cwd, 'one'));
  symlinkSync('one', join(cwd, 'two'));
  expect(told('one', './one', 'two', 'three')).toEqual([
    expect.stringMatching(/^targets\.t1\.path: .*that of target 't0' too/),
    expect.stringMatching(/^targets\.t2\.path: .*that of target 't0' too/),
  ]);
});

it('leaves to the target what its name alone says', () => {
  expect(told('/proc/x', '~/x', '/')).toEqual([]);
});

it('finds the places of a plan, and of data that is no spec', () => {
  const rig = (target: string, kind: string, path: unknown): never =>
    ({ copies: [{ target, kind, targetConfig: { path } }] }) as never;
  const rigs = [rig('a', 'directory', 'x'), rig('a', 'directory', 'y'), rig('b', 'fsx-lustre', 'z')];
  expect(placesOfPlan({ rigs })).toEqual([
    ['a', 'x'],
    ['a', 'y'],
  ]);
  const targets = { a: { kind: 'directory', path: 'x' }, b: { kind: 'directory', path: '$io.path' }, c: 7, d: null };
  expect(placesOfData({ targets })).toEqual([['a', 'x']]);
  for (const nothing of [null, 7, [], { targets: 'x' }]) expect(placesOfData(nothing)).toEqual([]);
});
