/**
 * Quotas of an account in a Region. Counted is everything that still exists.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html
 */
import type { ServiceLimit } from '@aws-sdk/client-fsx';
import { ServiceLimitExceeded } from './errors';
import type { Setup } from './setup';

export interface QuotaGroup {
  readonly fileSystems: number;
  readonly storageGiB: number;
  /** MBps, all file systems together; Lustre has no such quota. */
  readonly throughput?: number;
  readonly iops?: number;
}

export interface FsxQuotas {
  readonly scratch: QuotaGroup;
  readonly persistent2: QuotaGroup;
  readonly openZfs: QuotaGroup;
  /** Volumes of one OpenZFS file system, the root volume among them. */
  readonly volumes: number;
}

/** Regions where OpenZFS has more storage at first. Second source. */
const LARGE_REGIONS = ['us-east-1', 'us-east-2', 'us-west-2'];

/** Defaults of an account in a Region. Sources above. */
export function fsxQuotas(region: string): FsxQuotas {
  const storageGiB = LARGE_REGIONS.includes(region) ? 262_144 : 65_536;
  return {
    scratch: { fileSystems: 100, storageGiB: 100_800 },
    persistent2: { fileSystems: 100, storageGiB: 100_800 },
    openZfs: { fileSystems: 100, storageGiB, throughput: 10_240, iops: 160_000 },
    volumes: 100,
  };
}

type Amounts = Required<QuotaGroup>;

const LIMITS: readonly [keyof Amounts, ServiceLimit][] = [
  ['fileSystems', 'FILE_SYSTEM_COUNT'],
  ['storageGiB', 'TOTAL_STORAGE'],
  ['throughput', 'TOTAL_THROUGHPUT_CAPACITY'],
  ['iops', 'TOTAL_SSD_IOPS'],
];

/**
 * @param others what exists beside the one that is asked for
 * @throws ServiceLimitExceeded
 */
export function requireQuota(quotas: FsxQuotas, others: readonly Setup[], wanted: Setup): void {
  const group = groupOf(wanted);
  const used = [...others.filter((one) => groupOf(one) === group), wanted].map(amounts);
  for (const [name, limit] of LIMITS) {
    const most = quotas[group][name];
    const total = used.reduce((sum, one) => sum + one[name], 0);
    if (most === undefined || total <= most) continue;
    const message = `The account's quota ${limit} (${group}) is ${most}, the request would make it ${total}`;
    throw new ServiceLimitExceeded(message, limit);
  }
}

function groupOf(setup: Setup): 'scratch' | 'persistent2' | 'openZfs' {
  if (setup.FileSystemType === 'OPENZFS') return 'openZfs';
  return setup.LustreConfiguration.DeploymentType === 'SCRATCH_2' ? 'scratch' : 'persistent2';
}

function amounts(setup: Setup): Amounts {
  const openZfs = setup.FileSystemType === 'OPENZFS' ? setup.OpenZFSConfiguration : undefined;
  return {
    fileSystems: 1,
    storageGiB: setup.StorageCapacity,
    throughput: openZfs?.ThroughputCapacity ?? 0,
    iops: openZfs?.DiskIopsConfiguration.Iops ?? 0,
  };
}
