import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addedLines } from '../../../../checks/tidy/budget/added-lines';

const root = mkdtempSync(join(tmpdir(), 'fsxbench-added-'));
afterAll(() => rmSync(root, { recursive: true }));

it('finds committed and uncommitted lines added since main, and none without git', () => {
  expect(addedLines(root)('a', 1)).toBe(false);
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root, stdio: 'ignore' });
  git('init', '-b', 'main');
  writeFileSync(join(root, 'a'), 'one\ntwo\n');
  git('add', '.');
  git('commit', '-m', 'one');
  git('checkout', '-b', 'work');
  writeFileSync(join(root, 'a'), 'one\nnew\ntwo\n');
  git('commit', '-am', 'two');
  writeFileSync(join(root, 'a'), 'one\nnew\ntwo\nlast\n');
  const isNew = addedLines(root);
  expect([1, 2, 3, 4].map((line) => isNew('a', line))).toEqual([false, true, false, true]);
});
