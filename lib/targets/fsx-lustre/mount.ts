/** Mount options of Lustre: what hosts ask for, and whether the kernel has it so. */
import { type KernelMount, KernelOptions, typed } from '../kernel-mount';
import type { LustreMount } from './schema';

/** For `mount -o`. */
export function mountOptions({ noatime, flock }: LustreMount): string {
  return [noatime ? 'noatime' : 'relatime', flock ? 'flock' : 'noflock'].join(',');
}

/** What is not as it was asked for. Tuning is none of the mount's options. */
export function mounted(mount: LustreMount, kernel: KernelMount): readonly string[] {
  const wrong = typed(kernel, 'lustre');
  if (wrong.length > 0) return wrong;
  const options = new KernelOptions(kernel.options);
  return [...options.flag('noatime', mount.noatime), ...options.flag('flock', mount.flock)];
}
