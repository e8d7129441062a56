/**
 * Removes data under test from this machine. A directory outside the host's folder is removed only if its marker proves
 * that this rig created it, and only by the last host that links to it.
 */
import { FsxbenchError } from '../shapes/errors';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { getErrorCode, getErrorMessage } from '../twin/hosts/driver';
import { type HostFolder, getHostFolder, listHostFolders } from './host-folder';
import { removeTree } from './remove-tree';

/** Marker file in every directory that a rig created; its content is the value of the tag `fsxbench:rig`. */
export const VOLUME_MARKER = '.fsxbench-volume';

/** Temporary name while the marker is written. */
const UNFINISHED_MARKER = `${VOLUME_MARKER}.new`;

const VOLUME_PREFIX = 'fsxbench-';

/** Marker file in a directory under test that `boot.sh` created. */
const MADE_MARKER = '.fsxbench-made';

/** Name prefix of a directory that `boot.sh` has not renamed yet. */
const STAGED_PREFIX = '.fsxbench-new-';

/** Name of the directory that a rig creates in a directory under test. */
export function getVolumeName(rigTag: string): string {
  return VOLUME_PREFIX + rigTag;
}

/** Inverse of {@link getVolumeName}; null for other names. */
export function parseRigTag(name: string): string | null {
  return name.startsWith(VOLUME_PREFIX) ? name.slice(VOLUME_PREFIX.length) : null;
}

/** What the removal of a host's volumes needs. */
export interface VolumeRemoval {
  readonly home: string;
  readonly folder: HostFolder;
  /** Value of the tag `fsxbench:rig`; undefined or empty if the host no longer knows it. */
  readonly rigTag: string | undefined;
  /** Folders that are never removed, nor any parent of them: working directory, bucket, home. */
  readonly precious: readonly string[];
  /** Ends processes in an unused directory before it is removed. */
  readonly endIn: (data: string) => Promise<void>;
}

/** Hosts of this process release their volumes one at a time, so that the last one sees that no other links remain. */
let removalQueue: Promise<unknown> = Promise.resolve();

/**
 * Releases the volumes of one host. Its link stays until all data is removed, so that an interrupted removal can
 * resume.
 * @throws FsxbenchError naming every remaining directory, and why
 */
export function removeVolumes(owner: VolumeRemoval): Promise<void> {
  const turn = removalQueue.then(() => removeAll(owner));
  removalQueue = turn.catch(() => undefined);
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
  // Data inside the host's folder is removed with it.
  if (!(await lstat(link)).isSymbolicLink()) return;
  const target = await resolveLink(link);
  await removeStaged(await readlink(link), folder.instanceId);
  if (target === null) {
    // A host that was killed during boot may have created the directory under test, and nothing in it yet.
    await removeIfMade(await findNearest(dirname(await readlink(link))));
    return unlink(link);
  }
  const marker = await readFile(join(target, VOLUME_MARKER), 'utf8').catch(toNullIfMissing);
  // The marker is removed last: a directory with the rig's name and without a marker was emptied, or not filled yet.
  const bare = marker === null && (await listNames(target)).every((inside) => inside === UNFINISHED_MARKER);
  const ours = !!rigTag && basename(target) === getVolumeName(rigTag);
  if (!rigTag || (marker === null && !(bare && ours)))
    throw new FsxbenchError('HostFailed', explainUnproven(target, rigTag));
  // Another rig's directory: only remove the link.
  if (marker !== null && marker.trim() !== rigTag) return unlink(link);
  for (const kept of owner.precious) {
    if (`${kept}${sep}`.startsWith(target === sep ? sep : `${target}${sep}`))
      throw new FsxbenchError('HostFailed', `${target} is not removed: it contains ${kept}`);
  }
  if (!(await isShared(home, folder.instanceId, target))) {
    await owner.endIn(target);
    await removeMarked(target);
  }
  await unlink(link);
}

function explainUnproven(target: string, rigTag: string | undefined): string {
  const why = rigTag
    ? `it lacks the file ${VOLUME_MARKER} that names rig ${rigTag}`
    : 'the host no longer knows its rig';
  return `${target} is not removed: ${why}. Check it, remove it or the link, then run "npx fsxbench clean"`;
}

/** Whether another host still links to the directory. */
async function isShared(home: string, instanceId: string, target: string): Promise<boolean> {
  for (const other of await listHostFolders(home)) {
    if (other === instanceId) continue;
    const { volumes } = getHostFolder(home, other);
    for (const name of await listNames(volumes)) {
      if ((await resolveLink(join(volumes, name))) === target) return true;
    }
  }
  return false;
}

/** Removes the marker last, so that an interrupted removal can resume. */
async function removeMarked(target: string): Promise<void> {
  const others = (await listNames(target)).filter((name) => name !== VOLUME_MARKER);
  await Promise.all(others.map((name) => removeTree(join(target, name))));
  await rm(join(target, VOLUME_MARKER), { force: true });
  await rmdir(target).catch(toNullIfMissing);
  await removeIfMade(dirname(target));
}

/** Removes the directory under test and its parents that we created, if they are empty. */
async function removeIfMade(path: string): Promise<void> {
  const inside = await listNames(path);
  if (inside.length !== 1 || inside[0] !== MADE_MARKER) return;
  await rm(join(path, MADE_MARKER), { force: true });
  try {
    await rmdir(path);
  } catch {
    // Other files have appeared in it: it stays, and so do its parents.
    return;
  }
  await removeIfMade(dirname(path));
}

/**
 * Whether a directory that we created must stay only for external files, not for data of the rig, such as leftovers of
 * a killed execution in a shared directory, e.g. in `/dev/shm`.
 */
export function hasOtherFiles(path: string, rigTag: string | null): boolean {
  if (!statSync(path).isDirectory()) return false;
  const names = readdirSync(path).filter((name) => name !== MADE_MARKER);
  const own = names.filter(
    (name) => name.startsWith(STAGED_PREFIX) || (rigTag !== null && name === getVolumeName(rigTag)),
  );
  return names.length > 0 && own.length === 0;
}

/** Removes what an interrupted boot had staged in a directory above the data. */
async function removeStaged(data: string, instanceId: string): Promise<void> {
  for (let at = dirname(data); at !== dirname(at); at = dirname(at))
    await removeTree(join(at, STAGED_PREFIX + instanceId)).catch(toNullIfAbsent);
}

/** The path, or its nearest existing parent. */
async function findNearest(path: string): Promise<string> {
  if (path === dirname(path) || (await lstat(path).catch(toNullIfAbsent)) !== null) return path;
  return findNearest(dirname(path));
}

/** Directories above the data that a boot created: they have its marker. */
export function listMadeParents(data: string): string[] {
  const found: string[] = [];
  for (let at = dirname(data); existsSync(join(at, MADE_MARKER)); at = dirname(at)) found.push(at);
  return found;
}

/**
 * Removes data of a rig by its path, for a host whose folder was deleted with its link. Leaves data without the rig's
 * marker alone.
 */
export async function removeData(data: string, rigTag: string, instanceId: string): Promise<void> {
  await removeStaged(data, instanceId);
  const marker = await readFile(join(data, VOLUME_MARKER), 'utf8').catch(toNullIfAbsent);
  if (marker?.trim() === rigTag) await removeMarked(data);
}

/** Null for a broken link. */
async function resolveLink(link: string): Promise<string | null> {
  const text = await readlink(link).catch(() => null);
  return text === null ? null : realpath(link).catch(toNullIfAbsent);
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(toNullIfAbsent)) ?? [];
}

/** A path below a file does not exist: a directory may have been replaced by a file. */
function toNullIfAbsent(error: unknown): null {
  if (getErrorCode(error) === 'ENOTDIR') return null;
  return toNullIfMissing(error);
}

function toNullIfMissing(error: unknown): null {
  if (getErrorCode(error) === 'ENOENT') return null;
  throw error;
}
