/** EFS in AWS's price file: usage types of the EFS user guide, Metering and reporting. */
import type { ListedPrice, OfferRow, PriceListReader } from '../../shapes/price-list';

/** By usage type, and operation where that alone tells; units are those of the file, and of the book. */
const ROWS: readonly { usageType: RegExp; operation?: RegExp; from: RegExp; dimension: string; unit: string }[] = [
  { usageType: /^TimedStorage-ByteHrs$/, from: /^GB-Mo/, dimension: 'storage.standard.regional', unit: 'GiB-month' },
  { usageType: /^TimedStorage-Z-ByteHrs$/, from: /^GB-Mo/, dimension: 'storage.standard.one_zone', unit: 'GiB-month' },
  {
    usageType: /^ProvisionedTP-MiBpsHrs$/,
    from: /^Mi?Bps-Mo/,
    dimension: 'throughput.provisioned',
    unit: 'MiBps-month',
  },
  {
    usageType: /^ETDataAccess-?Bytes$/,
    operation: /read/i,
    from: /^GB$/,
    dimension: 'throughput.elastic.read',
    unit: 'GiB',
  },
  {
    usageType: /^ETDataAccess-?Bytes$/,
    operation: /write/i,
    from: /^GB$/,
    dimension: 'throughput.elastic.write',
    unit: 'GiB',
  },
];

export const EFS_LIST: PriceListReader = { offer: 'AmazonEFS', service: 'efs', read };

function read({ usageType, operation, unit, usd }: OfferRow): readonly ListedPrice[] {
  return ROWS.filter(
    (row) =>
      row.usageType.test(usageType) &&
      row.from.test(unit) &&
      (row.operation === undefined || row.operation.test(operation)),
  ).map(({ dimension, unit: ours }) => ({ dimension, unit: ours, usd }));
}
