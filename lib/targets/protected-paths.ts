/**
 * Which paths of a machine are no place for data under test, by their names alone. What really lies there only the
 * machine knows.
 */
import texts from './messages.json';

/** Why nothing may be measured at and below these: hier(7). */
const SYSTEM: Readonly<Record<string, string>> = texts.systemFolders;
/** Places of data inside of these. */
const ALLOWED: readonly string[] = ['/dev/shm', '/usr/local', '/usr/src'];

/** What may stand as `path`, for messages. */
export const ALLOWED_PATHS = 'a directory for data, e.g. .fsxbench/disk, /mnt/disk/fsxbench or /dev/shm/fsxbench';

/**
 * @param path absolute
 * @returns why it is no place for data; null where its name says nothing against it
 */
export function checkDataPath(path: string): string | null {
  const plain = normalize(path);
  if (plain === '/') return '/ is the root of this machine, not a place for data';
  if (ALLOWED.some((place) => isBelow(plain, place))) return null;
  const found = Object.entries(SYSTEM).find(([place]) => isBelow(plain, place));
  return found === undefined ? null : `${found[0]} holds ${found[1]}`;
}

/** At or below a folder; both absolute and plain. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Without `.`, `..` and doubled slashes, as path.normalize has it; this room has no modules of Node.js. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
