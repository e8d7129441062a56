/** Mount options of a disk: what hosts ask for, and whether the kernel has it so. */
import { type KernelMount, KernelOptions, typed } from '../kernel-mount';
import type { DiskMount, Ebs } from './schema';

/** For `mount -o`. */
export function mountOptions({ noatime }: DiskMount): string {
  return noatime ? 'noatime' : 'relatime';
}

/** What is not as it was asked for. */
export function mounted({ fileSystem }: Ebs, { noatime }: DiskMount, kernel: KernelMount): readonly string[] {
  const wrong = typed(kernel, fileSystem);
  return wrong.length > 0 ? wrong : new KernelOptions(kernel.options).flag('noatime', noatime);
}
