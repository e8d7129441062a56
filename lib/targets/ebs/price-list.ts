/** EBS in AWS's price file, which is that of EC2: usage types `EBS:…` as third parties quote them (2026-09-13). */
import type { ListedPrice, OfferRow, PriceListReader } from '../../shapes/price-list';

/** AWS sells throughput of gp3 by GiB/s; the book has it by MiB/s. */
const MIB_OF_GIB = 1024;
const ROWS: Readonly<Record<string, { from: RegExp; dimension: string; unit: string; parts?: number }>> = {
  'EBS:VolumeUsage.gp3': { from: /^GB-Mo$/i, dimension: 'gp3.storage', unit: 'GiB-month' },
  'EBS:VolumeP-IOPS.gp3': { from: /^IOPS-Mo$/i, dimension: 'gp3.iops_above_3000', unit: 'IOPS-month' },
  'EBS:VolumeP-Throughput.gp3': {
    from: /^GiBps-Mo$/i,
    dimension: 'gp3.throughput_above_125',
    unit: 'MiBps-month',
    parts: MIB_OF_GIB,
  },
  'EBS:VolumeUsage.gp2': { from: /^GB-Mo$/i, dimension: 'gp2.storage', unit: 'GiB-month' },
  'EBS:VolumeUsage.piops': { from: /^GB-Mo$/i, dimension: 'io1.storage', unit: 'GiB-month' },
  'EBS:VolumeP-IOPS.piops': { from: /^IOPS-Mo$/i, dimension: 'io1.iops', unit: 'IOPS-month' },
  'EBS:VolumeUsage.st1': { from: /^GB-Mo$/i, dimension: 'st1.storage', unit: 'GiB-month' },
  'EBS:VolumeUsage.sc1': { from: /^GB-Mo$/i, dimension: 'sc1.storage', unit: 'GiB-month' },
  'EBS:VolumeUsage.io2': { from: /^GB-Mo$/i, dimension: 'io2.storage', unit: 'GiB-month' },
  'EBS:VolumeP-IOPS.io2': { from: /^IOPS-Mo$/i, dimension: 'io2.iops.0-32000', unit: 'IOPS-month' },
  'EBS:VolumeP-IOPS.io2.tier2': { from: /^IOPS-Mo$/i, dimension: 'io2.iops.32001-64000', unit: 'IOPS-month' },
  'EBS:VolumeP-IOPS.io2.tier3': { from: /^IOPS-Mo$/i, dimension: 'io2.iops.64001+', unit: 'IOPS-month' },
};

export const EBS_LIST: PriceListReader = { offer: 'AmazonEC2', service: 'ebs', read };

function read({ usageType, unit, usd }: OfferRow): readonly ListedPrice[] {
  const row = ROWS[usageType];
  if (row === undefined || !row.from.test(unit)) return [];
  return [{ dimension: row.dimension, unit: row.unit, usd: usd / (row.parts ?? 1) }];
}
