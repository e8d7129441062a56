/** Looks at the folders that a user names to `fsxbench try`: all that is wrong with any of them is told at once. */
import { realpathSync, statfsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ALLOWED_PLACE, unfitPlace } from '../../targets/places';
import { formatBytes } from '../../shapes/quantity';
import { type Cli, UserError } from '../command';
import { placeProblems } from '../../local/places';
import { FILE_MIN, fileBytes, type Folder } from './spec';

/** Magic numbers of tmpfs and ramfs: include/uapi/linux/magic.h. */
const MEMORY: readonly number[] = [0x01021994, 0x858458f6];
/** More would take more than ten minutes, and belong into a spec. */
const PATHS_MAX = 8;

/** @throws UserError `BadFolders` with one line for each that cannot be measured */
export function lookedAt(cli: Cli, paths: readonly string[]): readonly Folder[] {
  if (paths.length > PATHS_MAX)
    throw refused([`found ${paths.length} folders; allowed: up to ${PATHS_MAX}. Write a spec for more`]);
  const wrong = paths.map((path, index): string | null =>
    paths.indexOf(path) < index ? 'named twice; give each folder once' : unfit(resolve(cli.cwd, path), path),
  );
  const places = paths.filter((_, index) => wrong[index] === null).map((path) => [path, path] as const);
  const told = new Map(placeProblems(places, cli.cwd).map(({ path, message }) => [path[1], message]));
  const lines = paths.flatMap((path, index) => {
    const why = wrong[index] ?? told.get(path);
    return why === undefined ? [] : [`${shown(path)}: ${why}`];
  });
  if (lines.length > 0) throw refused(lines);
  const folders = paths.map((path): Folder => {
    const { bavail, bsize, type } = statfsSync(resolve(cli.cwd, path));
    return { path, freeBytes: bavail * bsize, memory: MEMORY.includes(Number(type)) };
  });
  const full = folders.filter((folder) => fileBytes(Array<Folder>(folders.length).fill(folder)) < FILE_MIN);
  const least = `at most an eighth of it is written, and each folder needs files of ${formatBytes(FILE_MIN)}`;
  if (full.length > 0)
    throw refused(
      full.map(({ path, freeBytes }) => `${shown(path)}: found ${formatBytes(freeBytes)} of free space; ${least}`),
    );
  return folders;
}

/** Folders on one file system, in pairs of names: a difference between them is chance. */
export function sameFileSystem(cli: Cli, folders: readonly Folder[]): readonly (readonly string[])[] {
  const devices = new Map<number, string[]>();
  for (const { path } of folders) {
    const { dev } = statSync(realpathSync(resolve(cli.cwd, path)));
    devices.set(dev, [...(devices.get(dev) ?? []), path]);
  }
  return [...devices.values()].filter((paths) => paths.length > 1);
}

/** Null for what is there. A folder that would have to be made is more likely a slip of the pen. */
function unfit(absolute: string, path: string): string | null {
  if (path === '') return 'found an empty text; allowed: the path of a folder';
  if (path.startsWith('~')) return '`~` is not expanded here: write the whole path, or a relative one';
  if (/\p{Cc}/u.test(path)) return 'holds control characters; allowed: the path of a folder';
  const byName = unfitPlace(absolute);
  if (byName !== null) return `${byName}; allowed: ${ALLOWED_PLACE}`;
  if (statSync(absolute, { throwIfNoEntry: false }) !== undefined) return null;
  return `there is no such folder (looked for ${absolute}); make it first, \`try\` measures what is there`;
}

function shown(path: string): string {
  return path === '' ? "''" : path.replace(/\p{Cc}/gu, '?');
}

function refused(lines: readonly string[]): UserError {
  return new UserError('BadFolders', lines.join('\n'));
}
