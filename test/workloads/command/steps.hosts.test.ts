import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostRaw } from '../../../lib/workloads/contract';
import { command } from '../../../lib/workloads/command/workload';
import { type CommandParams, commandSchema } from '../../../lib/workloads/command/schema';
import { getDuration, listFixtures, buildTrialSteps } from '../../../lib/workloads/command/steps';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { until } from '../../process-state';
import { lives } from '../../process-state';
import { ScriptHosts, type HostRun, scriptFiles } from '../script-hosts';

const FILES = scriptFiles('command');
const makeParams = (script: string, more: object = {}): CommandParams =>
  commandSchema.parse({
    kind: 'command',
    script,
    runtime: '2s',
    metrics: { rate: { unit: 'ops/s', better: 'higher' } },
    ...more,
  });

let testHosts: ScriptHosts;
beforeEach(() => (testHosts = new ScriptHosts(2, ['raw/results.txt', 'raw/stdout.txt', 'raw/stderr.txt'])));
afterEach(() => testHosts.remove());

async function runTrial(params: CommandParams): Promise<readonly HostRun[]> {
  const [layout, measure] = buildTrialSteps(params, FILES);
  if (layout === undefined || measure === undefined) throw new Error('two steps');
  const laid = await testHosts.run(layout.script, false);
  return laid.some(({ code }) => code !== 0) ? laid : await testHosts.run(measure.script, true);
}
const findFile = (raw: HostRaw | undefined, name: string) => raw?.files.find((one) => one.name === name)?.text;
const listReasons = (params: CommandParams, raws: readonly HostRaw[]) => {
  const reading = readHosts(command, raws, params);
  return [...reading.reasons, ...command.judge(reading, raws, params)].map(({ code, text }) => `${code}: ${text}`);
};

describe('script of a command workload', () => {
  it('runs on all hosts in an empty folder of the target with HOST_NAME, HOST_INDEX, TARGET_DIR and env', async () => {
    const script =
      'echo "$HOST_NAME $HOST_INDEX of $HOST_COUNT, $SIZE, ${FSXBENCH_OUT:-nothing of ours}"\n' +
      'cat "$TARGET_DIR/prepared"; pwd\nsleep 1\necho "rate $((HOST_INDEX + 5))" >>"$RESULTS_FILE"';
    const params = makeParams(script, { prepare: 'echo prepared for $SIZE >prepared', env: { SIZE: '4 KiB; reboot' } });
    const hosts = await runTrial(params);
    expect(hosts.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(findFile(hosts[1]?.raw, 'raw/stdout.txt')).toBe(
      'client-1 1 of 2, 4 KiB; reboot, nothing of ours\nprepared for 4 KiB; reboot\n' +
        `${testHosts.root}/volumes/c1/client-1/command/t0001.a1\n`,
    );
    const raws = hosts.map(({ raw }) => raw);
    expect(listReasons(params, raws)).toEqual([]);
    const reading = readHosts(command, raws, params);
    expect(reading.windows).toHaveLength(2);
    expect(reading.observations.filter(({ host }) => host === 'client-1')).toMatchObject([
      { metric: 'rate', unit: 'ops/s', value: 6 },
    ]);
    expect(testHosts.standing('command')).toEqual([]);
  });

  it('fails without deleting files behind a bind mount or link that it left in its folder', async () => {
    const outside = join(testHosts.root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'precious'), 'x');
    // Linked, and bound by whoever may: a script that was killed leaves the same.
    const params = makeParams(
      `echo "rate 1" >>"$RESULTS_FILE"; mkdir m; ln -s ${outside} l; mount --bind ${outside} m`,
    );
    const hosts = await runTrial(params);
    const mounts = testHosts.hosts.map((host) => `${testHosts.root}/volumes/c1/${host}/command/t0001.a1/m`);
    try {
      for (const [index, { code, raw }] of hosts.entries()) {
        expect(code).not.toBe(0);
        if (code === 32) continue;
        expect(String(raw.status?.facts['problem'])).toContain(
          `the script's folder cannot be removed: ${mounts[index]} is mounted still`,
        );
      }
      const [next] = await runTrial(params);
      if (hosts[0]?.code === 1) expect(next?.stderr).toContain('cannot remove leftovers of an earlier trial: ');
    } finally {
      for (const mount of mounts) spawnSync('umount', [mount]);
    }
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('x');
  });

  it('runs as Python when its first line is #!/usr/bin/env python3', async () => {
    const [ran] = await runTrial(
      makeParams('#!/usr/bin/env python3\nimport os, time\ntime.sleep(1)\nprint(os.environ["HOST_NAME"])'),
    );
    expect([ran?.code, findFile(ran?.raw, 'raw/stdout.txt')]).toEqual([0, 'client-0\n']);
  });

  it('fails with exit code and stderr of its first command that fails', async () => {
    const params = makeParams('echo starting\nls /nowhere\necho "rate 5" >>"$RESULTS_FILE"');
    const hosts = await runTrial(params);
    expect(hosts.map(({ code }) => code)).toEqual([2, 2]);
    expect(listReasons(params, [hosts[0]?.raw as HostRaw])).toEqual([
      'ToolFailed: client-0: the script ended with exit code 2: ' +
        "ls: cannot access '/nowhere': No such file or directory",
    ]);
    expect(testHosts.standing('command')).toEqual([]);
  });

  it('ends with TimedOut (exit code 124) when it exceeds the timeout of the spec', async () => {
    const params = makeParams('sleep 60', { timeout: '2s' });
    const [ran] = await runTrial(params);
    expect(ran?.code).toBe(124);
    expect(listReasons(params, [ran?.raw as HostRaw])).toEqual([
      'TimedOut: client-0: command did not end within its time limit of 2 s',
    ]);
  });

  it('does not start when `prepare` fails; the step returns the exit code of `prepare`', async () => {
    const [ran] = await runTrial(makeParams('true', { prepare: 'echo no licence >&2; exit 3' }));
    expect([ran?.code, ran?.stderr]).toEqual([3, 'the script prepare ended with exit code 3: no licence\n']);
  });

  it('deletes the files that `prepare` of an earlier attempt left on the storage', async () => {
    const [layout] = buildTrialSteps(makeParams('true', { prepare: 'echo big >big; [[ $TARGET_DIR != *a1 ]]' }), FILES);
    if (layout === undefined) throw new Error('no step');
    await testHosts.run(layout.script, false, 't0001.a1');
    await testHosts.run(layout.script, false, 't0001.a2');
    expect(testHosts.standing('command')).toEqual(['t0001.a2', 't0001.a2/big', 't0001.a2', 't0001.a2/big']);
  });

  it('reports ToolFailed, not TimedOut, when SIGKILL ends it before its timeout', async () => {
    const params = makeParams('kill -9 $$', { timeout: '20s' });
    const [ran] = await runTrial(params);
    expect([ran?.code, listReasons(params, [ran?.raw as HostRaw])]).toEqual([
      137,
      [
        'ToolFailed: client-0: command was killed (signal 9) before its time limit of 20 s: by the kernel for want ' +
          'of memory, or by hand',
      ],
    ]);
  });

  it('kills processes left running in another session, and names them in the fact leftRunning', async () => {
    const script =
      'setsid bash -c \'trap "" TERM; echo $$ >"$OUT_DIR/results.txt"; while :; do sleep 1; done\' &\nsleep 1';
    const [ran] = await runTrial(makeParams(script));
    expect([ran?.code, ran?.raw.status?.facts['leftRunning']]).toEqual([
      0,
      expect.stringMatching(/^the script left these running, which were ended: .*bash/),
    ]);
    expect(lives(Number(findFile(ran?.raw, 'raw/results.txt')))).toBe(false);
  });

  it.each([
    ['still has its stdout open', 'env -i setsid sleep 61 & echo $! >$OUT_DIR/results.txt; cd /'],
    ['works in its folder', 'env -i setsid sleep 62 >/dev/null 2>&1 & echo $! >$OUT_DIR/results.txt'],
    [
      'has a file in its folder open',
      'env -i D=$TARGET_DIR setsid bash -c \'exec 3>"$D/x"; cd /; exec sleep 63\' >/dev/null 2>&1 & ' +
        'echo $! >$OUT_DIR/results.txt',
    ],
  ])('kills a left process that has cleared its environment but %s', async (_, script) => {
    const [ran] = await runTrial(makeParams(`${script}\nsleep 1`));
    expect([ran?.code, ran?.raw.status?.facts['leftRunning']]).toEqual([
      0,
      'the script left these running, which were ended: sleep',
    ]);
    expect(lives(Number(findFile(ran?.raw, 'raw/results.txt')))).toBe(false);
  });

  it('does not kill processes in its folder that started earlier or have a terminal', async () => {
    const place = join(testHosts.root, 'volumes/c1/client-0/command/t0001.a1');
    const pidFile = join(testHosts.root, 'person');
    const [layout, measure] = buildTrialSteps(makeParams('sleep 2; touch "$OUT_DIR/results.txt"'), FILES);
    await testHosts.run(layout?.script ?? '', false);
    const early = spawn('sleep', ['30'], { cwd: place, stdio: 'ignore' });
    // Longer than a tick of the clock by which processes are told apart.
    await pause(50);
    const measured = testHosts.run(measure?.script ?? '', true);
    const at = spawn('script', ['-q', '-c', `cd ${place}; echo $$ >${pidFile}; exec sleep 30`, '/dev/null']);
    const [ran] = await measured;
    const person = Number(readFileSync(pidFile, 'utf8'));
    expect([ran?.code, ran?.raw.status?.facts['leftRunning']]).toEqual([0, undefined]);
    expect([early.pid ?? 0, person].map(lives)).toEqual([true, true]);
    early.kill('SIGKILL');
    at.kill('SIGKILL');
    process.kill(person, 'SIGKILL');
  });

  it('does not kill processes that only read there, belong to another attempt or host, or run a terminal', async () => {
    const place = join(testHosts.root, 'volumes/c1/client-0/command/t0001.a1');
    const [layout, measure] = buildTrialSteps(
      makeParams(
        'touch file begun; ((HOST_INDEX)) || until [[ -e go ]]; do sleep 0.1; done; touch "$OUT_DIR/results.txt"',
      ),
      FILES,
    );
    await testHosts.run(layout?.script ?? '', false);
    const measured = testHosts.run(measure?.script ?? '', true);
    await until(() => existsSync(join(place, 'begun')));
    const begin = (script: string, env: Record<string, string> = {}) =>
      spawn('bash', ['-c', `${script}; exec sleep 30`], {
        cwd: '/',
        detached: true,
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], D: place, ...env },
      });
    const server = 'cd $D; touch $D/up-server; exec script -q -c "sleep 30" /dev/null';
    const others = [
      begin('exec 3<$D/file; touch $D/up-reader'),
      begin('cd $D; touch up-attempt', { FSXBENCH_COMMAND: 't0001.a2.client-0.1.1' }),
      begin('cd $D; touch up-delivery', { FSXBENCH_DELIVERY: '1.1' }),
      begin('cd $D; touch up-host', { FSXBENCH_ROOT: tmpdir() }),
      begin(server),
    ];
    const gone = begin('cd $D; touch up-gone', { FSXBENCH_ROOT: join(testHosts.root, 'no-host') });
    const names = ['reader', 'attempt', 'delivery', 'host', 'server', 'gone'];
    await until(() => names.every((name) => existsSync(join(place, `up-${name}`))));
    // `script` has its terminal by then.
    await pause(300);
    writeFileSync(join(place, 'go'), '');
    const [ran] = await measured;
    expect([ran?.code, ran?.raw.status?.facts['leftRunning']]).toEqual([
      0,
      'the script left these running, which were ended: sleep',
    ]);
    expect([...others, gone].map(({ pid }) => lives(pid ?? 0))).toEqual([true, true, true, true, true, false]);
    for (const { pid } of others) process.kill(-(pid ?? 0), 'SIGKILL');
  });

  it('survives a failing output collector (fact outputLost), and reports a full disk in its problem', async () => {
    testHosts.remove();
    testHosts = new ScriptHosts(1, ['raw/stdout.txt'], undefined, (root) => {
      mkdirSync(join(root, 'bin'));
      const program = (name: string, text: string) =>
        writeFileSync(join(root, 'bin', name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
      program('stdbuf', 'exec "${@:2}" >/dev/full');
      program('df', 'echo Avail; echo 0');
      return { PATH: `${root}/bin:${process.env['PATH']}` };
    });
    const prints = 'for i in 1 2 3; do echo $i; sleep 0.2; done; seq 100000';
    const [good] = await runTrial(makeParams(prints));
    expect([good?.code, good?.raw.status?.facts['outputLost']]).toEqual([0, 'stdout']);
    const [bad] = await runTrial(makeParams(`${prints}; exit 3`));
    expect(bad?.raw.status?.facts['problem']).toMatch(/^the script ended with exit code 3: the disk of \/.* was full$/);
  });

  it('removes NUL bytes from stderr when it reports why the script failed', async () => {
    const [ran] = await runTrial(makeParams("printf 'no\\0 licence\\0' >&2; exit 3"));
    expect([ran?.stderr, ran?.raw.status?.facts['problem']]).toEqual([
      '',
      'the script ended with exit code 3: no licence',
    ]);
  });

  it('limits stored stdout and stderr to 1 MiB each, also while it runs', async () => {
    const script =
      'timeout 1 yes || true; n=$(du -sb "$OUT_DIR/.." | cut -f 1); ((n < 3000000)) || echo "$n"; yes | head -c 9M >&2';
    const [ran] = await runTrial(makeParams(script));
    expect([ran?.code, findFile(ran?.raw, 'raw/stdout.txt')?.slice(-20).trim().split('\n').at(-1)]).toEqual([0, 'y']);
    expect(findFile(ran?.raw, 'raw/stderr.txt')).toHaveLength(1_048_576);
  });

  it('keeps the last 1 MiB of what it prints to stdout', async () => {
    const [ran] = await runTrial(
      makeParams('head -c 3000000 /dev/zero | tr "\\0" a; echo end; sleep 1; echo "rate 1" >>"$RESULTS_FILE"'),
    );
    const printed = findFile(ran?.raw, 'raw/stdout.txt') ?? '';
    expect([printed.length, printed.endsWith('aaaend\n')]).toEqual([1_048_576, true]);
  });
});

describe('script `install` of a command workload', () => {
  it('runs on each host as a fixture that stays installed, and reports stderr when it fails', async () => {
    const params = makeParams('true', { install: 'touch "$OUT_DIR/installed"; [ "$SIZE" = 1 ]', env: { SIZE: 1 } });
    const [fixture] = listFixtures(params, { files: FILES });
    expect(fixture).toMatchObject({ stays: true, roles: ['client'], timeoutSeconds: 1800 });
    expect(fixture?.slot).toMatch(/^tool\/command-[0-9a-f]{12}$/);
    expect((await testHosts.run(fixture?.up ?? '', false)).map(({ code }) => code)).toEqual([0, 0]);
    const [failing] = listFixtures(makeParams('true', { install: 'echo no mirror >&2; false' }), { files: FILES });
    expect((await testHosts.run(failing?.up ?? '', false))[0]).toMatchObject({
      code: 1,
      stderr: 'the script install ended with exit code 1: no mirror\n',
    });
  });

  it('creates no fixture for a spec without `install`', () =>
    expect(listFixtures(makeParams('true'), { files: FILES })).toEqual([]));
});

it('computes the expected duration of a trial from `runtime`, with 1 s more for `prepare`', () => {
  expect(getDuration(makeParams('true'))).toEqual({ total: 3, warmUp: 0, measured: 2, until: 'done' });
  expect(getDuration(makeParams('true', { prepare: 'true' })).total).toBe(4);
});
