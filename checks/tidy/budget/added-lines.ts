/** Lines that are new since the branch left main. */
import { spawnSync } from 'node:child_process';

/** @returns whether a line is new; false where git has no answer */
export function addedLines(root: string): (path: string, line: number) => boolean {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).stdout ?? '';
  const base = git('merge-base', 'HEAD', 'main').trim() || 'HEAD';
  const head = git('rev-parse', 'HEAD').trim();
  const diff = git('diff', '-U0', '--no-color', base === head ? 'HEAD~1' : base);
  const lines = new Set<string>();
  let path = '';
  for (const text of diff.split('\n')) {
    path = /^\+\+\+ b\/(.*)/.exec(text)?.[1] ?? path;
    const [, first, count = '1'] = /^@@ [^+]*\+(\d+)(?:,(\d+))?/.exec(text) ?? [];
    if (first === undefined) continue;
    for (let nth = 0; nth < Number(count); nth += 1) lines.add(`${path}:${Number(first) + nth}`);
  }
  return (file, line) => lines.has(`${file}:${line}`);
}
