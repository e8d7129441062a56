import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cli } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/run';
import { lockMachine } from '../../../lib/local/machine-lock';
import { findLeftovers } from '../../../lib/local/check-cleanup';
import { captureCli, Keys } from '../capture-cli';
import { Playground, type SpecSettings } from '../playground';

let ground: Playground;
beforeEach(() => {
  ground = new Playground();
});
afterEach(() => ground.remove());

function makeInterruptibleCli(): { cli: Cli; err: () => string; out: () => string; interrupt: () => void; keys: Keys } {
  const { cli, out, err } = captureCli(ground.cwd);
  const keys = new Keys();
  return { cli: { ...cli, interrupts: keys }, out, err, interrupt: () => keys.press(), keys };
}

/** Another execution holds the machine. @returns what ends it */
function holdLock({ lock: name }: Cli): Promise<() => void> {
  const holder = { cwd: '/elsewhere', experiment: 'other', executionId: 'e0' };
  return lockMachine({ name, holder, wait: false, waiting: () => undefined });
}

describe('fsxbench run', () => {
  it('waits for the machine lock, measures, answers, cleans up and logs every API call', async () => {
    const { cli, out, err } = captureCli(ground.cwd);
    const unlock = await holdLock(cli);
    const ended = run(cli, [ground.spec()], { name: 'e1', calls: 'calls.jsonl', wait: true });
    while (!err().includes('waiting for other e0')) await sleep(10);
    unlock();
    const code = await ended;
    expect([code, err().includes('check failed')]).toEqual([0, false]);
    // Storage that stalls makes a trial SUSPECT, which counts.
    expect(out()).toMatch(/trials {4}[^\n]* of 3 trials\n/);
    expect(out()).toMatch(/ops\/s \(90% interval [^)]*, n = 3\)/);
    expect(out()).toContain('.fsxbench/bucket/executions/tiny/e1/report/index.html');
    expect(err()).toMatch(/r1 trial 3 of 3/);
    const receipt = ground.receipt('e1');
    expect([receipt.clean, receipt.outcome, receipt.remaining]).toEqual([true, 'SUCCEEDED', []]);
    expect(ground.summary('e1').answer.winner?.value).toBeGreaterThan(100);
    const actions = readFileSync(join(ground.cwd, 'calls.jsonl'), 'utf8').trim().split('\n');
    expect(new Set(actions.map((line) => (JSON.parse(line) as { action: string }).action))).toContain('CreateFleet');
    expect(await ground.left()).toEqual([]);
  });

  it.each([
    // Progress is told a moment late: it may be the next trial that is met, but never the end.
    ['r1 here: launching hosts', 300],
    ['r1 here: preparing', 300],
    ['r1 trial 1 of 3', 300],
    // Of its last trial: it may have ended before.
    ['r1 trial 3 of 3', 0],
    ['r1 trial 3 of 3', 1000],
  ])('exits 130 with a clean receipt when it is interrupted after `%s` and %i ms', async (moment, ms) => {
    const { cli, interrupt, err } = makeInterruptibleCli();
    const ended = run(cli, [ground.spec()], { name: 'e1' });
    while (!err().includes(moment)) await sleep(10);
    setTimeout(interrupt, ms);
    const code = await ended;
    const mayEnd = moment.includes('3 of 3') && code === 0;
    expect([code, err().includes('check failed')]).toEqual([mayEnd ? 0 : 130, false]);
    const outcome = mayEnd ? 'SUCCEEDED' : 'ABORTED';
    expect(ground.receipt('e1')).toMatchObject({ clean: true, outcome, remaining: [] });
    const { trials, verdicts } = ground.summary('e1');
    expect(trials).toHaveLength(3);
    if (!moment.includes('3 of 3')) expect(verdicts.VALID).toBeLessThan(3);
    expect(await ground.left()).toEqual([]);
  });

  it('writes a clean ABORTED receipt when it is interrupted during its start', async () => {
    const { cli, interrupt, keys } = makeInterruptibleCli();
    keys.taken = () => setTimeout(interrupt, 1);
    expect(await run(cli, [ground.spec()], { name: 'e1' })).toBe(130);
    expect(ground.receipt('e1')).toMatchObject({ clean: true, outcome: 'ABORTED', remaining: [] });
    expect(await ground.left()).toEqual([]);
  });

  it('creates nothing when it is interrupted before its start', async () => {
    const { cli, keys } = makeInterruptibleCli();
    keys.press();
    expect(await run(cli, [ground.spec()], { name: 'e1' })).toBe(130);
    expect(await ground.left()).toEqual([]);
    expect(existsSync(join(ground.cwd, '.fsxbench/bucket/pointers'))).toBe(false);
  });

  it('describes results without decide, lists its resources in the receipt, and refuses a used name', async () => {
    const { cli, out, keys } = makeInterruptibleCli();
    const note = join(ground.cwd, '.fsxbench/running/e1.json');
    const seen: unknown[] = [];
    keys.taken = () => seen.push(existsSync(note));
    const take = keys.take.bind(keys);
    keys.take = (ending) => {
      const release = take(ending);
      return () => {
        seen.push(existsSync(note), out().includes('cleanup   verified'));
        release();
      };
    };
    const spec = ground.spec({ replicates: 1, decides: false, path: 'deep/er/data' });
    expect(await run(cli, [spec], { name: 'e1' })).toBe(0);
    expect(seen).toEqual([false, false, true]);
    expect(out()).toContain('No question set (decide): 1 configuration, 1 valid trial.');
    expect(ground.summary('e1')).toMatchObject({ decide: null, answer: { met: null } });
    await expect(run(captureCli(ground.cwd).cli, [spec], { name: 'e1' })).rejects.toThrow(/e1 of tiny already exists/);
    // It lists what it made on this machine, and has removed the directories above its data.
    const { resources, covered } = ground.receipt('e1');
    const ids = (kind: string): string[] => resources.filter((one) => one.kind === kind).map(({ id }) => id);
    const base = realpathSync(ground.cwd);
    expect(ids('host folder')).toEqual([expect.stringContaining(join(base, '.fsxbench/hosts/i-'))]);
    expect(ids('data directory')).toEqual([join(base, 'deep/er/data/fsxbench-e1__r1')]);
    expect(ids('parent directory').sort()).toEqual(['deep', 'deep/er', 'deep/er/data'].map((one) => join(base, one)));
    // One that puts up tool, mount and data, and those of the trial.
    expect(ids('process').length).toBeGreaterThanOrEqual(3);
    expect(new Set(resources.map(({ state }) => state))).toEqual(new Set(['gone']));
    expect(covered).toEqual(expect.arrayContaining(['host folder', 'process', 'data directory', 'parent directory']));
    expect(existsSync(join(ground.cwd, 'deep'))).toBe(false);
  });

  it.each<[SpecSettings, RegExp]>([
    [{ size: '400 GiB', replicates: 1 }, /400 GiB|free/],
    ...['/proc/fsxbench', '/dev/null', '/', 'tiny.yaml'].map((path): [SpecSettings, RegExp] => [
      { path },
      /^[^]*error: targets\.here\.path: found (?![^]*error: )/,
    ]),
  ])('refuses %j before it creates anything', async (settings, message) => {
    const { cli, err } = captureCli(ground.cwd);
    expect(await run(cli, [ground.spec(settings)], { name: 'e1' })).toBe(2);
    expect(err()).toMatch(message);
    expect(err()).not.toMatch(/\n {4}at /);
    expect(existsSync(join(ground.cwd, '.fsxbench'))).toBe(false);
  });

  it('exits 6 with a clean receipt when the data path becomes a file after its check', async () => {
    const { cli, err, keys } = makeInterruptibleCli();
    const path = join(ground.cwd, 'data');
    keys.taken = () => writeFileSync(path, 'mine');
    // Before, nobody ever came to an end.
    expect(await run(cli, [ground.spec({ replicates: 1 })], { name: 'e1' })).toBe(6);
    expect(err()).toMatch(/^rig r1 failed: .*data' cannot be used: it is not a directory/m);
    expect(ground.receipt('e1')).toMatchObject({ clean: true, remaining: [] });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    rmSync(path);
    expect(await ground.left()).toEqual([]);
  });

  it('exits 6 with a clean receipt when .fsxbench is deleted during measurement', async () => {
    const { cli, err, keys } = makeInterruptibleCli();
    keys.taken = () => setTimeout(() => ground.deleteState(), 3000);
    expect(await run(cli, [ground.spec({ replicates: 30, path: 'deep/er/data' })], { name: 'e1' })).toBe(6);
    expect(err()).toMatch(/\.fsxbench was deleted, so the results are lost/);
    const { clean, remaining: left, resources } = ground.receipt('e1');
    expect([clean, left]).toEqual([true, []]);
    expect(new Set(resources.map(({ kind }) => kind))).toContain('host folder');
    expect((await findLeftovers(join(ground.cwd, '.fsxbench/hosts'), [])).processes).toEqual([]);
    expect(readdirSync(ground.cwd).sort()).toEqual(['.fsxbench', 'tiny.yaml']);
  });

  it('throws MachineBusy while another execution measures on this machine', async () => {
    const { cli } = captureCli(ground.cwd);
    const unlock = await holdLock(cli);
    const refused = run(cli, [ground.spec()], { name: 'e1' });
    await expect(refused).rejects.toMatchObject({ name: 'MachineBusy', exitCode: 3 });
    expect(existsSync(join(ground.cwd, '.fsxbench'))).toBe(false);
    unlock();
  });

  it('exits 4 at the second interrupt, kills the load and lists what is left', async () => {
    const { cli, err, keys } = makeInterruptibleCli();
    const ended = run(cli, [ground.spec({ replicates: 30 })], { name: 'e1' });
    while (!/trial 1 of 30/.test(err())) await sleep(50);
    keys.press();
    // Nothing is awaited between the two: as if the first one hung.
    keys.press();
    expect(keys.code).toBe(4);
    expect(err()).toMatch(
      /Exited immediately and killed the host processes\. Not deleted:\n {2}data\/fsxbench-e1__r1\n/,
    );
    expect(err()).toContain('Run `npx fsxbench clean` in this folder to delete these and save the results.');
    // A real program is gone by now; this one is still there, and ends well.
    expect(await ended).toBe(130);
    expect(await ground.left()).toEqual([]);
  });

  it('throws MachineInvalid for a broken machine file', async () => {
    const root = join(ground.cwd, 'root');
    const { cli } = captureCli(ground.cwd);
    for (const folder of ['workloads', 'state-machines'])
      cpSync(join(cli.root, folder), join(root, folder), { recursive: true });
    writeFileSync(join(root, 'state-machines/rig.asl.yaml'), '{ "StartAt": "Nowhere", }');
    const broken = run({ ...cli, root }, [ground.spec()], {});
    await expect(broken).rejects.toMatchObject({ name: 'MachineInvalid', exitCode: 2 });
  });

  it('exits 2 for a spec with mistakes, with its problems as text or JSON', async () => {
    const { cli, err } = captureCli(ground.cwd);
    expect(await run(cli, [ground.spec({ runtime: 'soon' })], {})).toBe(2);
    expect(err()).toMatch(/tiny\.yaml:\d+:\d+: error: .*runtime/);
    const json = captureCli(ground.cwd);
    expect(await run(json.cli, ['tiny.yaml'], { json: true })).toBe(2);
    expect(JSON.parse(json.out())).toMatchObject({ problems: [{ severity: 'error', code: 'BadValue' }] });
    expect(json.err()).toBe('');
  });

  it.each([
    [{ calls: 'no/such/calls.jsonl' }, 'CallsUnwritable'],
    [{ seed: '' }, 'BadSeed'],
  ])('refuses %j before it creates anything', async (options, name) => {
    const refused = run(captureCli(ground.cwd).cli, [ground.spec()], options);
    await expect(refused).rejects.toMatchObject({ name, exitCode: 2 });
    expect(existsSync(join(ground.cwd, '.fsxbench'))).toBe(false);
  });
});
