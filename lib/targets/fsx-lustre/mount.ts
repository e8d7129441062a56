/** Mount options of Lustre, and their comparison with the kernel. */
import { type KernelMount, KernelOptions, checkFsType } from '../kernel-mount';
import type { LustreMount } from './mount-settings';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext } from '../contract';
import { makeMountFixture } from '../mount-fixture';
import { type FsxLustre, hasEfa } from './config';

/** For `mount -o`. */
export function formatLustreOptions({ noatime, flock }: LustreMount): string {
  return [noatime ? 'noatime' : 'relatime', flock ? 'flock' : 'noflock'].join(',');
}

/** Differences between spec and kernel, except recommended tuning: clients may lack some of its settings. */
export function diffLustreMount(mount: LustreMount, kernel: KernelMount): readonly string[] {
  const wrong = checkFsType(kernel, 'lustre');
  if (wrong.length > 0) return wrong;
  const options = new KernelOptions(kernel.options);
  return [
    ...options.checkFlag('noatime', mount.noatime),
    ...options.checkFlag('flock', mount.flock),
    ...Object.entries(mount.lctl ?? {}).flatMap(([name, requested]) => {
      const found = kernel.parameters?.[name];
      if (isParameterSet(name, requested, found)) return [];
      const has = found === undefined || found === '' ? 'does not report it' : `has ${found}`;
      return [`requested lctl ${name} ${requested}, but the client ${has}`];
    }),
  ];
}

/** Settings are numbers, or one line of several values: `users: 1, max_cached_mb: 128, …`. */
function isParameterSet(name: string, requested: number | string, found: string | undefined): boolean {
  if (found === undefined) return false;
  if (found === String(requested) || (found.trim() !== '' && Number(found) === Number(requested))) return true;
  return found.split(', ').includes(`${name.slice(name.lastIndexOf('.') + 1)}: ${requested}`);
}

const SHELL_FILES = ['clock', 'host', 'status', 'package', 'volume'];

/** Assumed: the client installs in half a minute, and mounts in seconds. */
const MOUNT_SECONDS = { expectedSeconds: 45, timeoutSeconds: 1500 };

export function mountLustre(config: FsxLustre, options: LustreMount, place: MountContext): Fixture {
  const { stripeCount } = config;
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Mounts FSx for Lustre, and creates the folder of the host.',
      variables: {
        LUSTRE_OPTIONS: formatLustreOptions(options),
        LUSTRE_TUNING: options.tuning,
        LUSTRE_PARAMETERS: listClientParameters(options).join('\n'),
        LUSTRE_EFA: hasEfa(config) ? '1' : '',
        LUSTRE_STRIPES: stripeCount === undefined ? '' : String(stripeCount),
      },
      files: ['tuning.sh', 'efa.sh', 'prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for Lustre.', files: ['down.sh'] },
    ...MOUNT_SECONDS,
  });
}

/**
 * Lines `<name> <value>` in a fixed order, so that equal mounts have equal scripts: settings for all devices come
 * before settings for some devices. The limit of modifying RPCs comes last, because it must be below that of all RPCs
 * (Lustre manual, max_mod_rpcs_in_flight).
 */
function listClientParameters({ lctl = {} }: LustreMount): readonly string[] {
  const rank = (name: string): number => (name.includes('max_mod_rpcs') ? 2 : name.includes('*') ? 1 : 0);
  return Object.entries(lctl)
    .toSorted(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map(([name, value]) => `${name} ${value}`);
}
