/** Mount options of Lustre: what hosts ask for, and whether the kernel has it so. */
import { type KernelMount, KernelOptions, checkFsType } from '../kernel-mount';
import type { LustreMount } from './settings/mount';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext } from '../contract';
import { mountFixture } from '../mount-fixture';
import { type FsxLustre, hasEfa } from './settings/config';

/** For `mount -o`. */
export function mountOptions({ noatime, flock }: LustreMount): string {
  return [noatime ? 'noatime' : 'relatime', flock ? 'flock' : 'noflock'].join(',');
}

/** What is not as it was asked for. Recommended tuning is not asked for by name: clients may not know some of it. */
export function diffMount(mount: LustreMount, kernel: KernelMount): readonly string[] {
  const wrong = checkFsType(kernel, 'lustre');
  if (wrong.length > 0) return wrong;
  const options = new KernelOptions(kernel.options);
  return [
    ...options.checkFlag('noatime', mount.noatime),
    ...options.checkFlag('flock', mount.flock),
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

const SHELL = ['clock', 'host', 'status', 'package', 'volume'];

/** Assumed: the client is installed in half a minute, and mounted in seconds. */
const SECONDS = { expectedSeconds: 45, timeoutSeconds: 1500 };

/** The file system, mounted on the hosts of some roles. */
export function mount(config: FsxLustre, options: LustreMount, place: MountContext): Fixture {
  const { stripeCount } = config;
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Mounts FSx for Lustre, and makes the folder of the host.',
      variables: {
        LUSTRE_OPTIONS: mountOptions(options),
        LUSTRE_TUNING: options.tuning,
        LUSTRE_PARAMETERS: listParameters(options).join('\n'),
        LUSTRE_EFA: hasEfa(config) ? '1' : '',
        LUSTRE_STRIPES: stripeCount === undefined ? '' : String(stripeCount),
      },
      files: ['tuning.sh', 'efa.sh', 'prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for Lustre.', files: ['down.sh'] },
    ...SECONDS,
  });
}

/**
 * `<name> <value>`: equal mounts have equal scripts. All devices come before some of them. Modifying requests must be
 * fewer than all requests, and the client refuses more: they come last (Lustre manual, max_mod_rpcs_in_flight).
 */
function listParameters({ lctl = {} }: LustreMount): readonly string[] {
  const rank = (name: string): number => (name.includes('max_mod_rpcs') ? 2 : name.includes('*') ? 1 : 0);
  return Object.entries(lctl)
    .toSorted(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map(([name, value]) => `${name} ${value}`);
}
