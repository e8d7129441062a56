import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRIES } from '../../../lib/cli/commands';
import { completion, run } from '../../../lib/cli/commands/schema';
import { KINDS } from '../../../lib/experiment/kinds';
import { renderSpecSchema } from '../../../lib/experiment/language/editor/spec-schema';
import { temporaryFolder } from '../../temporary';
import { captureCli } from '../capture-cli';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder('fsxbench-schema-');
  for (const name of ['my spec.yaml', 'fio.json']) writeFileSync(join(cwd, name), '');
  mkdirSync(join(cwd, 'deep'));
});

async function print(command: typeof run, args: readonly string[], options = {}): Promise<string> {
  const { cli, out, err } = captureCli(cwd);
  expect([await command(cli, args, options), err()]).toEqual([0, '']);
  return out();
}

it('prints the JSON Schema of all kinds, or writes it to the file of --output', async () => {
  const schema = renderSpecSchema(KINDS);
  expect(await print(run, [])).toBe(schema);
  const written = /^own\.json: written\. .*\n# yaml-language-server: \$schema=own\.json\n$/;
  expect(await print(run, [], { output: 'own.json' })).toMatch(written);
  expect(readFileSync(join(cwd, 'own.json'), 'utf8')).toBe(schema);
  const json = await print(run, [], { output: 'other.json', json: true });
  expect(JSON.parse(json)).toEqual({ file: join(cwd, 'other.json') });
});

const COMMANDS = ENTRIES.map(({ usage }) => usage.replace(/ .*/, ''));

it.each([
  ['fsxbench|', COMMANDS],
  ['npx|fsxbench|re', ['rehearse', 'report', 'resume']],
  ['npx|fs', ['fsxbench']],
  ['npx|other|', []],
  ['npx|fsxbench|run|--na', ['--name']],
  ['fsxbench|validate|my', ['my spec.yaml']],
  ['fsxbench|validate|dee', ['deep']],
  ['fsxbench|run|local-d', ['local-database', 'local-disk']],
  ['fsxbench|start|lustre-sm', ['lustre-small']],
  ['fsxbench|try|', ['deep']],
  ['fsxbench|tools|', ['add', 'list', 'my spec.yaml', 'fio.json', 'deep']],
])('completes in bash the words %s', async (typed, expected) => {
  const words = typed.split('|').map((word) => `'${word}'`);
  const line = `COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}`;
  const ask = `${line}; _fsxbench; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `${await print(completion.run, ['bash'])}\n${ask}`;
  const found = execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' }).split('\n');
  expect(found.filter((one) => one !== '').toSorted()).toEqual(expected.toSorted());
});

it('mentions `npm link` in the completion script and in README, and refuses the shell fish', async () => {
  const script = await print(completion.run, ['bash']);
  expect(script).toMatch(
    /^# In ~\/\.bashrc, after `npm link` in the clone: source <\(npx fsxbench completion bash\)\n/,
  );
  expect(readFileSync('README.md', 'utf8')).toContain('After `npm link`, `npx fsxbench` works');
  const fish = completion.run(captureCli(cwd).cli, ['fish'], {});
  await expect(fish).rejects.toThrow("completion: found 'fish'; allowed: bash, zsh");
});

it('loads the completion of bash first in the script for zsh, and else prints the same script', async () => {
  const [bash, zsh] = [await print(completion.run, ['bash']), await print(completion.run, ['zsh'])];
  expect(zsh.split('\n')[1]).toBe('autoload -U +X bashcompinit && bashcompinit');
  expect(zsh.split('\n').slice(2)).toEqual(bash.split('\n').slice(1));
});
