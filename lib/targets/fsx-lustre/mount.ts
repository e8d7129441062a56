/** Mount options of Lustre: what hosts ask for, and whether the kernel has it so. */
import { type KernelMount, KernelOptions, typed } from '../kernel-mount';
import type { LustreMount } from './settings/mount';

/** For `mount -o`. */
export function mountOptions({ noatime, flock }: LustreMount): string {
  return [noatime ? 'noatime' : 'relatime', flock ? 'flock' : 'noflock'].join(',');
}

/** What is not as it was asked for. Recommended tuning is not asked for by name: clients may not know some of it. */
export function mounted(mount: LustreMount, kernel: KernelMount): readonly string[] {
  const wrong = typed(kernel, 'lustre');
  if (wrong.length > 0) return wrong;
  const options = new KernelOptions(kernel.options);
  return [
    ...options.flag('noatime', mount.noatime),
    ...options.flag('flock', mount.flock),
    ...Object.entries(mount.lctl ?? {}).flatMap(([name, asked]) => {
      const found = kernel.parameters?.[name];
      if (isSet(name, asked, found)) return [];
      const has = found === undefined || found === '' ? 'does not say what it has' : `has ${found}`;
      return [`lctl ${name} ${asked} was asked for, the client ${has}`];
    }),
  ];
}

/** Some settings are told as numbers, some as one line of several: `users: 1, max_cached_mb: 128, …`. */
function isSet(name: string, asked: number | string, found: string | undefined): boolean {
  if (found === undefined) return false;
  if (found === String(asked) || (found.trim() !== '' && Number(found) === Number(asked))) return true;
  return found.split(', ').includes(`${name.slice(name.lastIndexOf('.') + 1)}: ${asked}`);
}
