/** What FSx for OpenZFS costs: storage, throughput, and disk operations above those that come with the storage. */
import type { PricedAmount } from '../../shapes/price';
import { diskIops, IOPS_PER_GIB } from '../fsx-volumes';
import type { FsxOpenZfs } from './schema';

const OF_STORAGE = { service: 'fsx-openzfs', of: 'storage' } as const;

/** https://aws.amazon.com/fsx/openzfs/pricing/: provisioned storage, whatever compression saves. */
export function lineItems(config: FsxOpenZfs): readonly PricedAmount[] {
  const { deploymentType, storageGiB, throughputMBps } = config;
  const iops = Math.max(0, diskIops(config) - IOPS_PER_GIB * storageGiB);
  return [
    {
      ...OF_STORAGE,
      item: `OpenZFS ${deploymentType}, ${storageGiB} GiB`,
      dimension: `storage.ssd.${deploymentType}`,
      amount: storageGiB,
    },
    {
      ...OF_STORAGE,
      item: `OpenZFS ${deploymentType}, ${throughputMBps} MB/s`,
      dimension: `throughput.${deploymentType}`,
      amount: throughputMBps,
    },
    {
      ...OF_STORAGE,
      item: `OpenZFS ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      dimension: `ssd_iops_above_3_per_gib.${deploymentType}`,
      amount: iops,
    },
  ];
}
