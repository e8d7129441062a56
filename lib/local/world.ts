/**
 * The world of local executions: hosts are processes, the bucket is a folder, all below `.fsxbench/` of the working
 * directory.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../aws/context';
import type { MachineName } from '../shapes/machines';
import { readScripts } from '../aws/scripts';
import { streamsFrom } from '../shapes/random';
import { realClock } from '../asl/clock/real';
import { folderStore } from './bucket-folder';
import type { CallRecord } from '../twin/cloud/service';
import { realHosts } from './hosts';
import { makeWorld, type World } from '../twin/world';
import { UserError } from '../shapes/user-error';
import { localFolders } from './working-folder';

/**
 * A world in real time over the folders of this working directory; hosts of killed executions are in it already.
 * @throws UserError where a machine file is broken
 */
export async function localWorld(
  cli: { readonly root: string; readonly cwd: string },
  log: Log,
  record?: (call: CallRecord) => void,
): Promise<World> {
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

/** Where the log of handlers and hosts goes: errors to the terminal, one line each; nothing else. */
export function quietLog(cli: { readonly err: NodeJS.WritableStream }): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (message, details) => {
      const more = details === undefined ? '' : ` ${Object.values(details).map(String).join(': ')}`;
      cli.err.write(`${message}${more}\n`);
    },
  };
}
