import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookedAt, sameFileSystem } from '../../../lib/cli/commands/try';
import { captured } from '../captured';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-try-'));
  for (const name of ['a', 'b']) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, 'file'), '');
  symlinkSync(join(cwd, 'a'), join(cwd, 'link'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const look = (...paths: string[]) => lookedAt(captured(cwd).cli, paths);

describe('lookedAt', () => {
  it('knows the space of folders, relative and absolute', () => {
    const found = look('a', join(cwd, 'b'));
    expect(found.map(({ path }) => path)).toEqual(['a', join(cwd, 'b')]);
    for (const { freeBytes } of found) expect(freeBytes).toBeGreaterThan(0);
  });

  it('knows file systems in memory', () => {
    expect(look('/dev/shm')).toMatchObject([{ memory: true }]);
  });

  it.each([
    ['nothing there', 'nope', /^nope: there is no such folder \(looked for \/.*\/nope\); make it first/],
    ['a file', 'file', /^file: .*it is a file, not a directory/],
    ['a device', '/dev/null', /^\/dev\/null: \/dev holds devices/],
    ['a folder of the system', '/etc', /^\/etc: \/etc holds the settings of the system; allowed: a directory for data/],
    ['the root', '/', /^\/: \/ is the root of this machine/],
    ['an empty text', '', /^'': found an empty text/],
    ['a home that the shell did not fill in', '~/x', /^~\/x: `~` is not expanded here/],
    ['control characters', 'a\u001b[2J', /^a\?\[2J: holds control characters/],
  ])('refuses %s', (_what, path, says) => {
    expect(() => look(path)).toThrow(says);
  });

  it('refuses one place twice, under whatever name', () => {
    expect(() => look('a', 'a')).toThrow(/^a: named twice/);
    expect(() => look('a', './a')).toThrow(/^\.\/a: .*that of target 'a' too/);
    expect(() => look('a', 'link')).toThrow(/^link: .*that of target 'a' too/);
  });

  it('tells all that is wrong at once, one line each', () => {
    expect(() => look('a', 'nope', 'file', '/proc', 'a')).toThrow(
      /^nope: .*\nfile: .*\n\/proc: .*\na: named twice; give each folder once$/,
    );
  });

  it('refuses more than a spec of one line can hold', () => {
    expect(() => look(...Array.from({ length: 9 }, (_, index) => `${index}`))).toThrow(
      /^found 9 folders; allowed: up to 8/,
    );
  });
});

it('says which folders are on one file system', () => {
  const { cli } = captured(cwd);
  expect(sameFileSystem(cli, look('a', '/dev/shm', 'b'))).toEqual([['a', 'b']]);
  expect(sameFileSystem(cli, look('a', '/dev/shm'))).toEqual([]);
});
