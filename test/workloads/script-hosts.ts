/** Hosts in a temporary folder, on which the scripts of a workload run for real, all at once. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaw, HostStatus, Script, ScriptFiles } from '../../lib/workloads/contract';
import { joinScript } from '../../lib/workloads/shell';

const ROOT = join(__dirname, '../..');

export interface HostRun {
  readonly code: number | null;
  readonly stderr: string;
  readonly raw: HostRaw;
}

/** @param edited changes a script before it runs */
export class ScriptHosts {
  readonly root = mkdtempSync(join(tmpdir(), 'fsxbench-hosts-'));
  readonly hosts: readonly string[];
  private readonly more: Readonly<Record<string, string>>;

  constructor(
    hosts: number,
    private readonly left: readonly string[],
    private readonly edited: (script: string) => string = (script) => script,
    /** For all scripts, computed once the folder of the hosts exists. */
    environment: (root: string) => Readonly<Record<string, string>> = () => ({}),
  ) {
    this.more = environment(this.root);
    this.hosts = Array.from({ length: hosts }, (_, index) => `client-${index}`);
    for (const host of this.hosts) mkdirSync(join(this.root, 'volumes/c1', host), { recursive: true });
    const lines = this.hosts.map((host, index) => `${host} client ${index} 10.0.0.${index} i-${index}\n`);
    writeFileSync(join(this.root, 'hosts.txt'), lines.join(''));
  }

  /** Runs a script on all hosts at once, with a common start where it measures. */
  run(script: Script | string, measures: boolean, attempt = 't0001.a1'): Promise<readonly HostRun[]> {
    // Late enough for two busy processors: one second was once too short for the scripts to get ready.
    const at = measures ? String(Date.now() / 1000 + 3) : '';
    const text = typeof script === 'string' ? script : joinScript(script);
    return Promise.all(this.hosts.map((host, index) => this.one(text, { host, index, attempt, at })));
  }

  private one(
    script: string,
    { host, index, attempt, at }: { host: string; index: number; attempt: string; at: string },
  ): Promise<HostRun> {
    const out = join(this.root, `out-${host}`);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    const env = {
      PATH: process.env['PATH'],
      FSXBENCH_ROOT: this.root,
      FSXBENCH_OUT: out,
      FSXBENCH_HOST: host,
      FSXBENCH_ROLE: 'client',
      FSXBENCH_INDEX: String(index),
      FSXBENCH_HOSTS: join(this.root, 'hosts.txt'),
      FSXBENCH_START_AT: at,
      FSXBENCH_ATTEMPT: attempt,
      FSXBENCH_COPY: 'c1',
      FSXBENCH_LOCAL: '1',
      ...this.more,
    };
    const child = spawn('setsid', ['--wait', 'bash', '--norc', '-s'], { env });
    child.stdin.end(this.edited(script));
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    const text = (name: string) => (existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : null);
    return new Promise((resolve) => {
      child.on('close', (code) => {
        const status = text('status.json');
        const files = this.left.flatMap((name) => {
          const found = text(name);
          return found === null ? [] : [{ name, source: `${host}/${name}`, text: found }];
        });
        const parsed = status === null ? null : (JSON.parse(status) as HostStatus);
        resolve({ code, stderr, raw: { host, command: 'measure', status: parsed, files } });
      });
    });
  }

  /** Content of a folder of each host on the storage. */
  standing(folder: string): readonly string[] {
    return this.hosts.flatMap((host) => {
      const found = join(this.root, 'volumes/c1', host, folder);
      return existsSync(found) ? readdirSync(found, { recursive: true, encoding: 'utf8' }) : [];
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The scripts of a kind, read as the program reads them. */
export function scriptFiles(kind: string): ScriptFiles {
  const read = (folder: string, prefix: string): [string, string][] =>
    (existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : []).map((name) => [
      `${prefix}${name}`,
      readFileSync(join(ROOT, folder, name), 'utf8'),
    ]);
  return Object.fromEntries([
    ...read(`workloads/${kind}`, ''),
    ...read('workloads/shell', 'shell/'),
    ...read('workloads/mpi', 'mpi/'),
    ...read('workloads/fio', 'fio/'),
  ]);
}
