/** Quotas of an account in a Region, by the groups that types have. Counted is everything that still exists. */
import { FsxbenchError } from '../../../shapes/errors';
import type { ServiceLimit } from '@aws-sdk/client-fsx';
import { ServiceLimitExceeded } from './errors';
import type { QuotaGroup, Setup } from './records';
import { typeOf, TYPES } from './registry';

/** Quotas by group. Each name is of one type only. */
export type FsxQuotas = Readonly<Record<string, QuotaGroup>>;

/** Defaults of an account in a Region. Sources in the files of the types. */
export function fsxQuotas(region: string): FsxQuotas {
  return Object.fromEntries(TYPES.flatMap((type) => Object.entries(type.quotas(region))));
}

type Amounts = Required<Omit<QuotaGroup, 'volumes'>>;

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
  const limits = quotaOf(quotas, wanted);
  const used = [...others.filter((one) => groupOf(one) === group), wanted].map(amounts);
  for (const [name, limit] of LIMITS) {
    const most = limits[name];
    const total = used.reduce((sum, one) => sum + one[name], 0);
    if (most === undefined || total <= most) continue;
    const message = `The account's quota ${limit} (${group}) is ${most}, the request would make it ${total}`;
    throw new ServiceLimitExceeded(message, limit);
  }
}

/** The quotas that a file system counts for. */
export function quotaOf(quotas: FsxQuotas, setup: Setup): QuotaGroup {
  const group = groupOf(setup);
  const found = quotas[group];
  if (found === undefined)
    throw new FsxbenchError('Unexpected', `no quotas for ${group}, the group of a file system of its type`);
  return found;
}

function groupOf(setup: Setup): string {
  return typeOf(setup).quota(setup).group;
}

function amounts(setup: Setup): Amounts {
  const { throughput = 0, iops = 0 } = typeOf(setup).quota(setup);
  return { fileSystems: 1, storageGiB: setup.StorageCapacity, throughput, iops };
}
