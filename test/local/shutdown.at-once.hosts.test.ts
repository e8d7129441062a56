import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { killAllHosts, killStrays } from '../../lib/local/shutdown';
import { lives as isRunning } from '../process-state';
import { temporaryFolder } from '../temporary';

let base: string;
let home: string;
const begun: ChildProcess[] = [];

beforeEach(() => {
  base = temporaryFolder('fsxbench-at-once-');
  home = join(base, 'hosts');
  mkdirSync(home);
});
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL');
});

/** A process that a host runs, deaf to TERM. */
async function startLoad(root: string): Promise<ChildProcess> {
  const script = "trap '' TERM; echo up; while :; do sleep 0.05; done";
  const child = spawn('bash', ['-c', script], { env: { PATH: process.env['PATH'] ?? '', FSXBENCH_ROOT: root } });
  begun.push(child);
  await once(child.stdout, 'data');
  return child;
}

const lives = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

describe('killStrays', () => {
  it('kills processes of hosts whose folder is missing, and keeps all other processes', async () => {
    mkdirSync(join(home, 'i-1'));
    mkdirSync(join(base, 'hosts-of-another'));
    const [own, stray, foreign] = await Promise.all([
      startLoad(join(home, 'i-1')),
      startLoad(join(home, 'i-2')),
      startLoad(join(base, 'hosts-of-another', 'i-3')),
    ]);
    const ended = once(stray, 'exit');
    // Its shell, and the pause that this may just have begun.
    expect(killStrays(home)).toBeGreaterThanOrEqual(1);
    // They are gone when it returns, not only told to go.
    expect(killStrays(home)).toBe(0);
    await ended;
    expect([lives(own), lives(foreign)]).toEqual([true, true]);
    expect(killStrays(join(base, 'none'))).toBe(0);
  });

  it('kills them when the folder of all hosts is missing', async () => {
    const stray = await startLoad(join(home, 'i-1'));
    const ended = once(stray, 'exit');
    rmSync(base, { recursive: true });
    expect(killStrays(home)).toBeGreaterThanOrEqual(1);
    await ended;
  });

  it('kills a process that keeps starting children', async () => {
    const root = join(home, 'i-1');
    const script = 'echo up; while :; do (sleep 5 &) ; done';
    const child = spawn('bash', ['-c', script], { env: { PATH: process.env['PATH'] ?? '', FSXBENCH_ROOT: root } });
    begun.push(child);
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    killStrays(home);
    await ended;
    expect(killStrays(home)).toBe(0);
  });
});

describe('killAllHosts', () => {
  it('kills processes before it checks data directories, which may hang or vanish', async () => {
    const data = join(base, 'data');
    mkdirSync(data);
    mkdirSync(join(home, 'i-1/volumes'), { recursive: true });
    symlinkSync(data, join(home, 'i-1/volumes/data'));
    const child = await startLoad(join(home, 'i-1'));
    const lived: boolean[] = [];
    const looks = jest.spyOn(fs, 'existsSync').mockImplementation((path) => {
      if (path === data) lived.push(isRunning(child.pid ?? 0));
      return true;
    });
    const vanishes = jest.spyOn(fs, 'realpathSync').mockImplementation((path) => {
      if (path === data) throw new Error('ENOENT');
      return String(path);
    });
    try {
      expect(killAllHosts(home).data).toEqual([data]);
    } finally {
      looks.mockRestore();
      vanishes.mockRestore();
    }
    expect(lived).toEqual([false]);
  });

  it('kills the processes of all hosts, and returns their folders and each data directory once', async () => {
    const data = join(base, 'data');
    mkdirSync(data);
    for (const name of ['i-1', 'i-2', '.new-1-i-3']) mkdirSync(join(home, name, 'volumes'), { recursive: true });
    symlinkSync(data, join(home, 'i-1/volumes/data'));
    symlinkSync(data, join(home, 'i-2/volumes/data'));
    symlinkSync(join(base, 'gone'), join(home, 'i-2/volumes/more'));
    const children = await Promise.all(['i-1', 'i-2'].map((name) => startLoad(join(home, name))));
    const ended = Promise.all(children.map((child) => once(child, 'exit')));
    expect(killAllHosts(home)).toEqual({ folders: [join(home, 'i-1'), join(home, 'i-2')], data: [data] });
    await ended;
    expect(killAllHosts(join(base, 'none'))).toEqual({ folders: [], data: [] });
  });
});
