/**
 * `.fsxbench/` of the working directory, where local executions keep what they make: whether it can be there is looked
 * at before anything is started.
 */
import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode, getErrorMessage } from '../twin/hosts/driver';
import { UserError } from '../shapes/user-error';

/** Folders of local state. */
export interface LocalFolders {
  readonly root: string;
  readonly bucket: string;
  readonly hosts: string;
  /** One file for each execution that is under way: which process conducts it. */
  readonly running: string;
}

export function localFolders(cwd: string): LocalFolders {
  const root = join(cwd, '.fsxbench');
  return { root, bucket: join(root, 'bucket'), hosts: join(root, 'hosts'), running: join(root, 'running') };
}

/** Results of a small execution take about a megabyte; with less than this the disk is full before it is over. */
const FREE_MIB_MIN = 16;
const MIB = 1024 * 1024;

const WRITE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'something that is no folder is in the way',
  EEXIST: 'something that is no folder is in the way',
  // The kernel's own file systems answer so, where they should say that nothing can be made in them.
  ENOENT: 'nothing can be made there',
};

/**
 * @throws UserError `WorkingFolder` where `.fsxbench/` cannot be made and written there, or too little space is left
 */
export function prepareFolder(cwd: string): void {
  const { root, bucket, hosts, running } = localFolders(cwd);
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
    throw toFolderError(cwd, `${root} has ${free} MiB left, at least ${FREE_MIB_MIN} are needed`);
}

/** Not recursive: that never ends in /proc, where Node.js tries again and again. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/** Space for whoever is not root, whole MiB; null where there is no such folder. */
export function readFreeMib(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / MIB);
  } catch {
    return null;
  }
}

/** The refusal of a working folder. */
function toFolderError(cwd: string, why: string): UserError {
  return new UserError(
    'WorkingFolder',
    `the working folder ${cwd} cannot be used: ${why}. Results and hosts are kept in .fsxbench/ of it: ` +
      'change to a folder that you may write, with space left',
  );
}
