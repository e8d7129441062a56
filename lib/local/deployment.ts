/** Backends of local runs, in `.fsxbench/` of the working folder: hosts are processes, and the bucket is a folder. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Log } from '../aws/context';
import type { MachineName } from '../shapes/machines';
import { readScripts } from '../aws/scripts';
import { makeStreams } from '../shapes/random';
import { makeRealClock } from '../asl/clock/real';
import { openFolderStore } from './bucket-folder';
import type { CallRecord } from '../twin/cloud/service';
import { makeSimulatedDeployment, type SimulatedDeployment } from '../twin/simulated-deployment';
import { getLocalFolders } from './working-folder';
import { FsxbenchError } from '../shapes/errors';
import { TAG_KEYS } from '../shapes/tags';
import type { Clock } from '../asl/clock/clock';
import { bootHost, type HostProcess, rejectCommand, startCommand } from './host-command';
import type { HostCommand, HostDriver, HostLaunch, RunningCommand } from '../twin/hosts/driver';
import type { EndTimeouts } from './shutdown';
import {
  resolveLinks,
  type HostFolder,
  getHostFolder,
  hasLiveOwner,
  isInstanceId,
  listHostFolders,
  makeHostFolder,
  readHostRecord,
} from './host-folder';
import { Manifest, type Recorder, type Tags } from './manifest';
import { identify, type ProcessIdentity } from './processes';
import { noteData, removeHost } from './remove-host';
import { readMachineText } from '../machine-files/source';

/**
 * Makes the backends for the folders of this working directory, in real time. Includes hosts of killed executions.
 * @throws UserError for an invalid machine file
 */
export async function makeLocalDeployment(
  cli: { readonly root: string; readonly cwd: string },
  log: Log,
  record?: (call: CallRecord) => void,
): Promise<SimulatedDeployment> {
  const folders = getLocalFolders(cli.cwd);
  const clock = makeRealClock();
  const deployment = makeSimulatedDeployment({
    clock,
    store: openFolderStore(folders.bucket, clock),
    hosts: makeRealHosts({
      folder: folders.hosts,
      bucketDir: folders.bucket,
      cwd: cli.cwd,
      wrapper: join(cli.root, 'workloads/host/run-script.sh'),
      log,
    }),
    random: makeStreams(randomBytes(16).toString('hex')),
    machineText: (name: MachineName) => readMachineText(cli.root, name),
    scripts: await readScripts(join(cli.root, 'workloads')),
    log,
    local: true,
    // Local runs have no event rule: the conducting process starts guardians itself (see `ending.ts`).
    deliveries: () => [],
    ec2: { address: () => '127.0.0.1' },
    ...(record === undefined ? {} : { record }),
  });
  deployment.loadMachines();
  await deployment.account.ec2.load();
  return deployment;
}

/** Log of handlers and hosts: errors go to the terminal, one line each. */
export function makeErrorLog(cli: { readonly err: NodeJS.WritableStream }): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (message, details) => {
      const more = details === undefined ? '' : ` ${Object.values(details).map(String).join(': ')}`;
      cli.err.write(`${message}${more}\n`);
    },
  };
}

interface RealHostsOptions {
  /** Folder of the hosts: `<cwd>/.fsxbench/hosts`. */
  readonly folder: string;
  /** Folder in place of the results bucket: `<cwd>/.fsxbench/bucket`. */
  readonly bucketDir: string;
  /** Working directory of the user. */
  readonly cwd: string;
  /** Path of `workloads/host/run-script.sh`. */
  readonly wrapper: string;
  readonly log: Log;
  /** Default: the machine's clock. Processes do not follow virtual time. */
  readonly clock?: Clock;
  /** A longer boot fails. Default: {@link BOOT_SECONDS}. */
  readonly bootSeconds?: number;
}

/** Boot scripts only create folders; they install nothing and do not wait. */
const BOOT_SECONDS = 120;
/** A cancelled script may store results: on TERM, tools end and write their output within a second. */
const COMMAND_TIMEOUTS: EndTimeouts = { graceMs: 2_000, stuckMs: 10_000 };
/** A terminated host stores nothing, so it ends faster. */
const HOST_TIMEOUTS: EndTimeouts = { graceMs: 200, stuckMs: 10_000 };

interface LiveHost {
  readonly tags: Tags;
  /** Directories with its data, kept in memory because its folder with the links may be deleted. */
  data: readonly string[];
  folder: HostFolder | null;
  /** The folder, once it exists; null if it cannot be created. */
  readonly made: Promise<HostFolder | null>;
  readonly commands: Set<HostProcess>;
  /** Set permanently when termination is requested: no process starts on the host after that. */
  ending: boolean;
}

/** @returns local hosts; several drivers may share the same folder, in one process or in several. */
export function makeRealHosts(options: RealHostsOptions): HostDriver {
  const { log, clock = makeRealClock(), bootSeconds = BOOT_SECONDS } = options;
  const living = new Map<string, LiveHost>();
  const removals = new Map<string, Promise<void>>();
  const outer = process.env;
  const notes = new Manifest(resolve(options.bucketDir));
  const own = { ...options, bucketDir: resolve(options.bucketDir), wrapper: resolve(options.wrapper), clock, outer };

  async function launch(host: HostLaunch): Promise<void> {
    const making = makeFolder(options.folder, host);
    // Registered before the first await, so that a termination meanwhile waits for the folder and removes it.
    const made = making.catch(() => null);
    const entry: LiveHost = { tags: host.tags, data: [], folder: null, made, commands: new Set(), ending: false };
    living.set(host.instanceId, entry);
    entry.folder = await making;
    const note = getRecorder(host.tags);
    note({ kind: 'host folder', id: entry.folder.root });
    try {
      const wanted = (): boolean => !entry.ending;
      await bootHost(entry.folder, host, { ...own, bootSeconds, patience: HOST_TIMEOUTS, wanted, note });
    } finally {
      entry.data = await noteData(note, entry.folder);
    }
    if (entry.ending) throw new FsxbenchError('HostFailed', `host ${host.instanceId} was terminated while it booted`);
  }

  function run(instanceId: string, command: HostCommand): RunningCommand {
    const host = living.get(instanceId) ?? adoptHost(options.folder, instanceId);
    if (host === null || host.folder === null || host.ending) return rejectCommand(`host ${instanceId} does not exist`);
    living.set(instanceId, host);
    const note = getRecorder(host.tags);
    const started = startCommand(host.folder, command, { ...own, patience: COMMAND_TIMEOUTS, note });
    host.commands.add(started);
    void started.done.then(() => host.commands.delete(started));
    return started;
  }

  function terminate(instanceId: string): Promise<void> {
    const under = removals.get(instanceId);
    if (under !== undefined) return under;
    const removal = remove(instanceId).finally(() => removals.delete(instanceId));
    removals.set(instanceId, removal);
    return removal;
  }

  async function remove(instanceId: string): Promise<void> {
    const host = living.get(instanceId);
    if (host !== undefined) host.ending = true;
    await host?.made;
    const home = resolveLinks(options.folder);
    const folder = host?.folder ?? getHostFolder(home, instanceId);
    if (existsSync(folder.root) || host !== undefined) {
      for (const command of host?.commands ?? []) command.terminate();
      const ended = Promise.all([...(host?.commands ?? [])].map(({ done }) => done));
      const precious = [home, own.bucketDir, resolve(options.cwd), homedir()];
      const known = host === undefined ? null : { tags: host.tags, data: host.data };
      await removeHost({ home, folder, known, ended, precious, noteOf: getRecorder, patience: HOST_TIMEOUTS, clock });
      log.info('host removed', { instanceId });
    }
    living.delete(instanceId);
  }

  function getRecorder(tags: Tags): Recorder {
    return (made) => notes.note(tags, { ...made, rig: tags[TAG_KEYS.rig] ?? null });
  }

  const survivors = (): Promise<readonly HostLaunch[]> => listSurvivors(options.folder);
  return { launch, run, terminate, survivors, notes };
}

async function listSurvivors(folder: string): Promise<readonly HostLaunch[]> {
  const home = resolveLinks(folder);
  const records = (await listHostFolders(home)).map((id) => readHostRecord(getHostFolder(home, id)));
  return records.filter((record) => !hasLiveOwner(record)).map(({ launch }) => launch);
}

async function makeFolder(folder: string, host: HostLaunch): Promise<HostFolder> {
  await mkdir(folder, { recursive: true });
  return makeHostFolder(resolveLinks(folder), host, getOwnIdentity());
}

/** A host of an earlier process; null if there is none. */
function adoptHost(home: string, instanceId: string): LiveHost | null {
  if (!isInstanceId(instanceId)) return null;
  const folder = getHostFolder(resolveLinks(home), instanceId);
  if (!existsSync(folder.root)) return null;
  return { tags: {}, data: [], folder, made: Promise.resolve(folder), commands: new Set(), ending: false };
}

function getOwnIdentity(): ProcessIdentity {
  const identity = identify(process.pid);
  if (identity === null)
    throw new FsxbenchError('HostFailed', 'local hosts need /proc of Linux, but this process is not listed there');
  return identity;
}
