/** A host in a temporary folder on which the scripts of `tree-copy` run, with the real cp or one that fails. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { treeCopySchema, type TreeCopyParams } from '../../../lib/workloads/tree-copy/schema';
import { listFixtures, buildTrialSteps } from '../../../lib/workloads/tree-copy/steps';
import { type HostRun, ScriptHost, scriptFiles } from '../script-hosts';

/** A small tree; `changes` as in a spec. */
export function params(changes: Readonly<Record<string, unknown>> = {}): TreeCopyParams {
  return treeCopySchema.parse({ kind: 'tree-copy', files: 600, size: '3 MB', workers: 3, ...changes });
}

export class TreeHosts extends ScriptHost {
  readonly copies = join(this.root, 'volumes/c1/client-0/tree-copy');

  constructor() {
    super();
    // Like a target that is a directory of this machine.
    for (const folder of ['disk/client-0', 'volumes', 'shm']) mkdirSync(join(this.root, folder), { recursive: true });
    symlinkSync(join(this.root, 'disk'), join(this.root, 'volumes/c1'));
    this.set({ FSXBENCH_SHM: join(this.root, 'shm') });
    // A real sync would wait for other writes to the disk of this machine, for minutes.
    this.instead('sync', 'printf "%s\\n" "$*" >>"$FSXBENCH_ROOT/synced"');
  }

  /** The recorded calls of sync. */
  synced(): readonly string[] {
    return readFileSync(join(this.root, 'synced'), 'utf8').trim().split('\n');
  }

  /** Runs one step of a configuration as the driver would. */
  run(
    step: 'tree' | 'remove' | 'layout' | 'measure',
    asked: TreeCopyParams,
    attempt = 't0001.a1',
    startAt = '',
  ): HostRun {
    const files = scriptFiles('tree-copy');
    const [tree] = listFixtures(asked, { files });
    const standing: Partial<Record<string, string>> = { tree: tree?.up, remove: tree?.down };
    const measured = buildTrialSteps(asked, files).find(({ name }) => name === step)?.script;
    return this.runScript(standing[step] ?? measured ?? '', { step, attempt, startAt });
  }

  /** Copies the trees of another host, which is faster than making them. */
  adopt(other: TreeHosts): this {
    execFileSync('cp', ['-a', join(other.root, 'tree-copy'), this.root]);
    return this;
  }

  /** A whole trial with an existing tree. */
  trial(asked: TreeCopyParams, attempt?: string): HostRun {
    this.run('layout', asked, attempt);
    return this.run('measure', asked, attempt);
  }

  /** The folder of the only tree. */
  tree(): string {
    const [home = ''] = [join(this.root, 'tree-copy'), join(this.root, 'shm/fsxbench-tree-copy')].filter(existsSync);
    return join(home, readdirSync(home).find((name) => name.startsWith('f')) ?? '');
  }
}
