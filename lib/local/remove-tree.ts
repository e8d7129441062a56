/** The only code of `lib` that removes folders with all that is in them; hosts have `workloads/shell/remove.sh`. */
import { realpath, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import { getErrorCode } from '../twin/hosts/driver';
import { listMounts } from './silent-paths';

/**
 * Removes a file or a folder; of a link the link, not what it leads to. Where anything is mounted at or below it, all
 * of it stays: a script of a user may have mounted it, and what it shows is not ours. That also holds for bind mounts
 * of the same file system, which have the same device number.
 * @throws Error that says why it stays: `rm` of Node.js tries a file that it may not remove as a folder, and tells of
 *   that
 */
export async function removeTree(path: string): Promise<void> {
  const mount = await findMount(path);
  if (mount !== null)
    throw new FsxbenchError(
      'HostFailed',
      `${mount} is mounted still, and nothing is removed through a mount: unmount it, then run "npx fsxbench clean"`,
    );
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const { path: at } = error as NodeJS.ErrnoException;
    if (getErrorCode(error) === 'ENOTDIR' && at !== undefined) await unlink(at);
    throw error;
  }
}

/** What is mounted at a path or below it; null for nothing. It is not looked into: its server may not answer. */
async function findMount(path: string): Promise<string | null> {
  const parent = await realpath(dirname(path)).catch(() => null);
  if (parent === null) return null;
  const real = join(parent, basename(path));
  const targets = listMounts().map(({ place }) => place);
  return targets.find((target) => `${target}${sep}`.startsWith(`${real}${sep}`)) ?? null;
}
