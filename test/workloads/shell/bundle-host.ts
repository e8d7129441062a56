/** A host and the folder for its bucket, with tool bundles: archives of a fake tool. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostStatus } from '../../../lib/workloads/contract';
import { formatPointer } from '../../../lib/shapes/tool-bundles';
import { temporaryFolder } from '../../temporary';
import { BASH, withPieces } from './pieces';

export const PIECES = ['clock', 'host', 'remove', 'status', 'package', 'bundle'];
/** The processor architecture of this machine. */
export const MACHINE = execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim();
/** Prints a version as mdtest does. */
export const TOOL = "#!/bin/sh\necho 'mdtest-4.0.0 was launched with 2 total task(s) on 1 node(s)'\n";

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class BundleHost {
  readonly base = temporaryFolder('fsxbench-bundle-');
  readonly root = join(this.base, 'ho st');
  readonly bucket = join(this.base, 'bu cket');
  readonly pointer = `tools/ior/debian-12-${MACHINE}.txt`;

  constructor() {
    mkdirSync(this.root);
    this.object('os-release', 'ID=debian\nVERSION_ID="12"\n');
  }

  object(key: string, content: string | Buffer): void {
    const file = join(this.bucket, key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** An archive of these files below a prefix; `more` are arguments of tar before the files. */
  archive(files: Readonly<Record<string, string>>, ...more: readonly string[]): Buffer {
    const prefix = join(this.base, 'prefix');
    rmSync(prefix, { recursive: true, force: true });
    mkdirSync(prefix);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(prefix, name)), { recursive: true });
      writeFileSync(join(prefix, name), text);
      chmodSync(join(prefix, name), 0o755);
    }
    return this.packed(prefix, ...(more.length === 0 ? ['-z', '.'] : more));
  }

  packed(prefix: string, ...args: readonly string[]): Buffer {
    return execFileSync('tar', ['-C', prefix, '-c', '-f', '-', ...args]);
  }

  /** Puts an archive and its pointer there; `lines` replace the lines of the pointer. */
  put(
    archive: Buffer,
    { ending = 'tar.gz', version = '4.0.0', pointer = (text: string): string => text } = {},
  ): string {
    const sha256 = createHash('sha256').update(archive).digest('hex');
    const key = `tools/ior/${sha256}.${ending}`;
    this.object(key, archive);
    const added = '2026-11-23T20:00:00.000Z';
    this.object(this.pointer, pointer(formatPointer({ sha256, version, archive: key, bytes: archive.length, added })));
    return sha256;
  }

  run(text: string, env: Readonly<Record<string, string>> = {}): RunResult {
    const settings = {
      PATH: process.env['PATH'] ?? '',
      FSXBENCH_ROOT: this.root,
      FSXBENCH_OUT: this.base,
      FSXBENCH_HOST: 'client-0',
      FSXBENCH_ROLE: 'client',
      FSXBENCH_TOOLS: join(this.bucket, 'tools'),
      FSXBENCH_OS_RELEASE: join(this.bucket, 'os-release'),
      BUNDLE_GET: 'build it',
      ...env,
    };
    const input = withPieces(PIECES, `status_begin ior "$FSXBENCH_ROOT"\n${text}`);
    const { status, stdout, stderr } = spawnSync('bash', BASH, { input, env: settings, encoding: 'utf8' });
    return { code: status, stdout, stderr };
  }

  install(env: Readonly<Record<string, string>> = {}): RunResult {
    return this.run('bundle_install ior mdtest', env);
  }

  status(): HostStatus {
    const status: HostStatus = JSON.parse(readFileSync(join(this.base, 'status.json'), 'utf8'));
    return status;
  }

  /** Content of the host's folder of tools. */
  standing(): string[] {
    const folder = join(this.root, 'tools');
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  }
}
