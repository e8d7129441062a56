/** One command on a real host: the wrapper script as a process, with the parameters of the SSM document as settings. */
import { FsxbenchError } from '../shapes/errors';
import type { Clock } from '../asl/clock/clock';
import type { CommandResult, HostCommand, RunningCommand } from '../twin/hosts/driver';
import { endFamily, type Family, type Patience } from './ending';
import { environmentFor, marksOf, parametersAsEnvironment } from './environment';
import { messageOf } from '../twin/hosts/failure';
import type { HostFolder } from './host-folder';
import { type Note, noteProcess } from './manifest';
import { noteServices } from './services';
import { type Spawned, start } from './spawning';

/** What all commands of all hosts have in common. */
export interface CommandWorld {
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
    noteServices(world.note, folder);
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
