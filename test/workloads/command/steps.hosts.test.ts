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
import { lives, until } from '../../process-state';
import { type HostRun, ScriptHosts, scriptFiles } from '../script-hosts';

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
afterEach(() => testHosts.remove());

/** Runs a trial on so many new hosts. */
function runTrial(params: CommandParams, hosts = 1): Promise<readonly HostRun[]> {
  testHosts = new ScriptHosts(hosts);
  return repeatTrial(params);
}
async function repeatTrial(params: CommandParams): Promise<readonly HostRun[]> {
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
    const hosts = await runTrial(params, 2);
    expect(hosts.map(({ code, stderr }) => [code, stderr])).toEqual(Array(2).fill([0, '']));
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
    testHosts = new ScriptHosts(1);
    const outside = join(testHosts.root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'precious'), 'x');
    // Linked, and bound by whoever may: a script that was killed leaves the same.
    const params = makeParams(
      `echo "rate 1" >>"$RESULTS_FILE"; mkdir m; ln -s ${outside} l; mount --bind ${outside} m`,
    );
    const [ran] = await repeatTrial(params);
    const mount = `${testHosts.root}/volumes/c1/client-0/command/t0001.a1/m`;
    try {
      expect(ran?.code).not.toBe(0);
      if (ran?.code !== 32) {
        expect(ran?.status?.facts['problem']).toContain(
          `the script's folder cannot be removed: ${mount} is mounted still`,
        );
        const [next] = await repeatTrial(params);
        expect(next?.stderr).toContain('cannot remove leftovers of an earlier trial: ');
      }
    } finally {
      spawnSync('umount', [mount]);
    }
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('x');
  });

  it('runs as Python when its first line is #!/usr/bin/env python3', async () => {
    const [ran] = await runTrial(makeParams('#!/usr/bin/env python3\nimport os\nprint(os.environ["HOST_NAME"])'));
    expect([ran?.code, findFile(ran?.raw, 'raw/stdout.txt')]).toEqual([0, 'client-0\n']);
  });

  it('reports with which exit code, error or signal it ended on each host', async () => {
    const ends = ['ls /nowhere', 'kill -9 $$', 'sleep 60', "printf 'no\\0 licence\\0' >&2; exit 3"];
    const cases = ends.map((end, index) => `${index}) ${end} ;;\n`).join('');
    const params = makeParams(`case $HOST_INDEX in\n${cases}esac\necho "rate 5" >>"$RESULTS_FILE"`, { timeout: '2s' });
    const hosts = await runTrial(params, ends.length);
    expect(hosts.map(({ code }) => code)).toEqual([2, 137, 124, 3]);
    expect(hosts[3]?.stderr).toBe('');
    expect(hosts.map(({ raw }) => listReasons(params, [raw]))).toEqual([
      [
        'ToolFailed: client-0: the script ended with exit code 2: ' +
          "ls: cannot access '/nowhere': No such file or directory",
      ],
      [
        'ToolFailed: client-1: command was killed (signal 9) before its time limit of 2 s: by the kernel for want ' +
          'of memory, or by hand',
      ],
      ['TimedOut: client-2: command did not end within its time limit of 2 s'],
      // Without the NUL bytes.
      ['ToolFailed: client-3: the script ended with exit code 3: no licence'],
    ]);
    expect(testHosts.standing('command')).toEqual([]);
  });

  it('does not start when `prepare` fails; the step returns the exit code of `prepare`', async () => {
    const [ran] = await runTrial(makeParams('true', { prepare: 'echo no licence >&2; exit 3' }));
    expect([ran?.code, ran?.stderr]).toEqual([3, 'the script prepare ended with exit code 3: no licence\n']);
  });

  it('deletes the files that `prepare` of an earlier attempt left on the storage', async () => {
    const [layout] = buildTrialSteps(makeParams('true', { prepare: 'echo big >big; [[ $TARGET_DIR != *a1 ]]' }), FILES);
    testHosts = new ScriptHosts(1);
    for (const attempt of ['t0001.a1', 't0001.a2']) await testHosts.run(layout?.script ?? '', false, attempt);
    expect(testHosts.standing('command')).toEqual(['t0001.a2', 't0001.a2/big']);
  });

  it('kills processes left running, and names them in the fact leftRunning', async () => {
    const pid = 'echo $! >>$OUT_DIR/results.txt';
    const lines = [
      // Deaf, in another session, with the environment of the script.
      'setsid bash -c \'trap "" TERM; while :; do sleep 1; done\' &',
      pid,
      // With an empty environment, but the stdout of the script.
      '(cd /; exec env -i setsid sleep 61) &',
      pid,
      // The same, in the folder of the script.
      'env -i setsid sleep 62 >/dev/null 2>&1 &',
      pid,
      // The same, with a file of the folder open.
      'env -i D=$TARGET_DIR setsid bash -c \'exec 3>"$D/x"; cd /; exec sleep 63\' >/dev/null 2>&1 &',
      pid,
      'sleep 1',
    ];
    const [ran] = await runTrial(makeParams(lines.join('\n')));
    expect(ran?.code).toBe(0);
    const [, names = ''] =
      /^the script left these running, which were ended: (.*)$/.exec(ran?.status?.facts['leftRunning'] ?? '') ?? [];
    expect(names.split(', ').filter((name) => name === 'sleep').length).toBeGreaterThanOrEqual(3);
    expect(names.split(', ')).toContain('bash');
    const left = findFile(ran?.raw, 'raw/results.txt')?.trim().split('\n').map(Number);
    expect(left?.map(lives)).toEqual([false, false, false, false]);
  });

  it('kills no process that began earlier, has or runs a terminal, only reads, or is of another attempt', async () => {
    testHosts = new ScriptHosts(1);
    const place = join(testHosts.root, 'volumes/c1/client-0/command/t0001.a1');
    const script = 'touch file begun; until [[ -e go ]]; do sleep 0.1; done; touch "$OUT_DIR/results.txt"';
    const [layout, measure] = buildTrialSteps(makeParams(script), FILES);
    await testHosts.run(layout?.script ?? '', false);
    const begin = (text: string, env: Record<string, string> = {}) =>
      spawn('bash', ['-c', `${text}; exec sleep 30`], {
        cwd: '/',
        detached: true,
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], D: place, ...env },
      });
    const early = begin('cd $D; touch up-early');
    await until(() => existsSync(join(place, 'up-early')));
    // Longer than a tick of the clock by which processes are told apart.
    await pause(50);
    const measured = testHosts.run(measure?.script ?? '', true);
    await until(() => existsSync(join(place, 'begun')));
    const others = [
      early,
      begin('exec 3<$D/file; touch $D/up-reader'),
      begin('cd $D; touch up-attempt', { FSXBENCH_COMMAND: 't0001.a2.client-0.1.1' }),
      begin('cd $D; touch up-delivery', { FSXBENCH_DELIVERY: '1.1' }),
      begin('cd $D; touch up-host', { FSXBENCH_ROOT: tmpdir() }),
      // It ends when its child, which has the terminal, is killed.
      begin('cd $D; touch $D/up-server; exec script -q -c "sleep 30" /dev/null'),
    ];
    const gone = begin('cd $D; touch up-gone', { FSXBENCH_ROOT: join(testHosts.root, 'no-host') });
    const names = ['reader', 'attempt', 'delivery', 'host', 'server', 'gone'];
    await until(() => names.every((name) => existsSync(join(place, `up-${name}`))));
    // `script` has its terminal by then.
    await pause(300);
    writeFileSync(join(place, 'go'), '');
    const [ran] = await measured;
    expect([ran?.code, ran?.status?.facts['leftRunning']]).toEqual([
      0,
      'the script left these running, which were ended: sleep',
    ]);
    expect([...others, gone].map(({ pid }) => lives(pid ?? 0))).toEqual([...others.map(() => true), false]);
    for (const { pid } of others) process.kill(-(pid ?? 0), 'SIGKILL');
  });

  it('survives a failing output collector (fact outputLost), and reports a full disk in its problem', async () => {
    testHosts = new ScriptHosts(2).instead('stdbuf', 'exec "${@:2}" >/dev/full').instead('df', 'echo Avail; echo 0');
    const prints = 'for i in 1 2 3; do echo $i; sleep 0.2; done; seq 100000';
    const [good, bad] = await repeatTrial(makeParams(`${prints}; exit $((3 * HOST_INDEX))`));
    expect([good?.code, good?.status?.facts['outputLost']]).toEqual([0, 'stdout']);
    expect(bad?.status?.facts['problem']).toMatch(/^the script ended with exit code 3: the disk of \/.* was full$/);
  });

  it('keeps the last 1 MiB of its stdout and stderr, and stores no more than 3 MB while it runs', async () => {
    const script = [
      'if ((HOST_INDEX)); then head -c 3000000 /dev/zero | tr "\\0" a; echo end; exit; fi',
      'timeout 1 yes || true',
      'n=$(du -sb "$OUT_DIR/.." | cut -f 1); ((n < 3000000)) || echo "$n"; yes | head -c 9M >&2',
    ];
    const [endless, long] = await runTrial(makeParams(script.join('\n')), 2);
    expect([endless?.code, long?.code]).toEqual([0, 0]);
    expect(findFile(endless?.raw, 'raw/stdout.txt')?.slice(-20).trim().split('\n').at(-1)).toBe('y');
    expect(findFile(endless?.raw, 'raw/stderr.txt')).toHaveLength(1_048_576);
    const printed = findFile(long?.raw, 'raw/stdout.txt') ?? '';
    expect([printed.length, printed.endsWith('aaaend\n')]).toEqual([1_048_576, true]);
  });
});

describe('script `install` of a command workload', () => {
  it('runs on each host as a fixture that stays installed, and reports stderr when it fails', async () => {
    const params = makeParams('true', { install: 'touch "$OUT_DIR/installed"; [ "$SIZE" = 1 ]', env: { SIZE: 1 } });
    const [fixture] = listFixtures(params, { files: FILES });
    expect(fixture).toMatchObject({ stays: true, roles: ['client'], timeoutSeconds: 1800 });
    expect(fixture?.slot).toMatch(/^tool\/command-[0-9a-f]{12}$/);
    testHosts = new ScriptHosts(1);
    expect(await testHosts.run(fixture?.up ?? '', false)).toMatchObject([{ code: 0 }]);
    const [failing] = listFixtures(makeParams('true', { install: 'echo no mirror >&2; false' }), { files: FILES });
    expect(await testHosts.run(failing?.up ?? '', false)).toMatchObject([
      { code: 1, stderr: 'the script install ended with exit code 1: no mirror\n' },
    ]);
    expect(listFixtures(makeParams('true'), { files: FILES })).toEqual([]);
  });
});

it('computes the expected duration of a trial from `runtime`, with 1 s more for `prepare`', () => {
  expect(getDuration(makeParams('true'))).toEqual({ total: 3, warmUp: 0, measured: 2, until: 'done' });
  expect(getDuration(makeParams('true', { prepare: 'true' })).total).toBe(4);
});
