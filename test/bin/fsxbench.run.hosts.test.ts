/** Executions as people end them: by keys, closed terminals and pipes; and every exit code. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../../lib/cli/exit-code';
import { findLeftovers } from '../../lib/local/check-cleanup';
import { listProcesses, listOpenPaths } from '../../lib/local/processes';
import { Playground } from '../cli/playground';
import { until } from '../process-state';
import { LUSTRE, OPENZFS } from '../twin/rehearsal/specs';
import { Built, type ProcessEnd } from './built';
import { temporaryFolder } from '../temporary';

const built = new Built();
let ground: Playground;
/** Codes that a real run has ended with. */
const seen = new Set<number | null>();

beforeEach(() => {
  ground = new Playground();
});
afterEach(() => ground.remove());

async function run(...args: readonly string[]): Promise<ProcessEnd> {
  const ended = await built.run(args, { cwd: ground.cwd });
  seen.add(ended.code);
  expect(ended.out + ended.err).not.toMatch(/^\s+at .*:\d+/m);
  return ended;
}

/** The second follows the answer to the first: two within 200 ms count as one press of the key. */
async function interruptTwice(child: ChildProcess, said: (text: RegExp) => Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  await said(/Interrupt again to exit at once/);
  await sleep(250);
  child.kill('SIGINT');
}

it('refuses a second execution with exit code 3, and cleans up the first after Ctrl-C', async () => {
  const first = built.start(['run', ground.spec({ replicates: 30 }), '--name', 'e1'], { cwd: ground.cwd });
  await first.said(/trial 1 of 30/);
  const second = await run('run', 'tiny.yaml', '--name', 'e2');
  expect([second.code, second.err]).toEqual([3, expect.stringMatching(/^this machine is busy with tiny e1 of .*\n$/)]);
  first.child.kill('SIGINT');
  const { code, out } = await first.ended;
  seen.add(code);
  expect([code, out]).toEqual([130, expect.stringContaining('cleanup   verified')]);
  expect(await ground.left()).toEqual([]);
});

it('exits immediately after a second Ctrl-C and lists what is left, which `clean` removes', async () => {
  const { child, said, ended } = built.start(['run', ground.spec({ replicates: 30 }), '--name', 'e1'], {
    cwd: ground.cwd,
  });
  await said(/trial 1 of 30/);
  // Without a second one it would end with 130.
  await interruptTwice(child, said);
  const { code, err } = await ended;
  seen.add(code);
  expect([code, err]).toEqual([
    4,
    expect.stringMatching(/Exited immediately and killed the host processes\. Not deleted:\n {2}data/),
  ]);
  expect((await run('clean')).code).toBe(0);
  expect(await ground.left()).toEqual([]);
  expect(ground.receipt('e1')).toMatchObject({ clean: true, remaining: [] });
});

it('kills user scripts after a second Ctrl-C, also those that cleared their environment', async () => {
  writeFileSync(
    join(ground.cwd, 'tiny.yaml'),
    `
experiment: tiny
targets: { here: { kind: directory, path: data } }
workloads:
  own:
    kind: command
    runtime: 60s
    script: |
      env -i setsid sleep 61 &
      env -i setsid sleep 62 >/dev/null 2>&1 &
      setsid sleep 63 >/dev/null 2>&1 &
      sleep 64
    metrics: { n: { unit: count, better: higher } }
`,
  );
  const { child, said, ended } = built.start(['run', 'tiny.yaml', '--name', 'e1'], { cwd: ground.cwd });
  await said(/trial 1 of|preparing/);
  // All of them work in the folder on the storage.
  const ours = (): number =>
    listProcesses().filter(({ pid }) => listOpenPaths(pid)[0]?.startsWith(join(ground.cwd, 'data'))).length;
  expect(await until(() => ours() >= 6)).toBe(true);
  await interruptTwice(child, said);
  expect((await ended).code).toBe(4);
  expect((await findLeftovers(join(ground.cwd, '.fsxbench/hosts'), [join(ground.cwd, 'data')])).processes).toEqual([]);
  expect(ours()).toBe(0);
  expect((await run('clean')).code).toBe(0);
  expect(await ground.left()).toEqual([]);
});

it('cleans up when the terminal closes, and continues when the output pipe closes', async () => {
  const hung = built.start(['run', ground.spec({ replicates: 30 }), '--name', 'e1'], { cwd: ground.cwd });
  await hung.said(/trial 1 of 30/);
  hung.child.kill('SIGHUP');
  expect((await hung.ended).code).toBe(130);
  expect(await ground.left()).toEqual([]);
  ground.spec({ replicates: 1 });
  const shell = `{ $F run tiny.yaml --name e2 2>&1 </dev/null; echo $? >code; } | head -1; cat code; rm code`;
  const { out } = await built.run([], { cwd: ground.cwd, shell });
  expect(out).toMatch(/^tiny e2: 1 rig, 1 configuration, 1 trial\n6\n$/);
  expect(ground.receipt('e2').clean).toBe(true);
  expect(await ground.left()).toEqual([]);
});

it('returns exit codes for met and missed thresholds, limits, missing specs and full output', async () => {
  const spec = (name: string, more: string, text = LUSTRE): void =>
    writeFileSync(join(ground.cwd, name), `${text}\n${more}`);
  const thrice = LUSTRE.replace('replicates: 1', 'replicates: 3');
  const raiseThreshold = (text: string): string =>
    text.replace('prefer: highest', 'atLeast: 900000000 ops/s, prefer: highest');
  spec('met.yaml', '', thrice.replace('prefer: highest', 'atLeast: 1 ops/s, prefer: cheapest'));
  spec('open.yaml', '', thrice);
  expect((await run('rehearse', 'open.yaml')).code).toBe(5);
  expect((await run('validate', 'met.yaml')).code).toBe(0);
  expect((await run('rehearse', 'met.yaml')).code).toBe(0);
  spec('missed.yaml', '', raiseThreshold(LUSTRE.replace('replicates: 1', 'replicates: 4')));
  expect((await run('rehearse', 'missed.yaml')).code).toBe(1);
  spec('few.yaml', '', raiseThreshold(OPENZFS));
  expect((await run('rehearse', 'few.yaml')).code).toBe(6);
  spec('dear.yaml', '', thrice.replace('maxUsd: 20', 'maxUsd: 0.01'));
  expect((await run('validate', 'dear.yaml')).code).toBe(3);
  expect((await run('validate', 'none.yaml')).code).toBe(2);
  const { code, err } = await built.run([], { cwd: ground.cwd, shell: '$F validate met.yaml --json >/dev/full' });
  seen.add(code);
  expect([code, err]).toEqual([74, expect.stringMatching(/^standard output cannot be written: ENOSPC.*\n$/)]);
});

it('reports an internal error with exit code 70 when files of the installation are missing', async () => {
  const empty = temporaryFolder('fsxbench-broken-');
  const copied = 'mkdir dist && cp -r $(dirname "$E")/* dist';
  const shell = `${copied} && "${process.execPath}" dist/fsxbench.mjs plan "${ground.cwd}/tiny.yaml"`;
  ground.spec();
  const { code, err } = await built.run([], { cwd: empty, shell });
  seen.add(code);
  expect([code, err]).toEqual([70, expect.stringMatching(/^internal error of fsxbench; please report it/)]);
  expect(readdirSync(empty)).toEqual(['dist']);
  rmSync(empty, { recursive: true });
});

it('covers every exit code of the program in these tests', () => {
  const byNumber = (a: number | null, b: number | null): number => Number(a) - Number(b);
  expect([...seen].sort(byNumber)).toEqual(Object.values(EXIT).sort(byNumber));
});
