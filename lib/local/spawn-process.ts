/** Starts processes of a host, each as a session leader, and records where to find them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostFolder } from './host-folder';
import { identify, type ProcessIdentity } from './processes';
import { FsxbenchError } from '../shapes/errors';

interface SpawnInput {
  readonly folder: HostFolder;
  /** Name of its files in the host's folder `processes`: a plain file name. */
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
}

export interface SpawnedProcess {
  /** Null if it ended, or failed to start, before it could be read. */
  readonly identity: ProcessIdentity | null;
  /** Exit code (128 + signal, as in a shell), or why it could not start. Never rejects. */
  readonly ended: Promise<{ readonly code: number; readonly problem: string }>;
  /** Beginning of its output so far. */
  read(stream: 'stdout' | 'stderr', bytes: number): string;
  /** Removes its files. */
  forget(): Promise<void>;
}

/** A shell's exit code for a file that cannot be executed (bash(1), Exit status). */
const CANNOT_EXECUTE = 126;
/** A shell's exit code for a signal is this plus its number (bash(1), Exit status). */
const SIGNAL_EXIT_BASE = 128;
/** Numbers of the signals that end our processes (signal(7)); others count as KILL. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGPIPE: 13, SIGTERM: 15 };

/**
 * Output goes to files, so that a daemon may keep it open, and this process may end, without side effects.
 * @throws Error if the files cannot be written
 */
export function spawnProcess(input: SpawnInput): SpawnedProcess {
  const place = (ending: string): string => join(input.folder.processes, `${input.name}.${ending}`);
  const streams = { stdout: openSync(place('stdout'), 'w'), stderr: openSync(place('stderr'), 'w') };
  let child: ChildProcess;
  try {
    const [program, ...args] = input.argv;
    child = spawn(program, args, {
      cwd: input.folder.work,
      env: { ...input.environment },
      detached: true,
      stdio: ['ignore', streams.stdout, streams.stderr],
    });
  } finally {
    closeSync(streams.stdout);
    closeSync(streams.stderr);
  }
  const ended = waitForEnd(child);
  const identity = child.pid === undefined ? null : identify(child.pid);
  // This comes first: if this process is killed now, the next one finds the child here, and by its marks.
  try {
    writeFileSync(place('json'), JSON.stringify(identity));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    identity,
    ended,
    read: (stream, bytes) => readStart(place(stream), bytes),
    forget: async () => {
      await Promise.all(['json', 'stdout', 'stderr'].map((ending) => rm(place(ending), { force: true })));
    },
  };
}

function waitForEnd(child: ChildProcess): SpawnedProcess['ended'] {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve({ code: code ?? SIGNAL_EXIT_BASE + (SIGNAL_NUMBERS[signal ?? 'SIGKILL'] ?? 9), problem: '' }),
    );
    child.once('error', (error) => resolve({ code: CANNOT_EXECUTE, problem: error.message }));
  });
}

function readStart(path: string, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  try {
    const file = openSync(path, 'r');
    const length = readSync(file, buffer, 0, bytes, 0);
    closeSync(file);
    return buffer.toString('utf8', 0, length);
  } catch {
    return '';
  }
}

/** Default search path: login(1) of Debian sets it for root. */
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Variables of every process of a host; its root also identifies it (see {@link getMarks}). */
export function makeEnvironment(
  folder: HostFolder,
  own: Readonly<Record<string, string>>,
  outer: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    FSXBENCH_HOST_ID: folder.instanceId,
    FSXBENCH_ROOT: folder.root,
    FSXBENCH_LOCAL: '1',
    PATH: outer['PATH'] ?? DEFAULT_PATH,
    HOME: outer['HOME'] ?? folder.work,
    LANG: 'C.UTF-8',
    TMPDIR: folder.temp,
    ...pickKernelPaths(outer),
    ...own,
  };
}

/** Kernel folders in place of /proc and /sys, for tests (`workloads/shell/evidence.sh`). */
function pickKernelPaths(outer: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { FSXBENCH_PROC, FSXBENCH_SYS } = outer;
  return {
    ...(FSXBENCH_PROC === undefined ? {} : { FSXBENCH_PROC }),
    ...(FSXBENCH_SYS === undefined ? {} : { FSXBENCH_SYS }),
  };
}

/** Variables that identify processes of this host: its folder, which no other host has. */
export function getMarks(folder: HostFolder): string[] {
  return [`FSXBENCH_ROOT=${folder.root}`];
}

/** Parameters of the SSM document for the wrapper: `ScriptKey` becomes `FSXBENCH_SCRIPT_KEY`. */
const PARAMETERS: readonly string[] = [
  'ScriptKey',
  'ScriptSha256',
  'HostsKey',
  'EndpointsKey',
  'OutputPrefix',
  'Attempt',
  'Step',
  'StartAt',
  'IssuedAt',
  'ExecutionTimeout',
  'After',
];

/** Only for managed hosts: local hosts have a wrapper. */
const MANAGED_PARAMETERS: readonly string[] = ['WrapperKey'];

/** @throws FsxbenchError for an unknown parameter, or a value with a NUL character. */
export function toEnvironment(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(parameters).filter(([name]) => !MANAGED_PARAMETERS.includes(name));
  return Object.fromEntries(
    own.map(([name, value]) => {
      const only = `the SSM document has no parameter '${name}', only ${PARAMETERS.join(', ')}`;
      if (!PARAMETERS.includes(name)) throw new FsxbenchError('HostFailed', only);
      if (value.includes('\0')) throw new FsxbenchError('HostFailed', `parameter ${name} holds a NUL character`);
      return [`FSXBENCH_${name.replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toUpperCase()}`, value];
    }),
  );
}
