/** How hosts mount volumes of ONTAP: what is asked for against what there is, and against what the kernel has. */
import type { Problem } from '../../shapes/problem';
import { finding } from '../fsx-shared';
import { type KernelMount, typed } from '../kernel-mount';
import { mounted as mountedOne, MOST_REQUEST } from '../nfs-mount';
import type { Luns } from './luns/luns';
import { type FsxOntap, mountedVolumes, mountSchema, type OntapMount } from './schema';

/**
 * Bytes of one request that a storage virtual machine takes unless it is told otherwise (`vserver nfs modify
 * -tcp-max-xfer-size`): the client asks for more, and is given this without a word. ONTAP 9 man page, vserver nfs
 * modify
 */
const TRANSFER = 65_536;
const KIB = 1024;
const TRANSFER_SOURCE = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/nfs-file-access.html';

/** Findings with paths relative to the mount. */
export function checkMount(config: FsxOntap, mount: OntapMount): Problem[] {
  const {
    luns,
    volumes: { count },
    transferSizeKiB,
  } = config;
  if (luns !== undefined) return checkLuns(luns, mount);
  const found: Problem[] = [];
  for (const setting of ['luns', 'stripe', 'sessions'] as const)
    if (mount[setting] !== undefined)
      found.push(finding('error', 'NoLuns', setting, 'the target has no `luns`: its hosts mount volumes by NFS'));
  if (mount.volumes !== 'all' && mount.volumes > count) {
    const message = `found ${mount.volumes}; the target has ${count}`;
    found.push(finding('error', 'TooManyVolumes', 'volumes', message));
  }
  for (const setting of ['rsize', 'wsize'] as const) {
    const { [setting]: asked = 0 } = mount;
    if (transferSizeKiB !== undefined && asked > KIB * transferSizeKiB) {
      const message =
        `found ${asked}; the target has transferSizeKiB ${transferSizeKiB}, which is ${KIB * transferSizeKiB} bytes, ` +
        'and its server agrees to no more';
      found.push(finding('error', 'TransferSize', setting, message, TRANSFER_SOURCE));
    }
    if (transferSizeKiB !== undefined || asked <= TRANSFER) continue;
    const message =
      `found ${asked}; a storage virtual machine of ONTAP agrees to ${TRANSFER} bytes as it is made, and a trial ` +
      `whose mount is not as it was asked for does not count: give the target transferSizeKiB ${asked / KIB}, or ` +
      'write 64k, or leave it out for what the server agrees to';
    found.push(finding('warning', 'TransferSize', setting, message, TRANSFER_SOURCE));
  }
  return found;
}

/** Words of NFS, as they are where nobody says them. */
const NFS_USUAL = mountSchema.parse({});

/** Findings on a mount of LUNs. */
function checkLuns({ perHost }: Luns, mount: OntapMount): Problem[] {
  const found: Problem[] = [];
  const { luns: asked = perHost } = mount;
  if (asked > perHost) found.push(finding('error', 'TooManyLuns', 'luns', `found ${asked}; each host has ${perHost}`));
  const words = ['volumes', 'nconnect', 'nfsvers', 'rsize', 'wsize', 'sync', 'noatime', 'cto', 'actimeo'] as const;
  for (const word of words)
    if (mount[word] !== NFS_USUAL[word])
      found.push(finding('error', 'NoNfs', word, 'is of NFS, and hosts have LUNs of the target'));
  return found;
}

/** What is not as it was asked for, of all volumes that are mounted. */
export function mounted(config: FsxOntap, mount: OntapMount, kernel: KernelMount): readonly string[] {
  if (config.luns !== undefined) return typed(kernel, 'xfs');
  const { more = [] } = kernel;
  const all = [kernel, ...more];
  const wanted = mountedVolumes(config, mount);
  const asked = agreed(config, mount);
  const wrong = all.flatMap((one) =>
    mountedOne(asked, one).map((text) => (all.length === 1 ? text : `${one.source}: ${text}`)),
  );
  if (wrong.length > 0 || all.length === wanted) return wrong;
  return [`${wanted} volumes were asked for, the kernel has ${all.length}`];
}

/**
 * The mount with the sizes that client and server must come to: where the server was told what it takes, no less is
 * right, whatever was asked for.
 */
export function agreed({ transferSizeKiB }: FsxOntap, mount: OntapMount): OntapMount {
  if (transferSizeKiB === undefined) return mount;
  const { rsize = MOST_REQUEST, wsize = MOST_REQUEST } = mount;
  const most = KIB * transferSizeKiB;
  return { ...mount, rsize: Math.min(rsize, most), wsize: Math.min(wsize, most) };
}
