import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run as clean } from '../../../lib/cli/commands/clean';
import { run } from '../../../lib/cli/commands/run';
import { findLeftovers } from '../../../lib/local/check-cleanup';
import { identify } from '../../../lib/local/processes';
import { listRunning } from '../../../lib/local/recover';
import { getLocalFolders } from '../../../lib/local/working-folder';
import { captureCli } from '../capture-cli';
import { Playground } from '../playground';
import { lives, until } from '../../process-state';

/** Starts a local execution in a process of its own, and kills it in the middle of its first trial. */
async function startAndKill(ground: Playground, runtime = '1s'): Promise<void> {
  const entry = join(process.cwd(), 'bin/fsxbench.ts');
  const args = [
    join(process.cwd(), 'node_modules/tsx/dist/cli.mjs'),
    entry,
    'run',
    ground.spec({ runtime }),
    '--name',
    'e1',
  ];
  // A separate lock, so that other measurements on this machine do not refuse it.
  const env = { ...process.env, FSXBENCH_LOCK: ground.cwd };
  const child = spawn(process.execPath, args, { cwd: ground.cwd, env, stdio: 'ignore', detached: true });
  const started = join(ground.cwd, '.fsxbench/bucket/executions/tiny/e1/raw/r1');
  const trialBegan = (): boolean => existsSync(started) && readdirSync(started).some((name) => name.startsWith('t'));
  expect(await until(trialBegan)).toBe(true);
  await sleep(700);
  // The whole group: tsx runs the program in a child of its own. Hosts have groups of their own and go on.
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  expect(await until(() => listRunning(getLocalFolders(ground.cwd)).length === 0)).toBe(true);
}

describe('fsxbench clean', () => {
  it('deletes what a killed execution left, writes its receipt and reports its results', async () => {
    const ground = new Playground();
    await startAndKill(ground);
    expect(await ground.left()).not.toEqual([]);
    const { cli, out } = captureCli(ground.cwd);
    expect(await clean(cli, [], {})).toBe(0);
    expect(out()).toMatch(/tiny e1: removed \d+ resources of a killed execution; cleanup verified/);
    expect(ground.receipt('e1')).toMatchObject({ clean: true, outcome: 'UNKNOWN' });
    expect(ground.row('e1', 't0001').verdict).not.toBe('NOT_RUN');
    expect(ground.summary('e1').trials).toHaveLength(3);
    expect(await ground.left()).toEqual([]);
    const again = captureCli(ground.cwd);
    expect(await clean(again.cli, [], {})).toBe(0);
    expect(again.out()).toBe('Nothing was left.\n');
    ground.remove();
  });

  it('prints "Nothing was checked" when .fsxbench/ is missing', async () => {
    const ground = new Playground();
    const [text, json] = [captureCli(ground.cwd), captureCli(ground.cwd)];
    expect(await clean(text.cli, [], {})).toBe(0);
    expect(text.out()).toBe(`Nothing was checked: .fsxbench/ is missing in ${ground.cwd}.\n`);
    expect(await clean(json.cli, [], { json: true })).toBe(0);
    expect(JSON.parse(json.out())).toMatchObject({ clean: null, recovered: [] });
    ground.remove();
  });

  it('keeps a process that started before its host, and exits 4 with its PID', async () => {
    const ground = new Playground();
    const root = join(ground.cwd, '.fsxbench/hosts/i-9');
    mkdirSync(join(root, 'work'), { recursive: true });
    const made = { ...identify(process.pid), start: '999999999999' };
    writeFileSync(join(root, 'host.json'), JSON.stringify({ version: 1, made }));
    const early = spawn('sleep', ['30'], { cwd: join(root, 'work'), detached: true, stdio: 'ignore', env: {} });
    const { cli, err } = captureCli(ground.cwd);
    expect(await clean(cli, [], {})).toBe(4);
    expect(err()).toMatch(`process ${early.pid} of host i-9 still runs: it cannot be killed, or its start time does`);
    expect([early.exitCode, early.signalCode]).toEqual([null, null]);
    early.kill('SIGKILL');
    ground.remove();
  });

  it('throws MachineBusy while another execution runs, and deletes nothing', async () => {
    const ground = new Playground();
    await startAndKill(ground, '120s');
    const note = join(ground.cwd, '.fsxbench/running/e2.json');
    writeFileSync(note, JSON.stringify(identify(process.pid)));
    const { folders, processes } = await findLeftovers(join(ground.cwd, '.fsxbench/hosts'), []);
    expect(processes.length).toBeGreaterThan(0);
    await expect(clean(captureCli(ground.cwd).cli, [], {})).rejects.toMatchObject({
      name: 'MachineBusy',
      exitCode: 3,
      message: `clean: execution e2 is running (process ${process.pid}); wait for its end. Nothing was removed`,
    });
    expect((await findLeftovers(join(ground.cwd, '.fsxbench/hosts'), [])).folders).toEqual(folders);
    expect(processes.some(({ pid }) => lives(pid))).toBe(true);
    rmSync(note);
    expect(await clean(captureCli(ground.cwd).cli, [], {})).toBe(0);
    expect(await ground.left()).toEqual([]);
    ground.remove();
  });

  const isRoot = process.geteuid?.() === 0;
  const asOther = { ...(isRoot ? { uid: 65_534 } : {}), encoding: 'utf8' as const, env: { PATH: process.env['PATH'] } };
  const tsx = join(process.cwd(), 'node_modules/tsx/dist/cli.mjs');
  // Root passes all permissions, so another user runs the program, if this user can read the sources.
  const canRun = spawnSync(process.execPath, [tsx, '--version'], asOther).status === 0;
  (canRun ? it : it.skip)("exits 4 when another user's .fsxbench cannot be read", () => {
    const ground = new Playground();
    const root = join(ground.cwd, '.fsxbench');
    mkdirSync(root);
    chmodSync(root, 0o500);
    chmodSync(ground.cwd, 0o755);
    const args = [tsx, join(process.cwd(), 'bin/fsxbench.ts'), 'clean'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...asOther, cwd: ground.cwd });
    expect(stderr).toContain(`reading and writing ${root} is denied. Nothing was checked or removed, so`);
    expect([status, stdout]).toEqual([4, '']);
    chmodSync(root, 0o700);
    ground.remove();
  });

  it('runs automatically at the next fsxbench run', async () => {
    const ground = new Playground();
    await startAndKill(ground);
    const { cli, err } = captureCli(ground.cwd);
    expect(await run(cli, [ground.spec({ replicates: 1 })], { name: 'e2' })).toBe(6);
    expect(err()).toContain('tiny e1: removed');
    expect(ground.receipt('e1').clean).toBe(true);
    expect(ground.receipt('e2').clean).toBe(true);
    expect(await ground.left()).toEqual([]);
    ground.remove();
  });
});
