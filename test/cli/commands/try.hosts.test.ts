import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { run } from '../../../lib/cli/commands/try';
import { ENGINE_NAMES } from '../../../lib/workloads/tools/commit-engines';
import { captureCli, Keys } from '../capture-cli';
import { Playground } from '../playground';

let ground: Playground;
beforeEach(() => {
  ground = new Playground();
  mkdirSync(join(ground.cwd, 'a'));
  mkdirSync(join(ground.cwd, 'b'));
  mkdirSync(join(ground.cwd, "it's c"));
});
afterEach(() => ground.remove());

/** Presses Ctrl-C when the first trial is over. */
function makeCliUntilFirstTrial() {
  const { cli, out, err } = captureCli(ground.cwd);
  const keys = new Keys();
  const watched = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (/ trial 1 of /.test(chunk.toString('utf8'))) keys.press();
      cli.err.write(chunk);
      done();
    },
  });
  return { cli: { ...cli, err: watched, interrupts: keys }, out, err };
}

it('prints the spec, measures three folders and leaves them empty', async () => {
  const { cli, out, err } = makeCliUntilFirstTrial();
  expect(await run(cli, ['a', 'b', "it's c"], { name: 'e1' })).toBe(130);
  expect(out()).toMatch(/^# Made by: npx fsxbench try \/[\s\S]*\nexperiment: try\n/);
  expect(out()).toContain(`\n  a: { kind: directory, path: ${join(ground.cwd, 'a')} }\n`);
  expect(out()).toContain('\n# Saved in .fsxbench/bucket/executions/try/e1/spec.yaml\n\n');
  expect(out()).toContain('\nconfiguration ');
  expect(out()).toContain('cleanup   verified');
  expect(out()).toContain('.fsxbench/bucket/executions/try/e1/report/index.html');
  expect(err()).toContain("note: a and b and it's c are on one file system, so differences between them are noise\n");
  const kept = readFileSync(join(ground.cwd, '.fsxbench/bucket/executions/try/e1/spec.yaml'), 'utf8');
  expect(out().startsWith(kept)).toBe(true);
  for (const name of ['a', 'b', "it's c"]) expect(readdirSync(join(ground.cwd, name))).toEqual([]);
});

it('prints one document with --json, which includes the spec', async () => {
  const { cli, out } = makeCliUntilFirstTrial();
  await run(cli, ['a'], { name: 'e1', json: true });
  const document = JSON.parse(out()) as { spec: string; clean: boolean; links: { report: string } };
  expect(document).toMatchObject({
    schema: 'fsxbench.result/2',
    end: 'Stopped',
    clean: true,
    spec: expect.stringContaining('experiment: try\n'),
  });
  expect(existsSync(join(ground.cwd, document.links.report))).toBe(true);
});

it('refuses a missing folder before it creates .fsxbench', async () => {
  await expect(run(captureCli(ground.cwd).cli, ['a', 'nope'], {})).rejects.toThrow(/^nope: no such folder/);
  expect(existsSync(join(ground.cwd, '.fsxbench'))).toBe(false);
});

it.each([
  [{ atMost: '2ms' }, '--at-most: requires --fsync or --engine: it is the threshold for the p99 commit latency'],
  [{ atMost: '2ms', commits: true }, '--at-most: with --commits it requires --engine, as engines differ'],
  [{ fsync: true, engine: 'sqlite' }, '--fsync: omit it with --commits, which includes such a log'],
  [{ engine: 'oracle' }, `--engine: found 'oracle'; allowed: ${ENGINE_NAMES.join(', ')}`],
  [{ atMost: '2', fsync: true }, "--at-most: found '2'; allowed: a time above 0 with its unit, e.g. 2ms"],
  [{ atMost: '0ms', fsync: true }, "--at-most: found '0ms'; allowed: a time above 0 with its unit, e.g. 2ms"],
  [{ atMost: 'x', fsync: false }, "--at-most: found 'x'; allowed: a time above 0 with its unit, e.g. 2ms"],
])('refuses %j with one message', async (options, message) => {
  await expect(run(captureCli(ground.cwd).cli, ['a'], options)).rejects.toThrow(new Error(message));
  expect(existsSync(join(ground.cwd, '.fsxbench'))).toBe(false);
});

it('refuses to measure commits in memory', async () => {
  const folder = mkdtempSync('/dev/shm/fsxbench-try-');
  try {
    for (const options of [{ fsync: true }, { commits: true }]) {
      const found = run(captureCli(ground.cwd).cli, [folder], options);
      await expect(found).rejects.toThrow(`${folder}: is in memory, where nothing is committed`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
