import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFreeMib, prepareFolder } from '../../lib/local/working-folder';
import { temporaryFolder } from '../temporary';

let cwd = '';
beforeEach(() => void (cwd = temporaryFolder('fsxbench-cwd-')));

it('creates the folders bucket, hosts and running only', () => {
  prepareFolder(cwd);
  prepareFolder(cwd);
  expect(readdirSync(join(cwd, '.fsxbench')).sort()).toEqual(['bucket', 'hosts', 'running']);
  expect(readdirSync(join(cwd, '.fsxbench/bucket'))).toEqual([]);
});

it.each([
  ['/proc', /^the working folder \/proc cannot be used: \/proc\/\.fsxbench cannot be written: .*Change to a folder/],
  ['/sys', /^the working folder \/sys cannot be used: /],
])('refuses %s as working folder with exit code 2', (folder, says) => {
  let refused: unknown;
  try {
    prepareFolder(folder);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ name: 'WorkingFolder', exitCode: 2, message: expect.stringMatching(says) });
  expect(existsSync(join(folder, '.fsxbench'))).toBe(false);
});

it('refuses a working folder in which `.fsxbench` is a file', () => {
  writeFileSync(join(cwd, '.fsxbench'), '');
  expect(() => prepareFolder(cwd)).toThrow(/a file that is no folder has its name/);
});

it('returns the free space in MiB, and null for a missing folder', () => {
  expect(readFreeMib(cwd)).toBeGreaterThan(0);
  expect(readFreeMib(join(cwd, 'none'))).toBeNull();
});
