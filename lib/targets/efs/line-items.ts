/** What EFS costs. https://aws.amazon.com/efs/pricing/ */
import type { MovedBytes, PricedAmount } from '../../shapes/price';
import { GIB, STORED_GIB_PER_MIB } from './limits';
import type { Efs } from './schema';

const OF_STORAGE = { service: 'efs', of: 'storage' } as const;

/** By the month: all that is provisioned. */
export function lineItems({ zone, provisionedMiBps = 0 }: Efs): readonly PricedAmount[] {
  return [
    {
      ...OF_STORAGE,
      item: `EFS ${zone}, ${provisionedMiBps} MiB/s provisioned`,
      dimension: 'throughput.provisioned',
      amount: provisionedMiBps,
    },
  ];
}

/** By the month: what is stored, in the class of what is in use. */
export function storedItems({ zone }: Efs, bytes: number): readonly PricedAmount[] {
  const amount = bytes / GIB;
  return [
    {
      ...OF_STORAGE,
      item: `EFS ${zone}, ${Number(amount.toFixed(2))} GiB stored`,
      dimension: `storage.standard.${zone === 'one-zone' ? 'one_zone' : 'regional'}`,
      amount,
    },
  ];
}

/** Of a system that holds what a spec says: what comes with stored data is not billed as provisioned. */
export function monthItems(config: Efs): readonly PricedAmount[] {
  const { provisionedMiBps = 0, storedGiB } = config;
  const billed = Math.max(0, provisionedMiBps - storedGiB / STORED_GIB_PER_MIB);
  return [...storedItems(config, storedGiB * GIB), ...lineItems({ ...config, provisionedMiBps: billed })];
}

/** By the GiB, once: what was moved where throughput is elastic, in one zone as in all. */
export function movedItems({ throughputMode, zone }: Efs, { read, written }: MovedBytes): readonly PricedAmount[] {
  if (throughputMode !== 'elastic') return [];
  const item = (what: string): string => `EFS ${zone}, elastic, GiB ${what} (modelled)`;
  return [
    { ...OF_STORAGE, item: item('read'), dimension: 'throughput.elastic.read', amount: read / GIB },
    { ...OF_STORAGE, item: item('written'), dimension: 'throughput.elastic.write', amount: written / GIB },
  ];
}
