/** Hosts in temporary folders, on which the scripts of workloads run for real. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaw, HostStatus, Script, ScriptFiles } from '../../lib/workloads/contract';
import { joinScript } from '../../lib/workloads/shell';
import { addCommand, putFirst } from './commands';

const ROOT = join(__dirname, '../..');
const SHELL = ['--wait', 'bash', '--norc', '-s'] as const;

export interface HostRun {
  readonly code: number | null;
  readonly stderr: string;
  readonly status: HostStatus | null;
  /** With all files of `raw/`. */
  readonly raw: HostRaw;
}

interface Call {
  readonly step: string;
  readonly attempt?: string;
  /** Agreed start, in epoch seconds. */
  readonly startAt?: string;
}

/** The folder of some hosts of role `client`. */
abstract class HostFolder {
  readonly root = mkdtempSync(join(tmpdir(), 'fsxbench-hosts-'));
  readonly hosts: readonly string[];
  private readonly settings: Record<string, string> = {};

  constructor(count: number) {
    this.hosts = Array.from({ length: count }, (_, index) => `client-${index}`);
    const lines = this.hosts.map((host, index) => `${host} client ${index} 10.0.0.${index} i-${index}\n`);
    writeFileSync(join(this.root, 'hosts.txt'), lines.join(''));
  }

  /** Further environment for all following commands. */
  set(settings: Readonly<Record<string, string>>): this {
    Object.assign(this.settings, settings);
    return this;
  }

  /** Replaces a program. @param script bash; `$REAL` is the real program */
  instead(program: string, script: string): this {
    const bin = join(this.root, 'bin');
    addCommand(bin, program, `REAL=/bin/${program}\n${script}`);
    return this.set({ PATH: putFirst(bin) });
  }

  /** The environment of a command as the driver sets it, with an empty folder for its results. */
  protected prepare(host: string, { step, attempt = 't0001.a1', startAt = '' }: Call) {
    const out = join(this.root, `out-${step}-${host}`);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    const env = {
      PATH: process.env['PATH'],
      FSXBENCH_ROOT: this.root,
      FSXBENCH_OUT: out,
      FSXBENCH_HOST: host,
      FSXBENCH_ROLE: 'client',
      FSXBENCH_INDEX: String(this.hosts.indexOf(host)),
      FSXBENCH_HOSTS: join(this.root, 'hosts.txt'),
      FSXBENCH_START_AT: startAt,
      FSXBENCH_ATTEMPT: attempt,
      FSXBENCH_COPY: 'c1',
      FSXBENCH_LOCAL: '1',
      ...this.settings,
    };
    return { out, env };
  }

  /** What a command has left. */
  protected collect(host: string, step: string, { code, stderr }: Pick<HostRun, 'code' | 'stderr'>): HostRun {
    const out = join(this.root, `out-${step}-${host}`);
    const path = join(out, 'status.json');
    const status = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as HostStatus) : null;
    const names = existsSync(join(out, 'raw')) ? readdirSync(join(out, 'raw')) : [];
    const files = names.map((name) => ({
      name: `raw/${name}`,
      source: `${host}/${step}/raw/${name}`,
      text: readFileSync(join(out, 'raw', name), 'utf8'),
    }));
    return { code, stderr, status, raw: { host, command: step, status, files } };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A single host, client-0, whose scripts run one after the other. */
export class ScriptHost extends HostFolder {
  constructor() {
    super(1);
  }

  /** Folder of results of a step. */
  out(step: string): string {
    return join(this.root, `out-${step}-client-0`);
  }

  protected runScript(script: Script | string, call: Call): HostRun {
    const { env } = this.prepare('client-0', call);
    const input = typeof script === 'string' ? script : joinScript(script);
    const { status: code, stderr } = spawnSync('setsid', SHELL, { input, env, encoding: 'utf8' });
    return this.collect('client-0', call.step, { code, stderr });
  }
}

/** Hosts that run a script all at once. */
export class ScriptHosts extends HostFolder {
  /** @param edited changes a script before it runs */
  constructor(
    count: number,
    private readonly edited: (script: string) => string = (script) => script,
  ) {
    super(count);
    for (const host of this.hosts) mkdirSync(join(this.root, 'volumes/c1', host), { recursive: true });
  }

  /** Runs a script, with a common start where several hosts measure. */
  run(script: Script | string, measures: boolean, attempt?: string): Promise<readonly HostRun[]> {
    // Late enough for two busy processors: one second was once too short for the scripts to get ready.
    const startAt = measures && this.hosts.length > 1 ? String(Date.now() / 1000 + 3) : '';
    const call = { step: 'measure', startAt, ...(attempt === undefined ? {} : { attempt }) };
    const text = this.edited(typeof script === 'string' ? script : joinScript(script));
    return Promise.all(this.hosts.map((host) => this.runOn(host, text, call)));
  }

  private runOn(host: string, script: string, call: Call): Promise<HostRun> {
    const child = spawn('setsid', SHELL, { env: this.prepare(host, call).env });
    child.stdin.end(script);
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    return new Promise((resolve) => {
      child.on('close', (code) => resolve(this.collect(host, call.step, { code, stderr })));
    });
  }

  /** Content of a folder of each host on the storage. */
  standing(folder: string): readonly string[] {
    return this.hosts.flatMap((host) => {
      const found = join(this.root, 'volumes/c1', host, folder);
      return existsSync(found) ? readdirSync(found, { recursive: true, encoding: 'utf8' }) : [];
    });
  }
}

/** Texts of scripts of these folders of `workloads`, named with their folder. */
export function readScriptFolders(...folders: readonly string[]): ScriptFiles {
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const path = join(ROOT, 'workloads', folder);
      const names = existsSync(path) ? readdirSync(path) : [];
      return names.map((name) => [`${folder}/${name}`, readFileSync(join(path, name), 'utf8')]);
    }),
  );
}

/** The scripts of a kind, read as the program reads them. */
export function scriptFiles(kind: string): ScriptFiles {
  const own = Object.entries(readScriptFolders(kind)).map(([name, text]) => [name.slice(kind.length + 1), text]);
  return { ...(Object.fromEntries(own) as ScriptFiles), ...readScriptFolders('shell', 'mpi', 'fio') };
}
