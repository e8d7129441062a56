/** What FSx for OpenZFS costs: storage, throughput, and disk operations above those that come with the storage. */
import type { PriceBook } from '../../pricing/price-book';
import { provisionedPrices } from '../../pricing/provisioned';
import type { PricedTarget } from '../contract';
import { diskIops, IOPS_PER_GIB } from './limits';
import type { FsxOpenZfs } from './schema';

/** https://aws.amazon.com/fsx/openzfs/pricing/: provisioned storage, whatever compression saves. */
export function lineItems(config: FsxOpenZfs, seconds: number, book: PriceBook): PricedTarget {
  const { deploymentType, storageGiB, throughputMBps } = config;
  const iops = Math.max(0, diskIops(config) - IOPS_PER_GIB * storageGiB);
  const amounts = [
    {
      item: `OpenZFS ${deploymentType}, ${storageGiB} GiB`,
      dimension: `storage.ssd.${deploymentType}`,
      amount: storageGiB,
    },
    {
      item: `OpenZFS ${deploymentType}, ${throughputMBps} MB/s`,
      dimension: `throughput.${deploymentType}`,
      amount: throughputMBps,
    },
    {
      item: `OpenZFS ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      dimension: `ssd_iops_above_3_per_gib.${deploymentType}`,
      amount: iops,
    },
  ];
  return provisionedPrices('fsx-openzfs', amounts, seconds, book);
}
