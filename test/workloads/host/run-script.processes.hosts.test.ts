import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnvironment, listProcesses } from '../../../lib/local/processes';
import { getFailureCode } from '../../../lib/workloads/host-failures';
import { lives, until } from '../../process-state';
import { addCommand, putFirst } from '../commands';
import { PREFIX, WrapperHost } from './wrapper-host';

let host: WrapperHost;

beforeEach(() => (host = new WrapperHost()));
afterEach(() => host.remove());

describe('run-script.sh with a time limit', () => {
  it('kills the script and its children with exit code 124, and keeps output of its SIGTERM trap', async () => {
    const scripts = {
      deaf: "trap '' TERM; echo going; while :; do sleep 0.02; done",
      polite: "trap 'echo last; exit 3' TERM; sleep 5 & wait",
      daemon: 'setsid sleep 20 & echo $! >"$FSXBENCH_OUT/raw/daemon"; sleep 20',
    };
    const folder = (name: string): string => `${PREFIX}client-1/${name}/`;
    const codes = Object.entries(scripts).map(([name, script]) => {
      const key = `scripts/${name}.sh`;
      host.object(key, script);
      const own = { FSXBENCH_STEP: name, FSXBENCH_EXECUTION_TIMEOUT: '3', FSXBENCH_SCRIPT_KEY: key };
      return host.begin(script, own).code;
    });
    expect(await Promise.all(codes)).toEqual([124, 124, 124]);
    expect(host.stored('raw/stdout.txt', folder('deaf'))).toBe('going\n');
    const stderr = host.stored('raw/stderr.txt', folder('deaf'));
    expect(stderr).toMatch(/run-script: the time was over after [0-2]\.\d+ s\n$/);
    expect(host.status(folder('deaf'))).toMatchObject({ rc: 124 });
    expect(host.stored('raw/stdout.txt', folder('polite'))).toBe('last\n');
    expect(lives(Number(host.stored('raw/daemon', folder('daemon'))))).toBe(false);
  });
});

it('reports ToolFailed, not TimedOut, when the script was killed before its time limit', () => {
  expect(host.run('sleep 0.2; kill -9 0').code).toBe(137);
  expect(host.status()).toMatchObject({ rc: 137, facts: { beforeLimit: expect.stringMatching(/^\d\.\d{3}$/) } });
  expect(getFailureCode(host.status())).toBe('ToolFailed');
});

it('keeps the script running when its output cannot be written to the disk', () => {
  const bin = join(host.base, 'bin');
  addCommand(bin, 'stdbuf', 'exec "${@:2}" >/dev/full');
  const PATH = putFirst(bin);
  expect(host.run('seq 100000; sleep 0.2; echo more; touch "$FSXBENCH_OUT/raw/end"', { PATH }).code).toBe(0);
  expect(host.stored('raw/end')).toBe('');
});

describe('run-script.sh with processes left by its script', () => {
  it('kills child processes when the script has ended, but not a daemon in another session', async () => {
    const { code } = host.run(
      [
        'set -m; env -i sleep 20 & echo $! >"$FSXBENCH_OUT/raw/job"',
        'set +m; setsid bash -c \'echo $$ >"$FSXBENCH_OUT/raw/daemon"; exec sleep 20\' >/dev/null 2>&1 &',
        'until [ -s "$FSXBENCH_OUT/raw/daemon" ]; do sleep 0.02; done; sleep 0.1',
      ].join('\n'),
    );
    expect(code).toBe(0);
    expect(lives(Number(host.stored('raw/job')))).toBe(false);
    const daemon = Number(host.stored('raw/daemon'));
    expect(lives(daemon)).toBe(true);
    process.kill(daemon, 'SIGKILL');
    await until(() => !lives(daemon));
  });

  it('kills them when the command is cancelled, and stores results with exit code 143', async () => {
    const { child, code } = host.begin(
      'setsid sleep 20 & echo $! >"$FSXBENCH_OUT/raw/daemon"; touch "$FSXBENCH_ROOT/up"; sleep 20',
    );
    await until(() => host.exists('up'));
    child.kill('SIGTERM');
    expect(await code).toBe(143);
    expect(host.status()).toMatchObject({ rc: 143, facts: { wrapper: 'the command was cancelled' } });
    expect(lives(Number(host.stored('raw/daemon')))).toBe(false);
  });

  it('ends its script even when the wrapper is killed with SIGKILL', async () => {
    const { child } = host.begin(
      'echo $$ >"$FSXBENCH_ROOT/up.new"; mv "$FSXBENCH_ROOT/up.new" "$FSXBENCH_ROOT/up"; sleep 20',
    );
    await until(() => host.exists('up'));
    const script = Number(readFileSync(join(host.root, 'up'), 'utf8'));
    expect(lives(script)).toBe(true);
    child.kill('SIGKILL');
    expect(await until(() => !lives(script))).toBe(true);
  });
});

describe('run-script.sh on SIGTERM', () => {
  /** Of the host: the wrapper, its readers, the script, and what these started. */
  const listFamily = (): number[] =>
    listProcesses()
      .map(({ pid }) => pid)
      .filter((pid) => readEnvironment(pid).includes(`FSXBENCH_ROOT=${host.root}`));
  /** Bit 14 of the mask (proc(5), SigIgn). */
  const ignoresTerm = (pid: number): boolean => {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    return (BigInt(`0x${mask}`) & (1n << 14n)) !== 0n;
  };
  const terminate = (pid: number): void => {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // Told by another of them, and gone meanwhile.
    }
  };
  const UP = 'touch "$FSXBENCH_ROOT/up"';

  it("ends all its processes, and stores the output of the script's SIGTERM trap", async () => {
    const { code } = host.begin(`trap 'sleep 0.1; echo last; exit 3' TERM; echo going; ${UP}; sleep 20 & wait`);
    await until(() => host.exists('up'));
    // The wrapper, two readers with what reads for them, the script under its limit, and its child.
    expect(listFamily().length).toBeGreaterThanOrEqual(7);
    expect(listFamily().filter(ignoresTerm)).toEqual([]);
    for (const pid of listFamily()) terminate(pid);
    expect(await code).toBe(143);
    expect(host.stored('raw/stdout.txt')).toBe('going\nlast\n');
    expect(listFamily()).toEqual([]);
  });

  it('ends its output readers when the wrapper was killed and a daemon keeps their pipe open', async () => {
    // It says itself, from its own session, that it is up: until then it would die with the group it was started in.
    const { child, code } = host.begin(
      `setsid bash -c 'echo $$ >"$FSXBENCH_ROOT/daemon"; ${UP}; exec sleep 3600' & wait`,
    );
    await until(() => host.exists('up'));
    child.kill('SIGKILL');
    await code;
    const daemon = Number(readFileSync(join(host.root, 'daemon'), 'utf8'));
    for (const pid of listFamily()) if (pid !== daemon) terminate(pid);
    expect(await until(() => listFamily().every((pid) => pid === daemon))).toBe(true);
    expect(lives(daemon)).toBe(true);
    process.kill(daemon, 'SIGKILL');
  });

  it('ends the script when SIGTERM arrives before it has its own session', async () => {
    const bin = join(host.base, 'bin');
    // What stands between the wrapper and the session takes its time.
    addCommand(bin, 'setpriv', 'touch "$FSXBENCH_ROOT/early"; sleep 1; shift 2; exec "$@"');
    const { child, code } = host.begin('sleep 5; touch "$FSXBENCH_ROOT/through"', { PATH: putFirst(bin) });
    await until(() => host.exists('early'));
    await sleep(100);
    child.kill('SIGTERM');
    expect(await code).toBe(143);
    expect(host.exists('through')).toBe(false);
  });

  it('stores the first and last 512 KiB of a longer output', async () => {
    const script = `seq 1 900000; echo end; setsid sleep 20 & ${UP}; sleep 20`;
    const { child, code } = host.begin(script);
    await until(() => host.exists('up'));
    child.kill('SIGTERM');
    expect(await code).toBe(143);
    const text = host.stored('raw/stdout.txt');
    expect(text.startsWith('1\n2\n3\n')).toBe(true);
    expect(text.endsWith('899999\n900000\nend\n')).toBe(true);
    expect(text).toHaveLength(2 * 524_288);
  });
});

describe('run-script.sh delivered twice', () => {
  const COUNT = 'echo ran >>"$FSXBENCH_ROOT/count"; sleep 0.3; exit 5';

  it('runs the script once, and returns its exit code from both deliveries', async () => {
    const first = host.begin(COUNT);
    await until(() => host.exists('count'));
    const second = host.run(COUNT);
    expect(second.code).toBe(5);
    expect(second.out).toContain('delivered twice');
    expect(await first.code).toBe(5);
    expect(host.run(COUNT).code).toBe(5);
    expect(readFileSync(join(host.root, 'count'), 'utf8')).toBe('ran\n');
  });

  it('runs the script again for another step or another attempt', () => {
    expect(host.run('exit 5').code).toBe(5);
    expect(host.run('exit 6', { FSXBENCH_STEP: 'fill' }).code).toBe(6);
    expect(host.run('exit 7', { FSXBENCH_ATTEMPT: 't0001.a2' }).code).toBe(7);
  });

  it('exits with 93 when the first delivery was killed', async () => {
    const first = host.begin('touch "$FSXBENCH_ROOT/up"; sleep 20');
    await until(() => host.exists('up'));
    first.child.kill('SIGKILL');
    await first.code;
    const second = host.run('touch "$FSXBENCH_ROOT/up"; sleep 20');
    expect(second.code).toBe(93);
    expect(second.err).toContain('the first delivery ended without an exit code');
  });

  it('exits with 94 when the first delivery exceeds the time limit', async () => {
    const script = 'touch "$FSXBENCH_ROOT/up"; sleep 20';
    host.begin(script);
    await until(() => host.exists('up'));
    expect(host.run(script, { FSXBENCH_EXECUTION_TIMEOUT: '3' }).code).toBe(94);
  });
});
