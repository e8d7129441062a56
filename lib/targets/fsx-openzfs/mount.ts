/** Mount options of NFS: what hosts ask for, and whether the kernel has it so. */
import { type KernelMount, KernelOptions, typed } from '../kernel-mount';
import { MOST_REQUEST, type NfsMount } from './schema';

/** As the FSx guide has it: a request is sent again after a minute, for ever. */
const NEVER_GIVE_UP = ['hard', 'timeo=600'];

/** For `mount -o`. */
export function mountOptions(mount: NfsMount): string {
  const { nfsvers, nconnect, rsize = MOST_REQUEST, wsize = MOST_REQUEST, sync, noatime, cto, actimeo } = mount;
  return [
    `nfsvers=${nfsvers}`,
    `nconnect=${nconnect}`,
    `rsize=${rsize}`,
    `wsize=${wsize}`,
    ...NEVER_GIVE_UP,
    sync ? 'sync' : 'async',
    ...(noatime ? ['noatime'] : []),
    ...(cto ? [] : ['nocto']),
    ...(actimeo === undefined ? [] : [`actimeo=${actimeo}`]),
  ].join(',');
}

/** The kernel leaves out what is as it would be anyway, seconds: NFS_DEF_ACREGMIN and so on, nfs(5). */
const ATTRIBUTES = { acregmin: 3, acregmax: 60, acdirmin: 30, acdirmax: 60 } as const;

/** What is not as it was asked for; a size that nobody asked for is right, whatever was agreed on. */
export function mounted(mount: NfsMount, kernel: KernelMount): readonly string[] {
  const wrong = typed(kernel, mount.nfsvers === '3' ? 'nfs' : 'nfs4');
  if (wrong.length > 0) return wrong;
  const options = new KernelOptions(kernel.options);
  return [
    ...options.value('vers', mount.nfsvers),
    ...options.value('nconnect', mount.nconnect, '1'),
    ...options.value('rsize', mount.rsize),
    ...options.value('wsize', mount.wsize),
    ...options.flag('sync', mount.sync),
    ...options.flag('noatime', mount.noatime),
    ...options.flag('nocto', !mount.cto),
    ...Object.entries(ATTRIBUTES).flatMap(([name, usual]) => options.value(name, mount.actimeo, String(usual))),
  ];
}
