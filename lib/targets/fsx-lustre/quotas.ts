/** What file systems take up of an account. https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html */
import type { QuotaUse } from '../../shapes/quota';
import { GUIDE, readCacheGiB } from './limits';
import { type FsxLustre, isHardDisk, isScratch, isTiered } from './settings/config';

export const QUOTAS = `${GUIDE}/limits.html`;

/** What an account may have at first, all its file systems of a type together; of hard disks each file system. */
export const QUOTA = {
  fileSystems: 100,
  storageGiB: 100_800,
  hardDiskGiB: 102_000,
  tieredMBps: 100_000,
  tieredCacheGiB: 100_800,
} as const;

/** Both scratch types count together, and each persistent one by itself, whichever throughput it has. */
export function quotas(config: FsxLustre): readonly QuotaUse[] {
  const type = isScratch(config) ? 'scratch types' : config.deploymentType;
  const use = { source: QUOTAS };
  const all = { ...use, of: `Lustre file systems of ${type}`, amount: 1, most: QUOTA.fileSystems };
  if (isTiered(config)) {
    const cache = readCacheGiB(config);
    return [
      { ...use, of: 'MB/s of Intelligent-Tiering', amount: config.throughputMBps, most: QUOTA.tieredMBps },
      ...(cache === 0
        ? []
        : [{ ...use, of: 'GiB of read cache of Intelligent-Tiering', amount: cache, most: QUOTA.tieredCacheGiB }]),
      all,
    ];
  }
  // Of hard disks the page has a limit for each file system alone.
  if (isHardDisk(config)) return [all];
  return [{ ...use, of: `GiB of ${type}`, amount: config.storageGiB, most: QUOTA.storageGiB }, all];
}
