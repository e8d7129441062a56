/** Hosts in a temporary folder, on which the scripts of `metadata` run for real, and results that hosts left. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaw, HostStatus, ScriptFiles } from '../../../lib/workloads/contract';
import type { MetadataOutput } from '../../../lib/workloads/metadata/output';
import { type MetadataParams, schema } from '../../../lib/workloads/metadata/schema';
import { trialSteps } from '../../../lib/workloads/metadata/steps';
import { scriptText } from '../../../lib/workloads/shell';

const ROOT = join(__dirname, '../../..');

/** A short run; `changes` as a spec would say them. */
export function params(changes: Readonly<Record<string, unknown>> = {}): MetadataParams {
  return schema.parse({ kind: 'metadata', ranks: 4, filesPerRank: 20, runtime: 1, ...changes });
}

export interface Ran {
  readonly code: number | null;
  readonly stderr: string;
  readonly raw: HostRaw;
}

export class MetadataWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'fsxbench-metadata-'));
  readonly hosts: readonly string[];
  private readonly texts = scriptFiles();

  constructor(hosts = 1) {
    this.hosts = Array.from({ length: hosts }, (_, index) => `client-${index}`);
    for (const host of this.hosts) mkdirSync(join(this.root, 'volumes/c1', host), { recursive: true });
    const lines = this.hosts.map((host, index) => `${host} client ${index} 10.0.0.${index} i-${index}\n`);
    writeFileSync(join(this.root, 'hosts.txt'), lines.join(''));
  }

  /** Runs one step of a trial on all hosts at once, with an agreed instant where it measures. */
  run(step: 'layout' | 'measure', asked: MetadataParams, attempt = 't0001.a1'): Promise<readonly Ran[]> {
    const at = step === 'measure' ? String(Date.now() / 1000 + 1) : '';
    return Promise.all(this.hosts.map((host, index) => this.one(step, asked, { host, index, attempt, at })));
  }

  /** A whole trial. */
  async trial(asked: MetadataParams): Promise<readonly Ran[]> {
    for (const { code, stderr } of await this.run('layout', asked)) if (code !== 0) throw new Error(stderr);
    return await this.run('measure', asked);
  }

  private one(
    step: string,
    asked: MetadataParams,
    { host, index, attempt, at }: { host: string; index: number; attempt: string; at: string },
  ): Promise<Ran> {
    const out = join(this.root, `out-${host}-${step}`);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    const script = trialSteps(asked, this.texts).find(({ name }) => name === step)?.script;
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
    };
    const child = spawn('setsid', ['--wait', 'bash', '--norc', '-s'], { env });
    // Tests need no long pauses.
    child.stdin.end(script === undefined ? '' : scriptText(script).replace("METADATA_PAUSE='4'", "METADATA_PAUSE='1'"));
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    const text = (name: string) => (existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : null);
    return new Promise((resolve) => {
      child.on('close', (code) => {
        const status = text('status.json');
        const found = text('raw/metadata.json');
        const files = found === null ? [] : [{ name: 'raw/metadata.json', source: `${host}/x.json`, text: found }];
        const parsed = status === null ? null : (JSON.parse(status) as HostStatus);
        resolve({ code, stderr, raw: { host, command: step, status: parsed, files } });
      });
    });
  }

  /** What stands below the folders of all hosts. */
  left(): readonly string[] {
    return this.hosts.flatMap((host) => {
      const folder = join(this.root, 'volumes/c1', host, 'metadata');
      return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function scriptFiles(): ScriptFiles {
  const read = (folder: string, prefix: string): [string, string][] =>
    readdirSync(join(ROOT, folder)).map((name) => [`${prefix}${name}`, readFileSync(join(ROOT, folder, name), 'utf8')]);
  return Object.fromEntries([...read('workloads/metadata', ''), ...read('workloads/shell', 'shell/')]);
}

/** A result of one host with two processes, as measure.sh writes it; `change` of it. */
export function output(change: (whole: MetadataOutput) => Partial<MetadataOutput> = () => ({})): MetadataOutput {
  const phase = (operation: 'create' | 'stat' | 'read' | 'remove', index: number, seconds: number) => {
    const start = 1000 + index * 24;
    const ranks = [0, 1].map((rank) => ({
      rank,
      began: start + 0.001,
      ended: start + seconds + rank,
      done: 10_000,
      error: null,
    }));
    return { operation, start, forgot: true, ranks };
  };
  const whole: MetadataOutput = {
    tool: 'metadata',
    version: 1,
    python: 'Python 3.9.16',
    asked: { ranks: 2, hosts: 1, filesPerRank: 10_000, runtime: 20, shifted: true },
    phases: [phase('create', 0, 9), phase('stat', 1, 3), phase('read', 2, 4), phase('remove', 3, 7)],
  };
  return { ...whole, ...change(whole) };
}

/** Parameters that {@link output} answers. */
export const ASKED = params({ ranks: 2, filesPerRank: 10_000, runtime: 20 });

/** A host that left this text. */
export function hostRaw(text: string | null, status: Partial<HostStatus> | null = {}, host = 'client-0'): HostRaw {
  const said: HostStatus = {
    host,
    role: 'client',
    tool: 'python3',
    version: 'Python 3.9.16',
    argv: [],
    rc: 0,
    started: 1000,
    ended: 1100,
    startAt: 1000,
    kernel: '6.1',
    mount: { source: 'fs', type: 'lustre', options: 'rw' },
    facts: {},
  };
  const files = text === null ? [] : [{ name: 'raw/metadata.json', source: `raw/${host}/metadata.json`, text }];
  return { host, command: 'measure', status: status === null ? null : { ...said, ...status }, files };
}
