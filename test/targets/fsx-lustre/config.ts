/** Small file systems that break no rule. */
import type { Persistent, Scratch } from '../../../lib/targets/fsx-lustre/schema';

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
