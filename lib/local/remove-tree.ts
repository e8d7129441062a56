/** The only code of `lib` that removes folders recursively; hosts use `workloads/shell/remove.sh`. */
import { realpath, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import { getErrorCode } from '../twin/hosts/driver';
import { listMounts } from './silent-paths';

/**
 * Removes a file, a folder, or a link without its target. If anything is mounted at or below the path, everything
 * stays: a user's script may have mounted it, and its contents are not ours. This includes bind mounts of the same file
 * system, which have the same device number.
 * @throws Error with the reason: `rm` of Node.js would retry a file that it may not remove as a folder, and report that
 */
export async function removeTree(path: string): Promise<void> {
  const mount = await findMount(path);
  if (mount !== null)
    throw new FsxbenchError(
      'HostFailed',
      `${mount} is still mounted; fsxbench removes nothing through a mount. Unmount it, then run "npx fsxbench clean"`,
    );
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const { path: at } = error as NodeJS.ErrnoException;
    if (getErrorCode(error) === 'ENOTDIR' && at !== undefined) await unlink(at);
    throw error;
  }
}

/** The mount at or below a path; null if there is none. Does not access it: its server may not answer. */
async function findMount(path: string): Promise<string | null> {
  const parent = await realpath(dirname(path)).catch(() => null);
  if (parent === null) return null;
  const real = join(parent, basename(path));
  const targets = listMounts().map(({ place }) => place);
  return targets.find((target) => `${target}${sep}`.startsWith(`${real}${sep}`)) ?? null;
}
