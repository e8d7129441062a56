/** Use of account quotas. https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html */
import type { QuotaUse, ServiceQuota } from '../../shapes/quota';
import { LUSTRE_GUIDE_URL, getReadCacheGiB } from './limits';
import { type FsxLustre, isHardDisk, isScratch, isTiered } from './config';

export const QUOTAS_URL = `${LUSTRE_GUIDE_URL}/limits.html`;

/** Default quotas. They apply to all file systems of a type together; for hard disks, to each file system. */
export const DEFAULT_QUOTAS = {
  fileSystems: 100,
  storageGiB: 100_800,
  hardDiskGiB: 102_000,
  tieredMBps: 100_000,
  tieredCacheGiB: 100_800,
} as const;

/** Quota codes by deployment type; separate ones for Intelligent-Tiering. {@link ServiceQuota} has their source. */
const QUOTA_CODES = {
  SCRATCH: { name: 'Scratch', fileSystems: 'L-C48231E5', storage: 'L-AD2FC696' },
  PERSISTENT_1: { name: 'Persistent_1', fileSystems: 'L-9AFA1F09', storage: 'L-C8640C82' },
  PERSISTENT_2: { name: 'Persistent_2', fileSystems: 'L-FD6F2F22', storage: 'L-8F1B9C74' },
} as const;
const TIERED_THROUGHPUT = toQuota('L-0CD18A5D', 'Lustre Persistent Intelligent-Tiering throughput capacity');
const TIERED_CACHE = toQuota('L-B7391FCE', 'Lustre Persistent Intelligent-Tiering SSD read cache storage capacity');

/** Scratch types count together, and each persistent type separately, at any throughput. */
export function listLustreQuotas(config: FsxLustre): readonly QuotaUse[] {
  const type = isScratch(config) ? 'scratch types' : config.deploymentType;
  const codes = QUOTA_CODES[isScratch(config) ? 'SCRATCH' : config.deploymentType];
  const use = { source: QUOTAS_URL };
  const all = {
    ...use,
    of: `Lustre file systems of ${type}`,
    amount: 1,
    most: DEFAULT_QUOTAS.fileSystems,
    quota: toQuota(codes.fileSystems, `Lustre ${codes.name} file systems`),
  };
  if (isTiered(config)) {
    const cache = getReadCacheGiB(config);
    return [
      {
        ...use,
        of: 'MB/s of Intelligent-Tiering',
        amount: config.throughputMBps,
        most: DEFAULT_QUOTAS.tieredMBps,
        quota: TIERED_THROUGHPUT,
      },
      ...(cache === 0 ? [] : [toCacheUse(cache)]),
      all,
    ];
  }
  // The quota of hard disks applies to each file system, not to the account.
  if (isHardDisk(config)) return [all];
  const quota = toQuota(codes.storage, `Lustre ${codes.name} storage capacity`);
  return [{ ...use, of: `GiB of ${type}`, amount: config.storageGiB, most: DEFAULT_QUOTAS.storageGiB, quota }, all];
}

function toCacheUse(amount: number): QuotaUse {
  const of = 'GiB of read cache of Intelligent-Tiering';
  return { source: QUOTAS_URL, of, amount, most: DEFAULT_QUOTAS.tieredCacheGiB, quota: TIERED_CACHE };
}

function toQuota(code: string, name: string): ServiceQuota {
  return { service: 'fsx', code, name };
}
