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

/**
 * Bytes of a file by which mkfs.ext4 plans inodes, from a size of the file system on; more files do not fit
 * (`inode_ratio` of mke2fs.conf(5), usage types `big` and `huge` of mke2fs(8)).
 */
const EXT4_INODES = [
  { from: 16 * 1024 ** 4, bytes: 65_536 },
  { from: 4 * 1024 ** 4, bytes: 32_768 },
  { from: 0, bytes: 16_384 },
];
/** XFS makes inodes of 512 bytes as needed, in a quarter of the space, less above 1 TiB (mkfs.xfs(8), `maxpct`). */
const XFS_BYTES_PER_INODE = 2048;

/** What a new file system on a disk holds. @param bytes of the disk; null if unknown */
export function computeDiskCapacity(fileSystem: DiskFileSystem, bytes: number | null): Capacity {
  if (bytes === null) return { bytes };
  const ext4 = EXT4_INODES.find(({ from }) => bytes >= from)?.bytes ?? Infinity;
  return { bytes, names: bytes / (fileSystem === 'ext4' ? ext4 : XFS_BYTES_PER_INODE) };
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
