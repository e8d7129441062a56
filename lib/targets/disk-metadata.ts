/** What file systems that hosts have on disks (EBS, their own, LUNs) are modelled to do with metadata. */
import type { FileOperation } from '../shapes/file-operation';

/**
 * Operations a second, whatever the disk: assumed, without a page. A local file system changes folders in the memory of
 * its host, and writes its log later.
 */
export const DISK_METADATA: Readonly<Record<FileOperation, number>> = {
  create: 40_000,
  delete: 40_000,
  stat: 200_000,
  open: 200_000,
  mkdir: 30_000,
  rmdir: 30_000,
  rename: 40_000,
};
