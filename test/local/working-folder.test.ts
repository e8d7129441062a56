import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFreeMib, prepareFolder } from '../../lib/local/working-folder';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-cwd-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

it('makes what executions need, and leaves nothing else', () => {
  prepareFolder(cwd);
  prepareFolder(cwd);
  expect(readdirSync(join(cwd, '.fsxbench')).sort()).toEqual(['bucket', 'hosts', 'running']);
  expect(readdirSync(join(cwd, '.fsxbench/bucket'))).toEqual([]);
});

it.each([
  ['/proc', /^the working folder \/proc cannot be used: \/proc\/\.fsxbench cannot be written: .*Change to a folder/],
  ['/sys', /^the working folder \/sys cannot be used: /],
])('refuses %s in one sentence', (folder, says) => {
  let refused: unknown;
  try {
    prepareFolder(folder);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ name: 'WorkingFolder', exitCode: 2, message: expect.stringMatching(says) });
  expect(existsSync(join(folder, '.fsxbench'))).toBe(false);
});

it('refuses a folder in which a file is in the way', () => {
  writeFileSync(join(cwd, '.fsxbench'), '');
  expect(() => prepareFolder(cwd)).toThrow(/a file that is no folder has its name/);
});

it('knows the space that is left', () => {
  expect(readFreeMib(cwd)).toBeGreaterThan(0);
  expect(readFreeMib(join(cwd, 'none'))).toBeNull();
});
