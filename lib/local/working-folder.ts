/** `.fsxbench/` of the working directory, the state of local executions: checked before anything starts. */
import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode, getErrorMessage } from '../twin/hosts/driver';
import { UserError } from '../shapes/user-error';

export interface LocalFolders {
  readonly root: string;
  readonly bucket: string;
  readonly hosts: string;
  /** A bucket of rehearsals. */
  readonly rehearsals: string;
  /** One file per running execution: the process that conducts it. */
  readonly running: string;
}

export function getLocalFolders(cwd: string): LocalFolders {
  const root = join(cwd, '.fsxbench');
  return {
    root,
    bucket: join(root, 'bucket'),
    hosts: join(root, 'hosts'),
    rehearsals: join(root, 'rehearsals'),
    running: join(root, 'running'),
  };
}

/** Results of a small execution take about a megabyte; with less free space, the disk would fill up meanwhile. */
const FREE_MIB_MIN = 16;
const MIB = 1024 * 1024;

const WRITE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the disk quota is exceeded',
  ENOTDIR: 'a file that is no folder has its name',
  EEXIST: 'a file that is no folder has its name',
  // Kernel file systems answer so if nothing can be created in them.
  ENOENT: 'nothing can be created there',
};

/** @throws UserError `WorkingFolder` if `.fsxbench/` is not writable, or too little space is left */
export function prepareFolder(cwd: string): void {
  const { root, bucket, hosts, running } = getLocalFolders(cwd);
  try {
    for (const folder of [root, bucket, hosts, running]) {
      makeFolder(folder);
      const probe = join(folder, `.probe-${process.pid}`);
      writeFileSync(probe, 'x'.repeat(4096));
      rmSync(probe);
    }
  } catch (error) {
    throw toFolderError(
      cwd,
      `${root} cannot be written: ${WRITE_ERRORS[getErrorCode(error)] ?? getErrorMessage(error)}`,
    );
  }
  const free = readFreeMib(bucket);
  if (free !== null && free < FREE_MIB_MIN)
    throw toFolderError(cwd, `${root} has ${free} MiB of free space; needed: ${FREE_MIB_MIN} MiB`);
}

/** Not recursive: in /proc, Node.js would retry for ever. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/** Free space for ordinary users, whole MiB; null if there is no such folder. */
export function readFreeMib(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / MIB);
  } catch {
    return null;
  }
}

export function toFolderError(cwd: string, why: string): UserError {
  return new UserError(
    'WorkingFolder',
    `the working folder ${cwd} cannot be used: ${why}. fsxbench keeps results and hosts in its .fsxbench/. ` +
      'Change to a folder that you may write to, with free space',
  );
}
