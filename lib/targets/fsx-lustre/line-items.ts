/** What FSx for Lustre costs: storage by throughput, and metadata operations above those that come with it. */
import type { PricedAmount } from '../../shapes/price';
import { automaticMetadataIops } from './limits';
import type { FsxLustre } from './schema';

const OF_STORAGE = { service: 'fsx-lustre', of: 'storage' } as const;

/** https://aws.amazon.com/fsx/lustre/pricing/: prorated by the second, no minimum is stated. */
export function lineItems(config: FsxLustre): readonly PricedAmount[] {
  return [storage(config), ...metadata(config)];
}

function storage(config: FsxLustre): PricedAmount {
  const { deploymentType, storageGiB: amount } = config;
  if (config.deploymentType === 'SCRATCH_2')
    return {
      ...OF_STORAGE,
      item: `Lustre ${deploymentType}, ${amount} GiB`,
      dimension: `storage.ssd.${deploymentType}`,
      amount,
    };
  const { perUnitMBps } = config;
  return {
    ...OF_STORAGE,
    item: `Lustre ${deploymentType} with ${perUnitMBps} MB/s/TiB, ${amount} GiB`,
    dimension: `storage.ssd.${deploymentType}.${perUnitMBps}`,
    amount,
  };
}

function metadata(config: FsxLustre): PricedAmount[] {
  if (config.deploymentType === 'SCRATCH_2' || typeof config.metadataIops !== 'number') return [];
  const amount = Math.max(0, config.metadataIops - automaticMetadataIops(config.storageGiB));
  const item = `Lustre metadata, ${amount} IOPS above the automatic ones`;
  return [{ ...OF_STORAGE, item, dimension: 'metadata_iops_above_automatic_default.PERSISTENT_2', amount }];
}
