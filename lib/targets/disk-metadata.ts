/** Simulated metadata rates of file systems on host disks (EBS, local, LUNs). */
import type { FileOperation } from '../shapes/file-operation';

/** Operations a second on any disk. Assumed: local file systems change folders in memory and write the log later. */
export const DISK_METADATA_RATES: Readonly<Record<FileOperation, number>> = {
  create: 40_000,
  delete: 40_000,
  stat: 200_000,
  open: 200_000,
  mkdir: 30_000,
  rmdir: 30_000,
  rename: 40_000,
};
