/** A host in a temporary folder on which the scripts of `tree-copy` run, with the real cp or one that fails. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { treeCopySchema, type TreeCopyParams } from '../../../lib/workloads/tree-copy/schema';
import { listFixtures, buildTrialSteps } from '../../../lib/workloads/tree-copy/steps';
import { joinScript } from '../../../lib/workloads/shell';
import { scriptFiles } from '../script-hosts';

export interface TreeRun {
  readonly code: number | null;
  readonly stderr: string;
  readonly status: HostStatus | null;
  readonly raw: HostRaw;
}

/** A small tree; `changes` as in a spec. */
export function params(changes: Readonly<Record<string, unknown>> = {}): TreeCopyParams {
  return treeCopySchema.parse({ kind: 'tree-copy', files: 600, size: '3 MB', workers: 3, ...changes });
}

export class TreeHosts {
  readonly root = mkdtempSync(join(tmpdir(), 'fsxbench-tree-'));
  readonly copies = join(this.root, 'volumes/c1/client-0/tree-copy');
  private readonly settings: Record<string, string> = {};

  constructor() {
    // Like a target that is a directory of this machine.
    for (const folder of ['disk/client-0', 'volumes']) mkdirSync(join(this.root, folder), { recursive: true });
    symlinkSync(join(this.root, 'disk'), join(this.root, 'volumes/c1'));
    mkdirSync(join(this.root, 'shm'));
    writeFileSync(join(this.root, 'hosts.txt'), 'client-0 client 0 10.0.0.1 i-0\n');
    // A real sync would wait for other writes to the disk of this machine, for minutes.
    this.instead('sync', 'printf "%s\\n" "$*" >>"$FSXBENCH_ROOT/synced"');
  }

  /** The recorded calls of sync. */
  synced(): readonly string[] {
    return readFileSync(join(this.root, 'synced'), 'utf8').trim().split('\n');
  }

  /** Further environment for all following commands. */
  set(settings: Readonly<Record<string, string>>): this {
    Object.assign(this.settings, settings);
    return this;
  }

  /** Replaces a program. @param script bash; `$REAL` is the real program */
  instead(program: string, script: string): this {
    const bin = join(this.root, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, program), `#!/usr/bin/env bash\nREAL=/bin/${program}\n${script}\n`);
    chmodSync(join(bin, program), 0o755);
    return this.set({ PATH: `${bin}:${process.env['PATH'] ?? ''}` });
  }

  /** Runs one step of a configuration as the driver would. */
  run(
    step: 'tree' | 'remove' | 'layout' | 'measure',
    asked: TreeCopyParams,
    attempt = 't0001.a1',
    startAt = '',
  ): TreeRun {
    const texts = scriptFiles('tree-copy');
    const [tree] = listFixtures(asked, { files: texts });
    const standing: Partial<Record<string, string>> = { tree: tree?.up, remove: tree?.down };
    const measured = buildTrialSteps(asked, texts).find(({ name }) => name === step)?.script;
    const script = standing[step] ?? (measured === undefined ? '' : joinScript(measured));
    const out = join(this.root, `out-${step}`);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    const env = {
      PATH: process.env['PATH'],
      FSXBENCH_ROOT: this.root,
      FSXBENCH_OUT: out,
      FSXBENCH_HOST: 'client-0',
      FSXBENCH_ROLE: 'client',
      FSXBENCH_INDEX: '0',
      FSXBENCH_HOSTS: join(this.root, 'hosts.txt'),
      FSXBENCH_START_AT: startAt,
      FSXBENCH_ATTEMPT: attempt,
      FSXBENCH_SHM: join(this.root, 'shm'),
      FSXBENCH_COPY: 'c1',
      FSXBENCH_LOCAL: '1',
      ...this.settings,
    };
    const { status: code, stderr } = spawnSync('setsid', ['--wait', 'bash', '--norc', '-s'], {
      input: script,
      env,
      encoding: 'utf8',
    });
    const text = (name: string) => (existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : null);
    const status = text('status.json');
    const parsed = status === null ? null : (JSON.parse(status) as HostStatus);
    const files = ['raw/tree-copy.json', 'raw/cp.stderr', 'raw/evidence.json'].flatMap((name) => {
      const content = text(name);
      return content === null ? [] : [{ name, source: `client-0/${step}/${name}`, text: content }];
    });
    return { code, stderr, status: parsed, raw: { host: 'client-0', command: step, status: parsed, files } };
  }

  /** Copies the trees of another host, which is faster than making them. */
  adopt(other: TreeHosts): this {
    cpSync(join(other.root, 'tree-copy'), join(this.root, 'tree-copy'), { recursive: true });
    return this;
  }

  /** A whole trial with an existing tree. */
  trial(asked: TreeCopyParams, attempt?: string): TreeRun {
    this.run('layout', asked, attempt);
    return this.run('measure', asked, attempt);
  }

  /** The folder of the only tree. */
  tree(): string {
    const [home = ''] = [join(this.root, 'tree-copy'), join(this.root, 'shm/fsxbench-tree-copy')].filter(existsSync);
    return join(home, readdirSync(home).find((name) => name.startsWith('f')) ?? '');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
