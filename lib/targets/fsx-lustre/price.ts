/** What FSx for Lustre costs: storage by throughput, and metadata operations above those that come with it. */
import type { PriceBook } from '../../pricing/price-book';
import { type Provisioned, provisionedPrices } from '../../pricing/provisioned';
import type { PricedTarget } from '../contract';
import { automaticMetadataIops } from './limits';
import type { FsxLustre } from './schema';

/** https://aws.amazon.com/fsx/lustre/pricing/: prorated by the second, no minimum is stated. */
export function lineItems(config: FsxLustre, seconds: number, book: PriceBook): PricedTarget {
  return provisionedPrices('fsx-lustre', [storage(config), ...metadata(config)], seconds, book);
}

function storage(config: FsxLustre): Provisioned {
  const { deploymentType, storageGiB: amount } = config;
  if (config.deploymentType === 'SCRATCH_2')
    return { item: `Lustre ${deploymentType}, ${amount} GiB`, dimension: `storage.ssd.${deploymentType}`, amount };
  const { perUnitMBps } = config;
  return {
    item: `Lustre ${deploymentType} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`,
    dimension: `storage.ssd.${deploymentType}.${perUnitMBps}`,
    amount,
  };
}

function metadata(config: FsxLustre): Provisioned[] {
  if (config.deploymentType === 'SCRATCH_2' || typeof config.metadataIops !== 'number') return [];
  const amount = Math.max(0, config.metadataIops - automaticMetadataIops(config.storageGiB));
  const item = `Lustre metadata, ${amount} IOPS above the automatic ones`;
  return [{ item, dimension: 'metadata_iops_above_automatic_default.PERSISTENT_2', amount }];
}
