/**
 * What volumes of EBS cost: each of a stripe for itself, and all of them in sum. https://aws.amazon.com/ebs/pricing/
 */
import type { PricedAmount } from '../../shapes/price';
import { GP3_IOPS, iopsOf, THROUGHPUT } from './limits';
import type { Ebs } from './schema';

const OF_STORAGE = { service: 'ebs', of: 'storage' } as const;

/** Operations of io2 get cheaper from here on. */
const TIERS = [
  { dimension: 'io2.iops.0-32000', from: 0, to: 32_000 },
  { dimension: 'io2.iops.32001-64000', from: 32_000, to: 64_000 },
  { dimension: 'io2.iops.64001+', from: 64_000, to: Number.POSITIVE_INFINITY },
] as const;

/** Provisioned amounts: what comes with gp3 costs nothing. */
export function lineItems(config: Ebs): readonly PricedAmount[] {
  const { volumes } = config;
  return ofOne(config).map((one) => ({
    ...one,
    item: volumes === 1 ? one.item : `${one.item}, of each of ${volumes} volumes`,
    amount: volumes * one.amount,
  }));
}

function ofOne(config: Ebs): readonly PricedAmount[] {
  const { volumeType, sizeGiB, throughputMiBps = THROUGHPUT.least } = config;
  const iops = iopsOf(config);
  const item = (what: string): string => `EBS ${volumeType}, ${what}`;
  const storage = { ...OF_STORAGE, item: item(`${sizeGiB} GiB`), dimension: `${volumeType}.storage`, amount: sizeGiB };
  if (volumeType === 'gp2' || volumeType === 'st1' || volumeType === 'sc1') return [storage];
  if (volumeType === 'io1')
    return [storage, { ...OF_STORAGE, item: item(`${iops} IOPS`), dimension: 'io1.iops', amount: iops }];
  if (volumeType === 'io2')
    return [
      storage,
      ...TIERS.map(({ dimension, from, to }) => {
        const amount = Math.max(0, Math.min(iops, to) - from);
        return { ...OF_STORAGE, item: item(`${amount} IOPS`), dimension, amount };
      }),
    ];
  const more = Math.max(0, iops - GP3_IOPS);
  const faster = Math.max(0, throughputMiBps - THROUGHPUT.least);
  return [
    storage,
    { ...OF_STORAGE, item: item(`${more} IOPS above 3000`), dimension: 'gp3.iops_above_3000', amount: more },
    { ...OF_STORAGE, item: item(`${faster} MiB/s above 125`), dimension: 'gp3.throughput_above_125', amount: faster },
  ];
}
