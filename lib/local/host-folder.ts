/** The folder of a host, `.fsxbench/hosts/<instance id>/`: everything that another process needs to remove it. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, readdir, rename, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import { getErrorCode, type HostLaunch } from '../twin/hosts/driver';
import { parseIdentity, parseMoment, isAlive, type Moment, getMoment, type ProcessIdentity } from './processes';
import { removeTree } from './remove-tree';

export interface HostFolder {
  readonly instanceId: string;
  /** The folder itself, absolute and without symbolic links: `FSXBENCH_ROOT` of its processes. */
  readonly root: string;
  readonly record: string;
  /** Symbolic links to (or folders with) the data under test. */
  readonly volumes: string;
  readonly work: string;
  readonly temp: string;
  /** One JSON file for each running command. */
  readonly processes: string;
}

/** Contents of `host.json`. */
interface HostRecord {
  readonly launch: HostLaunch;
  /** The process that launched the host and manages it; null if unreadable. */
  readonly owner: ProcessIdentity | null;
}

/** Instance ids become folder names, so they are restricted. */
const INSTANCE_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
/** Prefix of incomplete folders: `.new-<pid>-<instance id>`. */
const UNFINISHED_PREFIX = /^\.new-(\d+)-/;

export function isInstanceId(text: string): boolean {
  return INSTANCE_ID_PATTERN.test(text);
}

/** A folder, absolute and without symbolic links, so that all processes use the same name. */
export function resolveLinks(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** @throws FsxbenchError if the id is invalid. */
export function getHostFolder(home: string, instanceId: string): HostFolder {
  if (!isInstanceId(instanceId)) throw new FsxbenchError('HostFailed', `'${instanceId}' is not a valid instance id`);
  const root = join(home, instanceId);
  return {
    instanceId,
    root,
    record: join(root, 'host.json'),
    volumes: join(root, 'volumes'),
    work: join(root, 'work'),
    temp: join(root, 'temp'),
    processes: join(root, 'processes'),
  };
}

/**
 * Creates the folder of a host atomically, so that no process mistakes an incomplete one for an abandoned one.
 * @throws FsxbenchError if it exists
 */
export async function makeHostFolder(home: string, launch: HostLaunch, owner: ProcessIdentity): Promise<HostFolder> {
  const { root } = getHostFolder(home, launch.instanceId);
  const made = join(home, `.new-${owner.pid}-${launch.instanceId}`);
  await mkdir(home, { recursive: true });
  // If two processes create the same host, the second fails here and leaves the first one's files alone.
  await mkdir(made);
  try {
    const places = ['volumes', 'work', 'temp', 'processes', 'attempts'];
    await Promise.all(places.map((place) => mkdir(join(made, place))));
    await writeFile(
      join(made, 'host.json'),
      `${JSON.stringify({ version: 1, launch, owner, made: getMoment() }, null, 2)}\n`,
    );
    await rename(made, root);
  } catch (cause) {
    await removeTree(made);
    if (!existsSync(root)) throw cause;
    throw new FsxbenchError(
      'HostFailed',
      `${root} is left from an earlier execution; remove it with "npx fsxbench clean"`,
      { cause },
    );
  }
  return getHostFolder(home, launch.instanceId);
}

/** Ids of all hosts that have a folder. Removes empty folders that a dead process never completed. */
export async function listHostFolders(home: string): Promise<string[]> {
  if (!existsSync(home)) return [];
  const names = await readdir(home);
  const abandoned = names.filter((name) => {
    const pid = UNFINISHED_PREFIX.exec(name)?.[1];
    return pid !== undefined && !existsSync(`/proc/${pid}`);
  });
  await Promise.all(abandoned.map((name) => removeTree(join(home, name))));
  return names.filter((name) => INSTANCE_ID_PATTERN.test(name)).sort();
}

/** Reads `host.json` leniently: missing properties are empty. */
export function readHostRecord(folder: HostFolder): HostRecord {
  const { launch, owner } = readObject(folder.record);
  const { tags, userData, privateIp, instanceType, launchedAt } = toRecord(launch);
  return {
    launch: {
      instanceId: folder.instanceId,
      tags: pickStrings(tags),
      userData: typeof userData === 'string' ? userData : '',
      privateIp: typeof privateIp === 'string' ? privateIp : '',
      instanceType: typeof instanceType === 'string' ? instanceType : '',
      launchedAt: typeof launchedAt === 'number' ? launchedAt : 0,
    },
    owner: parseIdentity(owner),
  };
}

/** When a host was created: all its processes are younger. Null if unknown. Synchronous, for use at exit. */
export function readCreation({ root }: Pick<HostFolder, 'root'>): Moment | null {
  const { made, owner } = readObject(join(root, 'host.json'));
  return parseMoment(made) ?? parseMoment(owner);
}

/** True if the process that launched the host still manages it. */
export function hasLiveOwner(record: HostRecord): boolean {
  return record.owner !== null && isAlive(record.owner);
}

/** Removes the folder, `host.json` last, so that an interrupted removal still names its owner. */
export async function removeHostFolder(folder: HostFolder): Promise<void> {
  const names = await readdir(folder.root).catch(() => []);
  const others = names.filter((name) => name !== 'host.json');
  await Promise.all(others.map((name) => removeTree(join(folder.root, name))));
  await unlink(folder.record).catch(ignoreMissing);
  await rmdir(folder.root).catch(ignoreMissing);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function pickStrings(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(toRecord(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function ignoreMissing(error: unknown): void {
  if (getErrorCode(error) !== 'ENOENT') throw error;
}

/** `slots.json` identifies a process by its id and its start in clock ticks since boot. */
const PROCESS_PATTERN = /^process (\d+) (\d+)$/;

/**
 * First processes of the services in `slots.json`, alive or not: they outlive the command that started them
 * (`workloads/fixtures/lasting.sh` records them). Empty if the file is unreadable.
 */
export function readServices({ root }: Pick<HostFolder, 'root'>): ProcessIdentity[] {
  const { boot, slots } = readObject(join(root, 'slots.json'));
  if (typeof boot !== 'string' || typeof slots !== 'object' || slots === null) return [];
  return Object.values(slots).flatMap((slot: unknown) => {
    const lasting = typeof slot === 'object' && slot !== null && 'lasting' in slot ? String(slot.lasting) : '';
    const [, pid, start] = PROCESS_PATTERN.exec(lasting) ?? [];
    return pid === undefined || start === undefined ? [] : [{ pid: Number(pid), start, boot }];
  });
}

/** Properties of a JSON file; empty if it is unreadable, or contains no object. */
export function readObject(path: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
