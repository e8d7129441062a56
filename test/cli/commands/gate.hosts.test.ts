import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../lib/cli/commands/gate';
import { captureCli } from '../capture-cli';
import { Playground } from '../playground';

const makeJob = (bs: string): string =>
  `[mix]\nrw=randread\nbs=${bs}\nsize=16m\niodepth=4\nioengine=libaio\ndirect=1\ntime_based\nruntime=1\n`;

const ground = new Playground();
const write = (name: string, text: string): void => writeFileSync(join(ground.cwd, name), text);
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: ground.cwd });
const read = (name: string): string => readFileSync(join(ground.cwd, name), 'utf8');

beforeAll(() => {
  git('init', '-q', '-b', 'main');
  mkdirSync(join(ground.cwd, 'data'));
  write('mix.fio', makeJob('4k'));
  git('add', '.');
  git('commit', '-qm', 'x');
});
afterAll(() => ground.remove());

it('prints the spec, exits 1 for a threshold out of reach, and writes the files for CI', async () => {
  const { cli, out } = captureCli(ground.cwd);
  const files = { summary: 'answer.md', junit: 'answer.xml' };
  expect(await run(cli, ['mix.fio', 'data'], { atLeast: '100M', name: 'e1', ...files })).toBe(1);
  expect(out()).toMatch(/^# Made by: npx fsxbench gate mix\.fio data --at-least 100M\nexperiment: gate-mix\n/);
  expect(out()).toContain('# Saved in .fsxbench/bucket/executions/gate-mix/e1/spec.yaml\n');
  expect(read('answer.md')).toContain('| ❌ |');
  expect(read('answer.xml')).toContain('failures="1"');
  expect(readdirSync(join(ground.cwd, 'data'))).toEqual([]);
});

it('exits 1 if the job file reaches fewer IOPS than at the git reference', async () => {
  write('mix.fio', makeJob('512k'));
  const { cli, out, err } = captureCli(ground.cwd);
  expect(await run(cli, ['mix.fio', 'data'], { against: 'main', name: 'e2' })).toBe(1);
  expect(err()).toContain('compares workload mix: jobFile differs\n');
  expect(out()).toMatch(/^mix is \d+(\.\d)?% worse \(.*\) than mix-before in /m);
});

it.each([
  [
    'nowhere',
    /^--against: found 'nowhere'; allowed: another job file, or a git reference of mix\.fio \(e\.g\. main\)$/,
  ],
  ['--output=x', /^--against: found '--output=x'; allowed/],
])('refuses the baseline %s', async (against, message) => {
  await expect(run(captureCli(ground.cwd).cli, ['mix.fio', 'data'], { against })).rejects.toThrow(message);
});

it('refuses a job file that the git reference lacks', async () => {
  write('new.fio', makeJob('4k'));
  const started = run(captureCli(ground.cwd).cli, ['new.fio', 'data'], { against: 'main' });
  await expect(started).rejects.toThrow(/^main:new\.fio: cannot be read at main \(fatal: .*new\.fio/);
});
