/** All readers of price files: of targets, and of what comes with hosts. */
import type { OfferRow, PriceListReader } from '../../shapes/price-list';
import { TARGET_KINDS, targetOf } from '../../targets/registry';
import { SECRET_LIST } from '../../targets/secret';
import { ADDRESS } from '../ec2';

/** Linux, on demand, shared tenancy, nothing installed: `BoxUsage:` alone is also of other systems. */
const HOSTS: PriceListReader = {
  offer: 'AmazonEC2',
  service: 'ec2',
  read: ({ usageType, operation, unit, usd, attribute }: OfferRow) => {
    const type = attribute('Instance Type');
    const plain =
      /^BoxUsage(?::|$)/.test(usageType) &&
      operation === 'RunInstances' &&
      /^Hrs$/i.test(unit) &&
      attribute('Tenancy') === 'Shared' &&
      attribute('Operating System') === 'Linux' &&
      attribute('CapacityStatus') === 'Used' &&
      ['NA', ''].includes(attribute('Pre Installed S/W'));
    return plain && type !== '' ? [{ dimension: `${type}.linux.ondemand`, unit: 'instance-hour', usd }] : [];
  },
};

/** Between zones of the Region, as it is counted at both ends. */
const TRANSFER: PriceListReader = {
  offer: 'AmazonEC2',
  service: 'ec2',
  read: ({ usageType, unit, usd }) =>
    usageType === 'DataTransfer-Regional-Bytes' && unit === 'GB'
      ? [{ dimension: 'data_transfer.cross_az.each_direction', unit: 'GiB', usd }]
      : [],
};

const ADDRESSES: PriceListReader = {
  offer: 'AmazonVPC',
  service: ADDRESS.service,
  read: ({ usageType, unit, usd }) =>
    usageType === 'PublicIPv4:InUseAddress' && /^Hrs$/i.test(unit)
      ? [{ dimension: ADDRESS.dimension, unit: 'address-hour', usd }]
      : [],
};

export const READERS: readonly PriceListReader[] = [
  ...TARGET_KINDS.flatMap((kind) => targetOf(kind)?.priceList ?? []),
  HOSTS,
  TRANSFER,
  ADDRESSES,
  SECRET_LIST,
];

/** Codes of all files that are read, small ones first: that of EC2 has hundreds of megabytes. */
export const OFFERS: readonly string[] = [...new Set(READERS.map(({ offer }) => offer))].sort(
  (a, b) => Number(a === 'AmazonEC2') - Number(b === 'AmazonEC2') || a.localeCompare(b),
);
