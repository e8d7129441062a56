/** What FSx for ONTAP costs: storage, throughput, and disk operations above those that come with the storage. */
import { expected } from '../../shapes/errors';
import type { PricedAmount } from '../../shapes/price';
import { diskIops, IOPS_PER_GIB } from '../fsx-volumes';
import { SECRET } from '../secret';
import { perPair } from './limits';
import { type FsxOntap, hasPassword } from './schema';

const OF_STORAGE = { service: 'fsx-ontap', of: 'storage' } as const;

/** https://aws.amazon.com/fsx/netapp-ontap/pricing/: provisioned SSD, whatever volumes hold; nothing is tiered. */
export function lineItems(config: FsxOntap): readonly PricedAmount[] {
  const { deploymentType, storageGiB, haPairs } = config;
  const throughput = haPairs * expected(perPair(config), 'an ONTAP throughput that its rules let through');
  const iops = Math.max(0, diskIops(config) - IOPS_PER_GIB * storageGiB);
  return [
    {
      ...OF_STORAGE,
      item: `ONTAP ${deploymentType}, ${storageGiB} GiB`,
      dimension: `storage.ssd.${deploymentType}`,
      amount: storageGiB,
    },
    {
      ...OF_STORAGE,
      item: `ONTAP ${deploymentType}, ${throughput} MB/s`,
      dimension: `throughput.${deploymentType}`,
      amount: throughput,
    },
    {
      ...OF_STORAGE,
      item: `ONTAP ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      dimension: `ssd_iops_above_3_per_gib.${deploymentType}`,
      amount: iops,
    },
    ...(hasPassword(config) ? [SECRET] : []),
  ];
}
