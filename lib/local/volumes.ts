/**
 * Removes the data under test that hosts made on this machine. A directory outside the host's folder is removed only
 * where its marker proves that this rig made it, and by the last host that points to it.
 */
import { FsxbenchError } from '../shapes/errors';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { getErrorCode, getErrorMessage } from '../twin/hosts/driver';
import { type HostFolder, hostFolder, listHostFolders } from './host-folder';
import { removeTree } from './remove-tree';

/** Lies in every directory that was made to be measured; its content is the value of the tag `fsxbench:rig`. */
export const VOLUME_MARKER = '.fsxbench-volume';

/** The marker is written under this name first. */
const UNFINISHED_MARKER = `${VOLUME_MARKER}.new`;

const VOLUME_PREFIX = 'fsxbench-';

/** Lies in a directory under test that was not there before: `boot.sh` made it. */
const MADE_MARKER = '.fsxbench-made';

/** Begins the name under which `boot.sh` makes a directory before it has its own. */
const STAGED_PREFIX = '.fsxbench-new-';

/** Name of the directory that a rig makes in a directory under test. */
export function volumeName(rigTag: string): string {
  return VOLUME_PREFIX + rigTag;
}

/** The other way round; null for a directory of another name. */
export function parseRigTag(name: string): string | null {
  return name.startsWith(VOLUME_PREFIX) ? name.slice(VOLUME_PREFIX.length) : null;
}

/** What a host's volumes are removed by. */
export interface VolumeRemoval {
  readonly home: string;
  readonly folder: HostFolder;
  /** Value of the tag `fsxbench:rig`; undefined or empty where the host does not know it any more. */
  readonly rigTag: string | undefined;
  /** Folders that are never removed, nor anything that holds them: working directory, bucket, home. */
  readonly precious: readonly string[];
  /** Ends what still works in a directory that nobody needs any more, before it is removed. */
  readonly endIn: (data: string) => Promise<void>;
}

/** Hosts of this process give up their volumes one after the other: the last one sees that nobody else points there. */
let inTurn: Promise<unknown> = Promise.resolve();

/**
 * Gives up the volumes of one host. Its link stays until all is removed, so that what was cut short is taken up again.
 * @throws Error naming every directory that was not removed, and why
 */
export function removeVolumes(owner: VolumeRemoval): Promise<void> {
  const turn = inTurn.then(() => removeAll(owner));
  inTurn = turn.catch(() => undefined);
  return turn;
}

async function removeAll(owner: VolumeRemoval): Promise<void> {
  const problems: string[] = [];
  for (const name of await listNames(owner.folder.volumes)) {
    const link = join(owner.folder.volumes, name);
    await releaseVolume(owner, link).catch((error: unknown) => problems.push(`${link}: ${getErrorMessage(error)}`));
  }
  if (problems.length > 0) throw new FsxbenchError('HostFailed', problems.join('; '));
}

async function releaseVolume(owner: VolumeRemoval, link: string): Promise<void> {
  const { folder, home, rigTag } = owner;
  // What lies inside the host's folder goes with it.
  if (!(await lstat(link)).isSymbolicLink()) return;
  const target = await resolveLink(link);
  await removeStaged(await readlink(link), folder.instanceId);
  if (target === null) {
    // A host that was killed as it booted may have made the directory under test, and nothing in it yet.
    await removeIfMade(await findNearest(dirname(await readlink(link))));
    return unlink(link);
  }
  const marker = await readFile(join(target, VOLUME_MARKER), 'utf8').catch(missingAsNull);
  // The marker is removed last: without it, a directory with the name of the rig was emptied, or not filled yet.
  const bare = marker === null && (await listNames(target)).every((inside) => inside === UNFINISHED_MARKER);
  const ours = !!rigTag && basename(target) === volumeName(rigTag);
  if (!rigTag || (marker === null && !(bare && ours)))
    throw new FsxbenchError('HostFailed', unprovenText(target, rigTag));
  // Another rig's: it is not left behind by this one.
  if (marker !== null && marker.trim() !== rigTag) return unlink(link);
  for (const kept of owner.precious) {
    if (`${kept}${sep}`.startsWith(target === sep ? sep : `${target}${sep}`))
      throw new FsxbenchError('HostFailed', `${target} is not removed: ${kept} lies in it`);
  }
  if (!(await isShared(home, folder.instanceId, target))) {
    await owner.endIn(target);
    await removeMarked(target);
  }
  await unlink(link);
}

function unprovenText(target: string, rigTag: string | undefined): string {
  const why = rigTag
    ? `it has no file ${VOLUME_MARKER} that says that rig ${rigTag} made it`
    : 'the host does not know its rig any more';
  return `${target} is not removed: ${why}. Look at it, remove it or the link yourself, then run "npx fsxbench clean"`;
}

/** Another host, which has not given it up, points to the directory. */
async function isShared(home: string, instanceId: string, target: string): Promise<boolean> {
  for (const other of await listHostFolders(home)) {
    if (other === instanceId) continue;
    const { volumes } = hostFolder(home, other);
    for (const name of await listNames(volumes)) {
      if ((await resolveLink(join(volumes, name))) === target) return true;
    }
  }
  return false;
}

/** The marker goes last: where this is cut short, the rest is still known to be ours. */
async function removeMarked(target: string): Promise<void> {
  const others = (await listNames(target)).filter((name) => name !== VOLUME_MARKER);
  await Promise.all(others.map((name) => removeTree(join(target, name))));
  await rm(join(target, VOLUME_MARKER), { force: true });
  await rmdir(target).catch(missingAsNull);
  await removeIfMade(dirname(target));
}

/** The directory under test itself, and those above it, where we made them and nothing else is in them. */
async function removeIfMade(path: string): Promise<void> {
  const inside = await listNames(path);
  if (inside.length !== 1 || inside[0] !== MADE_MARKER) return;
  await rm(join(path, MADE_MARKER), { force: true });
  try {
    await rmdir(path);
  } catch {
    // Somebody has begun to use it meanwhile: it stays, and so do those above it.
    return;
  }
  await removeIfMade(dirname(path));
}

/**
 * Whether a directory that we made stays for what somebody else has put into it, and for nothing of the rig: data that
 * a killed execution left in a place that several use, e.g. a folder of `/dev/shm`.
 */
export function hasOtherFiles(path: string, rigTag: string | null): boolean {
  if (!statSync(path).isDirectory()) return false;
  const names = readdirSync(path).filter((name) => name !== MADE_MARKER);
  const own = names.filter(
    (name) => name.startsWith(STAGED_PREFIX) || (rigTag !== null && name === volumeName(rigTag)),
  );
  return names.length > 0 && own.length === 0;
}

/** What a boot that was cut short had made aside, in some directory above the data. */
async function removeStaged(data: string, instanceId: string): Promise<void> {
  for (let at = dirname(data); at !== dirname(at); at = dirname(at))
    await removeTree(join(at, STAGED_PREFIX + instanceId)).catch(absentAsNull);
}

/** The path, or the nearest directory above it that is there. */
async function findNearest(path: string): Promise<string> {
  if (path === dirname(path) || (await lstat(path).catch(absentAsNull)) !== null) return path;
  return findNearest(dirname(path));
}

/** Directories above the data that a boot made: they carry its marker. */
export function listMadeParents(data: string): string[] {
  const found: string[] = [];
  for (let at = dirname(data); existsSync(join(at, MADE_MARKER)); at = dirname(at)) found.push(at);
  return found;
}

/**
 * Removes data of a rig by its path, for a host whose folder was deleted with its link. What is not marked as the rig's
 * is left alone.
 */
export async function removeData(data: string, rigTag: string, instanceId: string): Promise<void> {
  await removeStaged(data, instanceId);
  const marker = await readFile(join(data, VOLUME_MARKER), 'utf8').catch(absentAsNull);
  if (marker?.trim() === rigTag) await removeMarked(data);
}

/** Null where the link leads nowhere. */
async function resolveLink(link: string): Promise<string | null> {
  const text = await readlink(link).catch(() => null);
  return text === null ? null : realpath(link).catch(absentAsNull);
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absentAsNull)) ?? [];
}

/** Below a file there is nothing either: somebody may have put one in the place of a directory. */
function absentAsNull(error: unknown): null {
  if (getErrorCode(error) === 'ENOTDIR') return null;
  return missingAsNull(error);
}

function missingAsNull(error: unknown): null {
  if (getErrorCode(error) === 'ENOENT') return null;
  throw error;
}
