import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostStatus } from '../../../lib/workloads/contract';
import { shellQuote } from '../../../lib/shapes/shell-quote';
import { lives, until } from '../../process-state';
import { temporaryFolder } from '../../temporary';
import { runPieces, withPieces } from './pieces';

let out = '';
beforeEach(() => {
  out = temporaryFolder('fsxbench-pieces-');
});

const PIECES = ['clock', 'host', 'status'];
const BEGIN = 'status_begin tool /\nstatus_version 1.2\n';
const env = (): Record<string, string> => ({
  FSXBENCH_OUT: out,
  FSXBENCH_HOST: 'client-0',
  FSXBENCH_ROLE: 'client',
  FSXBENCH_START_AT: '1795236000.25',
  PATH: process.env['PATH'] ?? '',
});
const run = (text: string) => runPieces(PIECES, BEGIN + text, env());
const status = () => JSON.parse(readFileSync(join(out, 'status.json'), 'utf8')) as HostStatus;

/** Starts a script in a group of its own, sends a signal when its tool runs, and waits for the end of both. */
async function interruptScript(signal: NodeJS.Signals, group: boolean): Promise<number | null> {
  const tool = `bash -c 'echo $$ >"$FSXBENCH_OUT/pid"; exec sleep 30'`;
  const text = withPieces(PIECES, `${BEGIN}run_tool 60 "$FSXBENCH_OUT/o" "$FSXBENCH_OUT/e" ${tool}`);
  const child = spawn('bash', ['-c', text], { env: env(), detached: true, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await until(() => existsSync(join(out, 'pid')));
  process.kill(group ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
  await ended;
  const pid = Number(readFileSync(join(out, 'pid'), 'utf8'));
  expect(await until(() => !lives(pid))).toBe(true);
  return child.exitCode;
}

describe('status.sh', () => {
  it('writes command, version, times, mount and exit code to status.json', () => {
    const { status: code } = run(`run_tool 5 "$FSXBENCH_OUT/o" "$FSXBENCH_OUT/e" sh -c 'echo a; echo b >&2; exit 3'`);
    expect(code).toBe(3);
    expect(status()).toMatchObject({
      host: 'client-0',
      role: 'client',
      tool: 'tool',
      version: '1.2',
      argv: ['sh', '-c', 'echo a; echo b >&2; exit 3'],
      rc: 3,
      startAt: 1795236000.25,
      facts: {},
    });
    expect(status().ended).toBeGreaterThanOrEqual(status().started);
    expect(status().mount.type).not.toBe('');
    expect([readFileSync(join(out, 'o'), 'utf8'), readFileSync(join(out, 'e'), 'utf8')]).toEqual(['a\n', 'b\n']);
  });

  it('escapes quotes and backslashes in facts, and replaces control characters', () => {
    const nasty = 'quote " back \\ tab \t line \n bell \x07 dollar $x é';
    run(`fact 'a "name"' x; fact b ${shellQuote(nasty)}`);
    expect(status().facts['b']).toBe('quote " back \\ tab \t line \n bell   dollar $x é');
    expect(Object.keys(status().facts)).toContain('a "name"');
  });

  it('prints the message of fail on stderr, and stores it as problem with exit code 1', () => {
    const { status: code, stderr } = run("fail 'the disk is full'");
    expect([code, stderr]).toEqual([1, 'the disk is full\n']);
    expect(status()).toMatchObject({ rc: 1, argv: [], facts: { problem: 'the disk is full' } });
    // Any other command that fails has none.
    expect(run('false').status).toBe(1);
    expect(status()).toMatchObject({ rc: 1, facts: {} });
  });

  it('ends a tool at its time limit with exit code 124', () => {
    const { status: code } = run('run_tool 0.3 "$FSXBENCH_OUT/o" "$FSXBENCH_OUT/e" sleep 30');
    expect(code).toBe(124);
    expect(status()).toMatchObject({ rc: 124, facts: { problem: 'tool did not end within its time limit of 0.3 s' } });
  });

  it('ends the tool and records the signal when the script gets SIGTERM', async () => {
    expect(await interruptScript('SIGTERM', false)).toBe(143);
    expect(status()).toMatchObject({ rc: 143, facts: { problem: 'ended by a signal' } });
  });

  it('leaves no processes when its process group is killed', async () => {
    expect(await interruptScript('SIGKILL', true)).toBeNull();
    expect(existsSync(join(out, 'status.json'))).toBe(false);
  });

  it('lists all volumes mounted below the folder of the target instance', () => {
    const place = join(out, 'volumes/c1');
    for (const folder of ['volumes/c1/volume1', 'volumes/c1/volume2', 'proc/self'])
      mkdirSync(join(out, folder), { recursive: true });
    const lines = [1, 2].map((number) => `svm:/volume${number} ${place}/volume${number} nfs4 rw,vers=4.1 0 0`);
    writeFileSync(join(out, 'proc/self/mounts'), `/dev/sda1 / ext4 rw 0 0\n${lines.join('\n')}\n`);
    const places = { FSXBENCH_ROOT: out, FSXBENCH_COPY: 'c1', FSXBENCH_PROC: join(out, 'proc') };
    runPieces(PIECES, `status_begin tool ${shellQuote(`${place}/.`)}\n`, { ...env(), ...places });
    expect(status().mount).toEqual({
      source: 'svm:/volume1',
      type: 'nfs4',
      options: 'rw,vers=4.1',
      more: [{ source: 'svm:/volume2', type: 'nfs4', options: 'rw,vers=4.1' }],
    });
    // What a script does elsewhere has nothing to do with them.
    runPieces(PIECES, `status_begin tool ${shellQuote(out)}\n`, { ...env(), ...places });
    expect(status().mount).not.toHaveProperty('more');
  });
});
