/** Runs one command on a local host: the wrapper script, with the SSM document's parameters as variables. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import type { Clock } from '../asl/clock/clock';
import {
  type CommandResult,
  type HostCommand,
  type HostLaunch,
  getErrorMessage,
  type RunningCommand,
} from '../twin/hosts/driver';
import { endProcesses, type ProcessSet, type EndTimeouts } from './shutdown';
import { makeEnvironment, getMarks, toEnvironment, type SpawnedProcess, spawnProcess } from './spawn-process';
import { type HostFolder, readServices } from './host-folder';
import { type Recorder, noteProcess } from './manifest';

/** Context of all commands on all hosts. */
interface CommandContext {
  /** Path of `run-script.sh`. */
  readonly wrapper: string;
  /** Folder in place of the results bucket. */
  readonly bucketDir: string;
  readonly clock: Clock;
  readonly patience: EndTimeouts;
  readonly note: Recorder;
  /** Environment of this program. */
  readonly outer: Readonly<Record<string, string | undefined>>;
}

/** Why a command was ended early. */
type EndReason = 'Cancelled' | 'TimedOut' | 'Terminated';

export interface HostProcess extends RunningCommand {
  /** Records that the host is terminating all processes, so that the command does not count as failed. */
  terminate(): void;
}

/** Maximum output of GetCommandInvocation (Systems Manager API reference). */
const STDOUT_BYTES = 24_000;
const STDERR_BYTES = 8_000;
/** SSM's exit code of a command that did not complete. */
const NO_EXIT_CODE = -1;
/** Command ids become file names. */
const COMMAND_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Never throws, and `done` never rejects: every error is a failed command. */
export function startCommand(folder: HostFolder, command: HostCommand, context: CommandContext): HostProcess {
  try {
    if (!COMMAND_ID.test(command.commandId))
      throw new FsxbenchError('HostFailed', `'${command.commandId}' is not a valid command id`);
    const settings = { ...toEnvironment(command.parameters), FSXBENCH_BUCKET_DIR: context.bucketDir };
    const spawned = spawnProcess({
      folder,
      name: command.commandId,
      argv: ['bash', context.wrapper],
      environment: makeEnvironment(folder, settings, context.outer),
    });
    noteProcess(context.note, spawned);
    return watchCommand(folder, command, spawned, context);
  } catch (error) {
    return rejectCommand(getErrorMessage(error));
  }
}

/** A command that could not start. */
export function rejectCommand(reason: string): HostProcess {
  const result: CommandResult = { exitCode: NO_EXIT_CODE, status: 'Failed', stdout: '', stderr: reason };
  return { done: Promise.resolve(result), cancel: () => {}, terminate: () => {} };
}

function watchCommand(
  folder: HostFolder,
  command: HostCommand,
  spawned: SpawnedProcess,
  context: CommandContext,
): HostProcess {
  const { clock, patience } = context;
  const timer = new AbortController();
  let verdict: EndReason | undefined;
  let over = false;
  let ending: Promise<string> = Promise.resolve('');
  const stop = (why: EndReason): void => {
    if (over || verdict !== undefined) return;
    verdict = why;
    ending = endProcesses(toProcessSet(folder, command, spawned), patience, clock).then(() => '', getErrorMessage);
  };

  const finish = async (): Promise<CommandResult> => {
    const { code, problem } = await spawned.ended;
    over = true;
    timer.abort();
    for (const identity of readServices(folder)) context.note({ kind: 'process', id: String(identity.pid), identity });
    const stuck = await ending;
    const stdout = spawned.read('stdout', STDOUT_BYTES);
    const stderr = [spawned.read('stderr', STDERR_BYTES), problem, stuck].filter((text) => text !== '').join('\n');
    await spawned.forget().catch(() => {});
    if (verdict === undefined) return { exitCode: code, status: code === 0 ? 'Success' : 'Failed', stdout, stderr };
    const status = verdict === 'Terminated' ? 'Failed' : verdict;
    const errorText = verdict === 'Terminated' ? `the host was terminated\n${stderr}` : stderr;
    return { exitCode: NO_EXIT_CODE, status, stdout, stderr: errorText };
  };

  const done = finish();
  void clock.sleep(command.executionTimeoutSeconds * 1000, timer.signal).then((how) => {
    if (how === 'elapsed') stop('TimedOut');
  });
  return { done, cancel: () => stop('Cancelled'), terminate: () => void (verdict ??= 'Terminated') };
}

/** The wrapper's process session, and all processes whose FSXBENCH_OUT (environment) is this step's output folder. */
function toProcessSet(folder: HostFolder, command: HostCommand, spawned: SpawnedProcess): ProcessSet {
  const { Attempt = '', Step = '' } = command.parameters;
  const out = `FSXBENCH_OUT=${folder.root}/attempts/${Attempt}/${Step}/out`;
  return { heads: spawned.identity === null ? [] : [spawned.identity], marks: [...getMarks(folder), out] };
}

interface BootContext extends Pick<CommandContext, 'clock' | 'patience' | 'note' | 'outer'> {
  /** Working directory of the user: base of relative paths in a spec. */
  readonly cwd: string;
  /** A longer boot fails. */
  readonly bootSeconds: number;
  /** False once termination was requested: no process may start then. */
  readonly wanted: () => boolean;
}

/** Bytes of stderr to show for a failed boot. */
const BOOT_STDERR_BYTES = 64_000;
const STDERR_LINES = 5;

/** @throws FsxbenchError with the last lines of the boot script, if it fails or does not end in time */
export async function bootHost(folder: HostFolder, host: HostLaunch, context: BootContext): Promise<void> {
  const script = join(folder.root, 'boot.sh');
  await writeFile(script, host.userData);
  if (!context.wanted()) return;
  const spawned = spawnProcess({
    folder,
    name: 'boot',
    argv: ['bash', script],
    environment: makeEnvironment(folder, { FSXBENCH_CWD: context.cwd }, context.outer),
  });
  noteProcess(context.note, spawned);
  const timer = new AbortController();
  const inTime = context.clock.sleep(context.bootSeconds * 1000, timer.signal);
  const first = await Promise.race([spawned.ended, inTime]);
  timer.abort();
  if (typeof first === 'string') {
    const heads = spawned.identity === null ? [] : [spawned.identity];
    await endProcesses({ heads, marks: getMarks(folder) }, context.patience, context.clock);
    const stderr = formatStderr(spawned.read('stderr', BOOT_STDERR_BYTES));
    throw new FsxbenchError('HostFailed', `the boot script did not end within ${context.bootSeconds} s${stderr}`);
  }
  const { code, problem } = first;
  if (problem !== '') throw new FsxbenchError('HostFailed', `the boot script could not be started: ${problem}`);
  if (code !== 0)
    throw new FsxbenchError(
      'HostFailed',
      `the boot script ended with code ${code}${formatStderr(spawned.read('stderr', BOOT_STDERR_BYTES))}`,
    );
}

function formatStderr(stderr: string): string {
  const lines = stderr.trimEnd().split('\n').slice(-STDERR_LINES);
  return stderr.trim() === '' ? '' : `: ${lines.join(' / ')}`;
}
