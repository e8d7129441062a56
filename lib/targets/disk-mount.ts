/** Mount options of host disks, and their comparison with the kernel. */
import * as z from 'zod';
import { settings } from '../shapes/setting';
import words from './settings.json';
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
