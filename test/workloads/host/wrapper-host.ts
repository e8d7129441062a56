/** A host for the wrapper script: a host's folder, a folder for the bucket, settings of a command. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostStatus } from '../../../lib/workloads/contract';
import { temporaryFolder } from '../../temporary';

export const WRAPPER = join(__dirname, '../../../workloads/host/run-script.sh');
export const HOSTS_KEY = 'executions/e/x/hosts/r1.txt';
export const PREFIX = 'executions/e/x/raw/r1/t0001/a1/';
/** Folder of the results of the command `measure`. */
export const STORED = `${PREFIX}client-1/measure/`;
export const KEY = 'executions/e/x/scripts/one.sh';

export interface ScriptEnd {
  /** Of the script or the wrapper, as its one line says; null without the line. */
  readonly code: number | null;
  /** Exit code that the agent gets. */
  readonly answer: number | null;
  readonly out: string;
  readonly err: string;
}

function findCode(line: string): number | null {
  const code = /: exit (\d+) after /.exec(line)?.[1];
  return code === undefined ? null : Number(code);
}

export class WrapperHost {
  readonly base = temporaryFolder('fsxbench-wrapper-');
  readonly root: string;
  readonly bucket: string;
  private readonly begun: ChildProcess[] = [];

  /** By default names with special characters that reveal missing quotes. */
  constructor(root = 'ho st $(touch pwned) \'"\n;*', bucket = 'bu cket `touch pwned` &') {
    this.root = join(this.base, root);
    this.bucket = join(this.base, bucket);
    mkdirSync(join(this.root, 'volumes', 'data'), { recursive: true });
    this.object(HOSTS_KEY, 'broker-0 broker 0 127.0.0.1 i-0\nclient-1 client 1 127.0.0.1 i-1\n');
  }

  /** Ends the wrappers that still run. */
  remove(): void {
    for (const child of this.begun) child.kill('SIGKILL');
  }

  object(key: string, text: string): void {
    mkdirSync(join(this.bucket, key, '..'), { recursive: true });
    writeFileSync(join(this.bucket, key), text);
  }

  /** An object below `STORED`, or below another folder. */
  stored(name: string, folder = STORED): string {
    return readFileSync(join(this.bucket, folder, name), 'utf8');
  }

  status(folder = STORED): HostStatus {
    const status: HostStatus = JSON.parse(this.stored('status.json', folder));
    return status;
  }

  exists(name: string): boolean {
    return existsSync(join(this.root, name));
  }

  run(script: string, more: Record<string, string> = {}): ScriptEnd {
    const env = this.settings(script, more);
    const { status, stdout, stderr } = spawnSync('bash', [WRAPPER], { env, encoding: 'utf8' });
    return { code: findCode(stdout), answer: status, out: stdout, err: stderr };
  }

  /** Starts the wrapper without waiting for its end. */
  begin(script: string, more: Record<string, string> = {}): { child: ChildProcess; code: Promise<unknown> } {
    // A file, as processes that outlive the wrapper would hold a pipe open.
    const out = join(this.base, `out.${this.begun.length}`);
    const child = spawn('bash', [WRAPPER], {
      env: this.settings(script, more),
      stdio: ['ignore', openSync(out, 'w'), 'ignore'],
    });
    this.begun.push(child);
    return { child, code: once(child, 'exit').then(() => findCode(existsSync(out) ? readFileSync(out, 'utf8') : '')) };
  }

  private settings(script: string, more: Record<string, string>): Record<string, string> {
    this.object(KEY, script);
    return {
      PATH: process.env['PATH'] ?? '',
      FSXBENCH_ROOT: this.root,
      FSXBENCH_BUCKET_DIR: this.bucket,
      FSXBENCH_HOST_ID: 'i-1',
      FSXBENCH_LOCAL: '1',
      FSXBENCH_SCRIPT_KEY: KEY,
      FSXBENCH_SCRIPT_SHA256: createHash('sha256').update(script).digest('hex'),
      FSXBENCH_HOSTS_KEY: HOSTS_KEY,
      FSXBENCH_OUTPUT_PREFIX: PREFIX,
      FSXBENCH_ATTEMPT: 't0001.a1',
      FSXBENCH_STEP: 'measure',
      FSXBENCH_START_AT: '',
      FSXBENCH_EXECUTION_TIMEOUT: '60',
      ...more,
    };
  }
}
