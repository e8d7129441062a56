/** Refuses system paths for test data, by name only, because only the machine knows what a path really contains. */
import folders from './protected-folders.json';

/** Protected folders, with the reason: hier(7). Folders below are protected, too. */
const PROTECTED_FOLDERS: Readonly<Record<string, string>> = folders;
const ALLOWED_FOLDERS: readonly string[] = ['/dev/shm', '/usr/local', '/usr/src'];

export const ALLOWED_PATHS_TEXT = 'a directory for data, e.g. .fsxbench/disk, /mnt/disk/fsxbench or /dev/shm/fsxbench';

/** @param path absolute @returns why it is protected; null if its name is allowed */
export function checkDataPath(path: string): string | null {
  const plain = normalizePath(path);
  if (plain === '/') return '/ is the root of this machine, not a place for data';
  if (ALLOWED_FOLDERS.some((place) => isAtOrBelow(plain, place))) return null;
  const found = Object.entries(PROTECTED_FOLDERS).find(([place]) => isAtOrBelow(plain, place));
  return found === undefined ? null : `${found[0]} holds ${found[1]}`;
}

/** Whether a path is a folder or below it; both absolute and normalized. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Removes `.`, `..` and doubled slashes, like path.normalize; this room imports no modules of Node.js. */
function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
