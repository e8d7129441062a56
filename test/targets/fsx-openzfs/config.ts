/** A small file system that breaks no rule. */
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';

export const CONFIG: FsxOpenZfs = {
  kind: 'fsx-openzfs',
  deploymentType: 'SINGLE_AZ_2',
  storageGiB: 1000,
  throughputMBps: 2560,
  diskIops: 'automatic',
  compression: 'NONE',
  recordSizeKiB: 128,
  nfsExport: 'sync',
  volumes: { count: 1 },
};
