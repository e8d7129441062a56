/** Small file systems that break no rule. */
import type {
  HardDisk,
  Persistent,
  Persistent1,
  Scratch,
  Tiered,
} from '../../../lib/targets/fsx-lustre/settings/config';

export const SCRATCH: Scratch = {
  kind: 'fsx-lustre',
  deploymentType: 'SCRATCH_2',
  storageGiB: 1200,
  compression: 'NONE',
};

export const PERSISTENT: Persistent = {
  kind: 'fsx-lustre',
  deploymentType: 'PERSISTENT_2',
  storageGiB: 2400,
  compression: 'NONE',
  perUnitMBps: 250,
  metadataIops: 'automatic',
};

export const SCRATCH_1: Scratch = { ...SCRATCH, deploymentType: 'SCRATCH_1' };

export const PERSISTENT_1: Persistent1 = {
  kind: 'fsx-lustre',
  deploymentType: 'PERSISTENT_1',
  storageGiB: 2400,
  compression: 'NONE',
  perUnitMBps: 100,
};

export const HARD_DISK: HardDisk = {
  kind: 'fsx-lustre',
  deploymentType: 'PERSISTENT_1',
  storageType: 'HDD',
  storageGiB: 6000,
  compression: 'NONE',
  perUnitMBps: 12,
  driveCache: 'READ',
};

export const TIERED: Tiered = {
  kind: 'fsx-lustre',
  deploymentType: 'PERSISTENT_2',
  storageType: 'INTELLIGENT_TIERING',
  compression: 'NONE',
  throughputMBps: 4000,
  readCacheGiB: 'proportional',
  metadataIops: 6000,
  storedGiB: 10_240,
};
