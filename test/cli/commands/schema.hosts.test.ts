import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completion } from '../../../lib/cli/commands/schema';
import { ENTRIES } from '../../../lib/cli/commands';
import { captureCli } from '../capture-cli';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-completion-'));
  writeFileSync(join(cwd, 'my spec.yaml'), '');
  writeFileSync(join(cwd, 'fio.json'), '');
  mkdirSync(join(cwd, 'deep'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** What bash offers for the last word. */
async function completeWords(...words: string[]): Promise<string[]> {
  const { cli, out } = captureCli(cwd);
  expect(await completion.run(cli, ['bash'], {})).toBe(0);
  const line = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${line}) COMP_CWORD=${words.length - 1}; _fsxbench; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['-c', `${out()}\n${ask}`], { cwd, encoding: 'utf8' });
  return text.split('\n').filter((one) => one !== '');
}

it.each([
  [['fsxbench', ''], ENTRIES.map(({ usage }) => usage.replace(/ .*/, ''))],
  [
    ['npx', 'fsxbench', 're'],
    ['rehearse', 'report', 'resume'],
  ],
  [['npx', 'fs'], ['fsxbench']],
  [['npx', 'other', ''], []],
  [['npx', 'fsxbench', 'run', '--na'], ['--name']],
  [
    ['fsxbench', 'validate', ''],
    ['my spec.yaml', 'deep'],
  ],
  [['fsxbench', 'start', 'lustre-sm'], ['lustre-small']],
  [['fsxbench', 'try', ''], ['deep']],
  [
    ['fsxbench', 'tools', ''],
    ['add', 'list', 'my spec.yaml', 'fio.json', 'deep'],
  ],
])('completes in bash the words %j', async (words, expected) => {
  expect((await completeWords(...words)).toSorted()).toEqual(expected.toSorted());
});

it('refuses completion for the shell fish', async () => {
  await expect(completion.run(captureCli(cwd).cli, ['fish'], {})).rejects.toThrow(
    "completion: found 'fish'; allowed: bash",
  );
});
