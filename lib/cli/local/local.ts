/**
 * The world of local executions: hosts are processes, the bucket is a folder, all below `.fsxbench/` of the working
 * directory.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../aws/context';
import type { MachineName } from '../../shapes/machines';
import { readScripts } from '../../aws/scripts';
import { streamsFrom } from '../../shapes/random';
import { realClock } from '../../asl/clock/real';
import { folderStore } from '../../twin/cloud/s3/folder-store';
import type { CallRecord } from '../../twin/cloud/service';
import { identify, isAlive, type ProcessIdentity } from '../../twin/hosts/real/proc';
import { realHosts } from '../../twin/hosts/real/real';
import { makeWorld, type World } from '../../twin/world';
import { type Cli, UserError } from '../command';
import { type LocalFolders, localFolders } from './folders';

/**
 * A world in real time over the folders of this working directory; hosts of killed executions are in it already.
 * @throws UserError where a machine file is broken
 */
export async function localWorld(cli: Cli, log: Log, record?: (call: CallRecord) => void): Promise<World> {
  const folders = localFolders(cli.cwd);
  const clock = realClock();
  const world = makeWorld({
    clock,
    store: folderStore(folders.bucket, clock),
    hosts: realHosts({
      folder: folders.hosts,
      bucketDir: folders.bucket,
      cwd: cli.cwd,
      wrapper: join(cli.root, 'workloads/host/run-script.sh'),
      log,
    }),
    random: streamsFrom(randomBytes(16).toString('hex')),
    machineText: (name: MachineName) => readFileSync(join(cli.root, 'state-machines', `${name}.asl.json`), 'utf8'),
    scripts: await readScripts(join(cli.root, 'workloads')),
    log,
    local: true,
    // There is no rule here: who conducts the execution sees its end, and starts what it lacks (see `ending.ts`).
    deliveries: () => [],
    ec2: { address: () => '127.0.0.1' },
    ...(record === undefined ? {} : { record }),
  });
  try {
    world.loadMachines();
  } catch (error) {
    // All its problems, with the name of the file; the program's own faults have other names.
    if ((error as Error).name === 'MachineInvalid') throw new UserError('MachineInvalid', (error as Error).message);
    throw error;
  }
  await world.account.ec2.load();
  return world;
}

/** Notes that this process conducts an execution. @returns the file, and what takes it away again */
export async function noteRunning(
  folders: LocalFolders,
  executionId: string,
): Promise<{ readonly note: string; readonly forget: () => Promise<void> }> {
  await mkdir(folders.running, { recursive: true });
  const path = join(folders.running, `${executionId}.json`);
  await writeFile(path, JSON.stringify(identify(process.pid)));
  return { note: path, forget: () => rm(path, { force: true }) };
}

/** Executions that a process began and nobody conducts any more. */
export function abandoned(folders: LocalFolders): string[] {
  return noted(folders).flatMap(({ executionId, pid }) => (pid === null ? [executionId] : []));
}

/** Executions that are under way, and the process that conducts each. */
export function conducted(folders: LocalFolders): { readonly executionId: string; readonly pid: number }[] {
  return noted(folders).flatMap(({ executionId, pid }) => (pid === null ? [] : [{ executionId, pid }]));
}

function noted(folders: LocalFolders): { readonly executionId: string; readonly pid: number | null }[] {
  if (!existsSync(folders.running)) return [];
  return readdirSync(folders.running)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ executionId: name.slice(0, -'.json'.length), pid: conductorOf(join(folders.running, name)) }));
}

/** Null where it does not live. */
function conductorOf(path: string): number | null {
  try {
    const identity = JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
    return isAlive(identity) ? identity.pid : null;
  } catch {
    return null;
  }
}
