/** Mount options of host disks, and their comparison with the kernel. */
import * as z from 'zod';
import { settings } from '../shapes/setting';
import words from './settings.json';
import type { Capacity } from './contract';
import { type KernelMount, KernelOptions, checkFsType } from './kernel-mount';

/** Mount options as in mount(8). */
export interface DiskMount {
  readonly noatime: boolean;
}

export const mountSchema: z.ZodType<DiskMount> = settings(words['disk-mount'], {
  noatime: z.boolean().default(false),
});

/** Roles of the fleet whose hosts have the disks. */
export const diskRoles = z
  .array(z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'the name of a role in `fleet`' }))
  .min(1);

export const FILE_SYSTEMS = ['xfs', 'ext4'] as const;
export type DiskFileSystem = (typeof FILE_SYSTEMS)[number];

const TIB = 1024 ** 4;
/**
 * Bytes of space for a file, from a size of the file system on. mkfs.ext4 plans inodes (`inode_ratio` of
 * mke2fs.conf(5), usage types `big` and `huge` of mke2fs(8)). XFS makes inodes of 512 bytes as needed, in at most a
 * quarter, 5% or 1% of the space (`maxpct` of mkfs.xfs(8)).
 */
const BYTES_PER_INODE: Readonly<Record<DiskFileSystem, readonly (readonly [from: number, bytes: number])[]>> = {
  ext4: [
    [16 * TIB, 65_536],
    [4 * TIB, 32_768],
    [0, 16_384],
  ],
  xfs: [
    [50 * TIB, 51_200],
    [TIB, 10_240],
    [0, 2048],
  ],
};

/** What a new file system on a disk holds. @param bytes of the disk; null if unknown */
export function computeDiskCapacity(fileSystem: DiskFileSystem, bytes: number | null): Capacity {
  const each = BYTES_PER_INODE[fileSystem].find(([from]) => bytes !== null && bytes >= from)?.[1];
  return { bytes, names: bytes === null || each === undefined ? undefined : bytes / each };
}

/** For `mount -o`. */
export function formatMountOptions({ noatime }: DiskMount): string {
  return noatime ? 'noatime' : 'relatime';
}

export function diffDiskMount(
  { fileSystem }: { readonly fileSystem: DiskFileSystem },
  { noatime }: DiskMount,
  kernel: KernelMount,
): readonly string[] {
  const wrong = checkFsType(kernel, fileSystem);
  return wrong.length > 0 ? wrong : new KernelOptions(kernel.options).checkFlag('noatime', noatime);
}
