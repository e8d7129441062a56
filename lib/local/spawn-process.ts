/** Starts processes of a host, each at the head of a session of its own, and writes down where they can be found. */
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
  /** Null where it ended, or could not be started, before it was looked at. */
  readonly identity: ProcessIdentity | null;
  /** Exit code (128 + number of the signal, as a shell has it), or why it could not be started. Never rejects. */
  readonly ended: Promise<{ readonly code: number; readonly problem: string }>;
  /** Beginning of what it wrote so far. */
  read(stream: 'stdout' | 'stderr', bytes: number): string;
  /** Takes its files away. */
  forget(): Promise<void>;
}

/** Exit code of a shell for what cannot be executed (bash(1), Exit status). */
const CANNOT_EXECUTE = 126;
/** A shell reports a signal as this plus its number (bash(1), Exit status). */
const SIGNALLED = 128;
/** Numbers of the signals that end our processes (signal(7)); any other counts as KILL. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGPIPE: 13, SIGTERM: 15 };

/**
 * Output goes to files, so that neither a daemon that keeps it open nor the end of this process disturbs anybody.
 * @throws Error where the files of the process cannot be written
 */
export function spawnProcess(asked: SpawnInput): SpawnedProcess {
  const place = (ending: string): string => join(asked.folder.processes, `${asked.name}.${ending}`);
  const streams = { stdout: openSync(place('stdout'), 'w'), stderr: openSync(place('stderr'), 'w') };
  let child: ChildProcess;
  try {
    const [program, ...args] = asked.argv;
    child = spawn(program, args, {
      cwd: asked.folder.work,
      env: { ...asked.environment },
      detached: true,
      stdio: ['ignore', streams.stdout, streams.stderr],
    });
  } finally {
    closeSync(streams.stdout);
    closeSync(streams.stderr);
  }
  const ended = waitForEnd(child);
  const identity = child.pid === undefined ? null : identify(child.pid);
  // Nothing comes before this: if this process is killed now, the next one finds the child here, and by its marks.
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
      resolve({ code: code ?? SIGNALLED + (SIGNAL_NUMBERS[signal ?? 'SIGKILL'] ?? 9), problem: '' }),
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

/** Search path where the program has none: as login(1) of Debian sets it for root. */
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Settings that every process of a host carries; its root is also how it is found (see {@link getMarks}). */
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

/** Where the kernel tells of itself (`workloads/shell/evidence.sh`): tests give other folders than /proc and /sys. */
function pickKernelPaths(outer: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { FSXBENCH_PROC, FSXBENCH_SYS } = outer;
  return {
    ...(FSXBENCH_PROC === undefined ? {} : { FSXBENCH_PROC }),
    ...(FSXBENCH_SYS === undefined ? {} : { FSXBENCH_SYS }),
  };
}

/** Settings by which a process of the host is known, wherever it went: its folder, which no other host has. */
export function getMarks(folder: HostFolder): string[] {
  return [`FSXBENCH_ROOT=${folder.root}`];
}

/** Parameters of the SSM document that the wrapper takes: `ScriptKey` as the setting `FSXBENCH_SCRIPT_KEY`. */
const PARAMETERS: readonly string[] =
  'ScriptKey ScriptSha256 HostsKey EndpointsKey OutputPrefix Attempt Step StartAt IssuedAt ExecutionTimeout'.split(' ');

/** What only managed hosts are told: a host here has its wrapper. */
const MANAGED_ONLY: readonly string[] = ['WrapperKey'];

/** @throws Error for a parameter that the document does not have, or a value that no process can be given. */
export function toEnvironment(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(parameters).filter(([name]) => !MANAGED_ONLY.includes(name));
  return Object.fromEntries(
    own.map(([name, value]) => {
      const only = `the document has no parameter '${name}', only ${PARAMETERS.join(', ')}`;
      if (!PARAMETERS.includes(name)) throw new FsxbenchError('HostFailed', only);
      if (value.includes('\0')) throw new FsxbenchError('HostFailed', `parameter ${name} holds a NUL character`);
      return [`FSXBENCH_${name.replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toUpperCase()}`, value];
    }),
  );
}
