import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPieces } from './pieces';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fsxbench-settle-'));
  mkdirSync(join(root, 'proc/sys/vm'), { recursive: true });
  writeFileSync(join(root, 'proc/sys/vm/drop_caches'), '');
  for (const folder of ['volumes', 'elsewhere', 'bin']) mkdirSync(join(root, folder));
  mkdirSync(join(root, 'volumes/c1'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'volumes/c2'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Puts a program in the way, which notes its calls. */
function instead(name: string, text: string): void {
  const body = `#!/bin/bash\nprintf '%s\\n' "${name} $*" >>"$CALLS"\n${text}\n`;
  writeFileSync(join(root, 'bin', name), body, { mode: 0o755 });
}

/** Facts that were noted, and calls of what stood in the way. */
function settled(env: Readonly<Record<string, string>> = {}): {
  facts: string[];
  calls: string[];
  code: number | null;
} {
  const print = 'settle; printf "%s\\n" "${STATUS_FACTS[synced]}" "${STATUS_FACTS[caches]}"';
  const calls = join(root, 'calls');
  writeFileSync(calls, '');
  const { status, stdout } = runPieces(['clock', 'host', 'status', 'settle'], print, {
    PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`,
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
const dropped = (): string => readFileSync(join(root, 'proc/sys/vm/drop_caches'), 'utf8');

describe('settle', () => {
  it('writes out the volumes of the rig, each alone, and drops all caches of a host of the fleet', () => {
    instead('sync', '');
    instead('lctl', '');
    const { facts, calls } = settled();
    expect(facts).toEqual(['yes', 'dropped']);
    expect(dropped()).toBe('3\n');
    expect(calls).toEqual([
      'lctl set_param -n ldlm.namespaces.*osc*.lru_size=clear',
      `sync -f -- ${root}/volumes/c1/`,
      `sync -f -- ${root}/volumes/c2/`,
    ]);
  });

  it('leaves the caches of a laptop alone, and says so', () => {
    const { facts } = settled({ FSXBENCH_LOCAL: '1' });
    expect(facts).toEqual(['yes', 'kept: a host on this machine drops only those of the files that it measures']);
    expect(dropped()).toBe('');
  });

  it('says what could not be written out in time, and goes on', () => {
    instead('sync', '[[ $* != *c2* ]] || { trap "" TERM; sleep 12; }');
    const begun = Date.now();
    const { facts, code } = settled({ FSXBENCH_LOCAL: '1' });
    expect([facts[0], code]).toEqual(['not within 2 s, or not at all: c2', 0]);
    expect(Date.now() - begun).toBeLessThan(10_000);
  });

  it('says that only root may drop caches, or that the kernel refused', () => {
    rmSync(join(root, 'proc/sys/vm/drop_caches'));
    expect(settled().facts[1]).toBe('kept: only root may drop them');
    symlinkSync('/dev/full', join(root, 'proc/sys/vm/drop_caches'));
    expect(settled().facts[1]).toBe('kept: the kernel refused to drop them');
  });

  it('has nothing to do on a host without volumes', () => {
    rmSync(join(root, 'volumes'), { recursive: true });
    expect(settled()).toMatchObject({ facts: ['yes', 'dropped'], code: 0 });
  });
});
