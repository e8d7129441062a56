/** One command on a real host: the wrapper script as a process, with the parameters of the SSM document as settings. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import type { Clock } from '../asl/clock/clock';
import {
  type CommandResult,
  type HostCommand,
  type HostLaunch,
  messageOf,
  type RunningCommand,
} from '../twin/hosts/driver';
import { endFamily, type Family, type Patience } from './ending';
import { environmentFor, marksOf, parametersAsEnvironment, type Spawned, start } from './spawning';
import { type HostFolder, servicesOf } from './host-folder';
import { type Note, noteProcess } from './manifest';

/** What all commands of all hosts have in common. */
interface CommandWorld {
  /** Path of `run-script.sh`. */
  readonly wrapper: string;
  /** Folder that stands for the results bucket. */
  readonly bucketDir: string;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly note: Note;
  /** Environment of this program. */
  readonly outer: Readonly<Record<string, string | undefined>>;
}

/** Why a command was ended from outside. */
type Verdict = 'Cancelled' | 'TimedOut' | 'Terminated';

export interface HostProcess extends RunningCommand {
  /** Its host is about to end all its processes: this one did not fail by itself. */
  terminate(): void;
}

/** GetCommandInvocation shows at most this much of an output (Systems Manager API reference). */
const STDOUT_BYTES = 24_000;
const STDERR_BYTES = 8_000;
/** What SSM answers where there is no exit code: the command was not run to its end. */
const NO_EXIT_CODE = -1;
/** Command ids become file names. */
const COMMAND_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Never throws, and `done` never rejects: whatever goes wrong is a failed command. */
export function startCommand(folder: HostFolder, command: HostCommand, world: CommandWorld): HostProcess {
  try {
    if (!COMMAND_ID.test(command.commandId))
      throw new FsxbenchError('HostFailed', `'${command.commandId}' is no command id`);
    const settings = { ...parametersAsEnvironment(command.parameters), FSXBENCH_BUCKET_DIR: world.bucketDir };
    const spawned = start({
      folder,
      name: command.commandId,
      argv: ['bash', world.wrapper],
      environment: environmentFor(folder, settings, world.outer),
    });
    noteProcess(world.note, spawned);
    return watch(folder, command, spawned, world);
  } catch (error) {
    return refused(messageOf(error));
  }
}

/** A command that did not begin. */
export function refused(reason: string): HostProcess {
  const result: CommandResult = { exitCode: NO_EXIT_CODE, status: 'Failed', stdout: '', stderr: reason };
  return { done: Promise.resolve(result), cancel: () => {}, terminate: () => {} };
}

function watch(folder: HostFolder, command: HostCommand, spawned: Spawned, world: CommandWorld): HostProcess {
  const { clock, patience } = world;
  const timer = new AbortController();
  let verdict: Verdict | undefined;
  let over = false;
  let ending: Promise<string> = Promise.resolve('');
  const stop = (why: Verdict): void => {
    if (over || verdict !== undefined) return;
    verdict = why;
    ending = endFamily(familyOf(folder, command, spawned), patience, clock).then(() => '', messageOf);
  };

  const finish = async (): Promise<CommandResult> => {
    const { code, problem } = await spawned.ended;
    over = true;
    timer.abort();
    for (const identity of servicesOf(folder)) world.note({ kind: 'process', id: String(identity.pid), identity });
    const stuck = await ending;
    const stdout = spawned.read('stdout', STDOUT_BYTES);
    const stderr = [spawned.read('stderr', STDERR_BYTES), problem, stuck].filter((text) => text !== '').join('\n');
    await spawned.forget().catch(() => {});
    if (verdict === undefined) return { exitCode: code, status: code === 0 ? 'Success' : 'Failed', stdout, stderr };
    const status = verdict === 'Terminated' ? 'Failed' : verdict;
    const told = verdict === 'Terminated' ? `the host was terminated\n${stderr}` : stderr;
    return { exitCode: NO_EXIT_CODE, status, stdout, stderr: told };
  };

  const done = finish();
  void clock.sleep(command.executionTimeoutSeconds * 1000, timer.signal).then((how) => {
    if (how === 'elapsed') stop('TimedOut');
  });
  return { done, cancel: () => stop('Cancelled'), terminate: () => void (verdict ??= 'Terminated') };
}

/** The wrapper with its session, and what the script started: all that carries the folder of its results. */
function familyOf(folder: HostFolder, command: HostCommand, spawned: Spawned): Family {
  const { Attempt = '', Step = '' } = command.parameters;
  const out = `FSXBENCH_OUT=${folder.root}/attempts/${Attempt}/${Step}/out`;
  return { heads: spawned.identity === null ? [] : [spawned.identity], marks: [...marksOf(folder), out] };
}

interface BootWorld {
  /** Working directory of the user: relative paths of a spec start here. */
  readonly cwd: string;
  /** A boot that takes longer has failed. */
  readonly bootSeconds: number;
  readonly clock: Clock;
  readonly patience: Patience;
  /** False once the host was told to end: then nothing is started. */
  readonly wanted: () => boolean;
  readonly note: Note;
  /** Environment of this program. */
  readonly outer: Readonly<Record<string, string | undefined>>;
}

/** Of the standard error of a boot that failed, so much is told. */
const BOOT_STDERR_BYTES = 64_000;
const STDERR_LINES = 5;

/** @throws Error with the last lines of what the boot script said, where it failed or did not end in time */
export async function boot(folder: HostFolder, host: HostLaunch, world: BootWorld): Promise<void> {
  const script = join(folder.root, 'boot.sh');
  await writeFile(script, host.userData);
  if (!world.wanted()) return;
  const spawned = start({
    folder,
    name: 'boot',
    argv: ['bash', script],
    environment: environmentFor(folder, { FSXBENCH_CWD: world.cwd }, world.outer),
  });
  noteProcess(world.note, spawned);
  const timer = new AbortController();
  const inTime = world.clock.sleep(world.bootSeconds * 1000, timer.signal);
  const first = await Promise.race([spawned.ended, inTime]);
  timer.abort();
  if (typeof first === 'string') {
    const heads = spawned.identity === null ? [] : [spawned.identity];
    await endFamily({ heads, marks: marksOf(folder) }, world.patience, world.clock);
    throw new FsxbenchError(
      'HostFailed',
      `the boot script did not end within ${world.bootSeconds} s${said(spawned.read('stderr', BOOT_STDERR_BYTES))}`,
    );
  }
  const { code, problem } = first;
  if (problem !== '') throw new FsxbenchError('HostFailed', `the boot script could not be started: ${problem}`);
  if (code !== 0)
    throw new FsxbenchError(
      'HostFailed',
      `the boot script ended with code ${code}${said(spawned.read('stderr', BOOT_STDERR_BYTES))}`,
    );
}

function said(stderr: string): string {
  const lines = stderr.trimEnd().split('\n').slice(-STDERR_LINES);
  return stderr.trim() === '' ? '' : `: ${lines.join(' / ')}`;
}
