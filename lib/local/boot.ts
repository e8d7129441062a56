/** Boots a host: runs its user data to the end, as cloud-init does on EC2. */
import { FsxbenchError } from '../shapes/errors';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../asl/clock/clock';
import type { HostLaunch } from '../twin/hosts/driver';
import { endFamily, type Patience } from './ending';
import { environmentFor, marksOf } from './environment';
import type { HostFolder } from './host-folder';
import { type Note, noteProcess } from './manifest';
import { start } from './spawning';

export interface BootWorld {
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
const STDERR_BYTES = 64_000;
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
      `the boot script did not end within ${world.bootSeconds} s${said(spawned.read('stderr', STDERR_BYTES))}`,
    );
  }
  const { code, problem } = first;
  if (problem !== '') throw new FsxbenchError('HostFailed', `the boot script could not be started: ${problem}`);
  if (code !== 0)
    throw new FsxbenchError(
      'HostFailed',
      `the boot script ended with code ${code}${said(spawned.read('stderr', STDERR_BYTES))}`,
    );
}

function said(stderr: string): string {
  const lines = stderr.trimEnd().split('\n').slice(-STDERR_LINES);
  return stderr.trim() === '' ? '' : `: ${lines.join(' / ')}`;
}
