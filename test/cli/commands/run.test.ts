import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/run';
import { captured } from '../captured';
import { Playground } from '../playground';

// Each of these really runs fio, for seconds.
jest.setTimeout(120_000);

let ground: Playground;
beforeEach(() => {
  ground = new Playground();
});
afterEach(() => ground.remove());

function interruptible(): { cli: Cli; err: () => string; out: () => string; interrupt: () => void } {
  const { cli, out, err } = captured(ground.cwd);
  const control = new AbortController();
  return { cli: { ...cli, interrupted: control.signal }, out, err, interrupt: () => control.abort() };
}

describe('fsxbench run', () => {
  it('measures, answers, proves that nothing is left, and keeps every call', async () => {
    const { cli, out, err } = captured(ground.cwd);
    const code = await run(cli, [ground.spec()], { name: 'e1', calls: 'calls.jsonl' });
    expect([code, err().includes('check failed')]).toEqual([0, false]);
    expect(out()).toContain('3 VALID of 3 trials');
    expect(out()).toContain('.fsxbench/bucket/executions/tiny/e1/report/index.html');
    expect(err()).toMatch(/r1 trial 3 of 3/);
    const receipt = ground.receipt('e1');
    expect([receipt.clean, receipt.outcome, receipt.left]).toEqual([true, 'SUCCEEDED', []]);
    expect(ground.summary('e1').answer.winner?.value).toBeGreaterThan(100);
    const actions = readFileSync(join(ground.cwd, 'calls.jsonl'), 'utf8').trim().split('\n');
    expect(new Set(actions.map((line) => (JSON.parse(line) as { action: string }).action))).toContain('CreateFleet');
    expect(await ground.left()).toEqual([]);
  });

  it('describes where nothing is to be decided', async () => {
    const { cli, out } = captured(ground.cwd);
    expect(await run(cli, [ground.spec({ replicates: 1, decides: false })], { name: 'e1' })).toBe(0);
    expect(out()).toContain('Nothing was to be decided: this describes 1 configuration, by 1 valid trial.');
    expect(ground.summary('e1')).toMatchObject({ decide: null, answer: { met: null } });
  });

  it('never overwrites an execution', async () => {
    const spec = ground.spec({ replicates: 1 });
    await run(captured(ground.cwd).cli, [spec], { name: 'e1' });
    await expect(run(captured(ground.cwd).cli, [spec], { name: 'e1' })).rejects.toThrow(/e1 of tiny exists already/);
  });

  it.each([0.2, 0.45, 0.6, 0.85])('ends cleanly when it is interrupted at %d of its time', async (part) => {
    const { cli, interrupt, err } = interruptible();
    const ended = run(cli, [ground.spec()], { name: 'e1' });
    setTimeout(interrupt, 9000 * part);
    const code = await ended;
    expect([code, err().includes('check failed')]).toEqual([130, false]);
    expect(ground.receipt('e1')).toMatchObject({ clean: true, outcome: 'ABORTED' });
    const { trials, verdicts } = ground.summary('e1');
    expect(trials).toHaveLength(3);
    expect(verdicts.VALID).toBeLessThan(3);
    expect(await ground.left()).toEqual([]);
  });

  it('proves that nothing is left when it is interrupted as it begins', async () => {
    const { cli, interrupt } = interruptible();
    const ended = run(cli, [ground.spec()], { name: 'e1' });
    setTimeout(interrupt, 150);
    expect(await ended).toBe(130);
    expect(ground.receipt('e1')).toMatchObject({ clean: true, outcome: 'ABORTED', left: [] });
    expect(await ground.left()).toEqual([]);
  });

  it.each([
    [
      'a path that is not writable',
      { path: '/proc/fsxbench' },
      /the target's directory '\/proc\/fsxbench' cannot be made/,
    ],
    ['too little space', { size: '400 GiB' }, /400 GiB|free/],
  ])('says in one message what is wrong with %s', async (_what, settings, says) => {
    const { cli, err, out } = captured(ground.cwd);
    const code = await run(cli, [ground.spec({ ...settings, replicates: 1 })], { name: 'e1' });
    expect(code).toBe(6);
    expect(err().match(/^rig r1 failed.*$/gm)).toHaveLength(1);
    expect(err()).toMatch(says);
    expect(err()).not.toMatch(/\n {4}at /);
    expect(out()).toContain('1 NOT_RUN');
    expect(await ground.left()).toEqual([]);
  });

  it('refuses a broken machine file with all that is wrong with it', async () => {
    const root = join(ground.cwd, 'root');
    const { cli } = captured(ground.cwd);
    for (const folder of ['workloads', 'state-machines'])
      cpSync(join(cli.root, folder), join(root, folder), { recursive: true });
    writeFileSync(join(root, 'state-machines/rig.asl.json'), '{ "StartAt": "Nowhere", }');
    const broken = run({ ...cli, root }, [ground.spec()], {});
    await expect(broken).rejects.toMatchObject({ name: 'MachineInvalid', exitCode: 2 });
  });

  it('reports a spec with mistakes with exit code 2 and creates nothing', async () => {
    const { cli, err } = captured(ground.cwd);
    expect(await run(cli, [ground.spec({ runtime: 'soon' })], {})).toBe(2);
    expect(err()).toMatch(/tiny\.yaml:\d+:\d+: error: .*runtime/);
    const json = captured(ground.cwd);
    expect(await run(json.cli, ['tiny.yaml'], { json: true })).toBe(2);
    expect(JSON.parse(json.out())).toMatchObject({ problems: [{ severity: 'error', code: 'BadValue' }] });
    expect(json.err()).toBe('');
  });

  it.each([
    [{ calls: 'no/such/calls.jsonl' }, 'CallsUnwritable'],
    [{ seed: '' }, 'BadSeed'],
  ])('refuses %j before it creates anything', async (options, name) => {
    const refused = run(captured(ground.cwd).cli, [ground.spec()], options);
    await expect(refused).rejects.toMatchObject({ name, exitCode: 2 });
    expect(existsSync(join(ground.cwd, '.fsxbench'))).toBe(false);
  });
});
