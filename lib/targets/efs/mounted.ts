/** What the kernel says of a mount of EFS: as of any by NFS, and whether it goes through the tunnel. */
import type { KernelMount } from '../kernel-mount';
import { mounted as byNfs } from '../nfs-mount';
import type { EfsMount } from './schema';

/** Where the mount helper listens: the kernel mounts from there, and knows nothing of what is behind. */
const TUNNEL = '127.0.0.1:';

/** What is not as it was asked for. */
export function mounted(mount: EfsMount, kernel: KernelMount): readonly string[] {
  const wrong = byNfs(mount, kernel);
  if (kernel.type === '' || kernel.source.startsWith(TUNNEL) === mount.tls) return wrong;
  const found = mount.tls
    ? `tls was asked for, the kernel has ${kernel.source}, which is no tunnel`
    : `the kernel has a tunnel, ${kernel.source}, which nobody asked for`;
  return [...wrong, found];
}
