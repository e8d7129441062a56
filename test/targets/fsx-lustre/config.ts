/** Small file systems that break no rule. */
import type { HardDisk, Persistent, Persistent1, Scratch, TieredConfig } from '../../../lib/targets/fsx-lustre/config';
import configs from './config.json';

export const SCRATCH = configs.scratch as Scratch;

export const PERSISTENT = configs.persistent as Persistent;

export const SCRATCH_1: Scratch = { ...SCRATCH, deploymentType: 'SCRATCH_1' };

export const PERSISTENT_1 = configs.persistent1 as Persistent1;

export const HARD_DISK = configs.hardDisk as HardDisk;

export const TIERED = configs.tiered as TieredConfig;
