import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { addCommand, putFirst } from '../commands';
import { runPieces } from './pieces';

let root = '';
beforeEach(() => {
  root = temporaryFolder('fsxbench-settle-');
  mkdirSync(join(root, 'proc/sys/vm'), { recursive: true });
  writeFileSync(join(root, 'proc/sys/vm/drop_caches'), '');
  for (const folder of ['volumes', 'elsewhere', 'bin', 'proc/self']) mkdirSync(join(root, folder));
  for (const folder of ['c1', 'c3']) mkdirSync(join(root, 'volumes', folder));
  setMounts('c1');
  writeFileSync(join(root, 'proc/meminfo'), 'MemTotal: 99 kB\nDirty: 4096 kB\nWriteback: 1024 kB\n');
  symlinkSync(join(root, 'elsewhere'), join(root, 'volumes/c2'));
});

/** What is mounted below the folder of volumes. */
function setMounts(...names: readonly string[]): void {
  const lines = names.map((name) => `fs:/${name} ${root}/volumes/${name} nfs4 rw 0 0\n`);
  writeFileSync(join(root, 'proc/self/mounts'), `/dev/sda1 / ext4 rw 0 0\n${lines.join('')}`);
}

/** Puts a program in the way, which notes its calls. */
function stubProgram(name: string, text: string): void {
  addCommand(join(root, 'bin'), name, `printf '%s\\n' "${name} $*" >>"$CALLS"\n${text}`);
}

/** Facts that were noted, and calls of what stood in the way. */
function runSettle(env: Readonly<Record<string, string>> = {}) {
  const print =
    'settle; for one in synced caches stillToWriteBytes spareSeconds; do printf "%s\\n" "${STATUS_FACTS[$one]-}"; done';
  const calls = join(root, 'calls');
  writeFileSync(calls, '');
  const { status, stdout } = runPieces(['clock', 'host', 'status', 'settle'], print, {
    PATH: putFirst(join(root, 'bin')),
    FSXBENCH_ROOT: root,
    FSXBENCH_PROC: join(root, 'proc'),
    CALLS: calls,
    ...env,
  });
  return {
    facts: stdout.trim().split('\n'),
    calls: readFileSync(calls, 'utf8').trim().split('\n').sort(),
    code: status,
  };
}
const readDropped = (): string => readFileSync(join(root, 'proc/sys/vm/drop_caches'), 'utf8');

describe('settle', () => {
  it('syncs each mounted or linked volume of the target instances, and drops all caches on a fleet host', () => {
    stubProgram('sync', '');
    stubProgram('lctl', '');
    const { facts, calls } = runSettle();
    expect(facts).toEqual(['yes', 'dropped']);
    expect(readDropped()).toBe('3\n');
    expect(calls).toEqual([
      'lctl set_param -n ldlm.namespaces.*osc*.lru_size=clear',
      `sync -f -- ${root}/volumes/c1/`,
      `sync -f -- ${root}/volumes/c2/`,
    ]);
  });

  it('syncs each volume of a target instance that has several', () => {
    stubProgram('sync', '');
    const volumes = ['c1/volume1', 'c1/volume2'];
    setMounts(...volumes);
    const synced = runSettle({ FSXBENCH_LOCAL: '1' }).calls;
    expect(synced).toEqual([...volumes, 'c2'].map((volume) => `sync -f -- ${root}/volumes/${volume}/`));
  });

  it('keeps the caches of a local machine', () => {
    const { facts } = runSettle({ FSXBENCH_LOCAL: '1' });
    expect(facts).toEqual(['yes', 'kept: a host on this machine drops only those of the files that it measures']);
    expect(readDropped()).toBe('');
  });

  const hosts = (count: number): string => {
    const file = join(root, 'hosts');
    const lines = Array.from({ length: count }, (_, index) => `h${index} client ${index} 10.0.0.1 i-1\n`);
    writeFileSync(file, lines.join(''));
    return file;
  };

  it('records volumes that were not synced in time and the remaining bytes, and succeeds', () => {
    stubProgram('sync', '[[ $* != *c2* ]] || { trap "" TERM; exec sleep 3600; }');
    const { facts, code } = runSettle({ FSXBENCH_LOCAL: '1' });
    expect([facts[0], facts[2], code]).toEqual(['not in time, or not at all: c2', String(5 * 1024 ** 2), 0]);
  });

  it('stops syncing before the agreed start time when two hosts start together', () => {
    stubProgram('sync', 'exec sleep 3600');
    const at = Date.now() / 1000 + 1;
    const env = { FSXBENCH_LOCAL: '1', FSXBENCH_ROLE: 'client', FSXBENCH_START_AT: String(at) };
    const { facts } = runSettle({ ...env, FSXBENCH_HOSTS: hosts(2) });
    // Later trials need all of the time before their start.
    expect([facts[0], facts[3]]).toEqual(['not in time, or not at all: c1 c2', '0']);
  });

  it.each([
    ['2 s for two hosts of one machine that start in 9 s', '1', 2, 9, 2],
    ['0.7 s for two hosts of one machine that start in 1 s', '1', 2, 1, 0.7],
    ['2 s for the only host of one machine', '1', 1, 1, 2],
    ['15 s for a fleet of two hosts that start in 60 s', '', 2, 60, 15],
    ['7 s for a fleet of two hosts that start in 10 s', '', 2, 10, 7],
    ['15 s for a fleet of one host', '', 1, 10, 15],
    ['0.1 s for a fleet of two hosts that start in 2 s', '', 2, 2, 0.1],
  ])('limits syncs to %s', (_, local, count, startsIn, seconds) => {
    const clock = 'unset EPOCHREALTIME; EPOCHREALTIME=1000000000.000000';
    const text = 'settle_until; seconds "$((ends - 1000000000000000))"; echo "$REPLY"';
    const { stdout } = runPieces(['clock', 'host', 'status', 'settle'], `${clock}; ${text}`, {
      FSXBENCH_LOCAL: local,
      FSXBENCH_ROLE: 'client',
      FSXBENCH_START_AT: String(1_000_000_000 + startsIn),
      FSXBENCH_HOSTS: hosts(count),
    });
    expect(Number(stdout)).toBe(seconds);
  });

  it('stops waiting for the kernel to drop caches before the start time', () => {
    rmSync(join(root, 'proc/sys/vm/drop_caches'));
    execFileSync('mkfifo', [join(root, 'proc/sys/vm/drop_caches')]);
    stubProgram('sync', '');
    const at = Date.now() / 1000 + 3.5;
    const env = { FSXBENCH_ROLE: 'client', FSXBENCH_START_AT: String(at), FSXBENCH_HOSTS: hosts(2) };
    expect(runSettle(env).facts[1]).toMatch(/^kept: they were not dropped within 0\.\d+ s$/);
  });

  it('ignores target instances that the host has left, even if they are still mounted', () => {
    stubProgram('sync', '[[ $* != *c1* && $* != *c2* ]] || exec sleep 12');
    setMounts('c1/volume1', 'c1/volume2', 'c4');
    mkdirSync(join(root, 'left'));
    for (const copy of ['c1', 'c2']) writeFileSync(join(root, 'left', copy), '');
    const { facts, calls } = runSettle({ FSXBENCH_LOCAL: '1' });
    expect(facts[0]).toBe('yes');
    expect(calls).toEqual([`sync -f -- ${root}/volumes/c4/`]);
  });

  it('records that only root may drop caches, or that the kernel refused', () => {
    rmSync(join(root, 'proc/sys/vm/drop_caches'));
    expect(runSettle().facts[1]).toBe('kept: only root may drop them');
    symlinkSync('/dev/full', join(root, 'proc/sys/vm/drop_caches'));
    expect(runSettle().facts[1]).toBe('kept: the kernel refused to drop them');
  });

  it('succeeds on a host without volumes', () => {
    rmSync(join(root, 'volumes'), { recursive: true });
    expect(runSettle()).toMatchObject({ facts: ['yes', 'dropped'], code: 0 });
  });
});
