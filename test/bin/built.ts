/** The bundled program, as users run it: in a separate process, with its signals, pipes and exit code. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../temporary';
import { cacheFolder } from './cached-folder';

const ROOT = join(__dirname, '../..');

export interface Start {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Run as another user; only root can. */
  readonly uid?: number;
  /** A shell line instead of the program; `$F` runs it, `$E` is its file. */
  readonly shell?: string;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** A started process. */
export interface StartedProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessEnd>;
  /** Resolves when either stream contains this, within a minute. @throws Error with the actual output */
  said(words: RegExp): Promise<void>;
}

export class Built {
  private readonly folder = temporaryFolder('fsxbench-built-');
  private readonly entry = join(this.folder, 'dist/fsxbench.mjs');

  constructor() {
    cpSync(cacheFolder('fsxbench', build), this.folder, { recursive: true });
    execFileSync('chmod', ['-R', 'a+rX', this.folder]);
  }

  start(args: readonly string[], { cwd, env = {}, uid, shell }: Start): StartedProcess {
    const [program, argv] =
      shell === undefined
        ? [process.execPath, [this.entry, ...args]]
        : ['bash', ['-c', shell.replaceAll('$F', `"${process.execPath}" "${this.entry}"`)]];
    const child = spawn(program, argv, {
      cwd,
      // A separate lock, so that other measurements on this machine do not delay it.
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: cwd,
        FSXBENCH_LOCK: this.folder,
        E: this.entry,
        ...getKernelFiles(),
        ...env,
      },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    const texts = { out: '', err: '' };
    child.stdout?.on('data', (piece: Buffer) => (texts.out += piece.toString('utf8')));
    child.stderr?.on('data', (piece: Buffer) => (texts.err += piece.toString('utf8')));
    const ended = once(child, 'close').then(([code, signal]: unknown[]): ProcessEnd => {
      return { code: code as number | null, signal: signal as string | null, ...texts };
    });
    const said = async (words: RegExp): Promise<void> => {
      for (let round = 0; round < 600; round += 1) {
        if (words.test(texts.out + texts.err)) return;
        await sleep(100);
      }
      throw new Error(`it did not say ${String(words)} but:\n${texts.out}${texts.err}`);
    };
    return { child, ended, said };
  }

  run(args: readonly string[], start: Start): Promise<ProcessEnd> {
    return this.start(args, start).ended;
  }
}

/** An installation: the bundle, and links to what comes with it. */
function build(folder: string): void {
  mkdirSync(folder);
  for (const name of ['bin', 'workloads', 'state-machines', 'experiments', 'package.json'])
    symlinkSync(join(ROOT, name), join(folder, name));
  execFileSync(process.execPath, ['build.mjs', 'cli', join(folder, 'dist')], { cwd: ROOT });
}

/** The kernel files of a playground: see `test/cli/playground.ts`. */
function getKernelFiles(): Record<string, string> {
  const proc = process.env['FSXBENCH_PROC'];
  return proc === undefined ? {} : { FSXBENCH_PROC: proc };
}
