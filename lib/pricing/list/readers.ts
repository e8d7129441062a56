/** All readers of price files: of targets, and of what comes with hosts. */
import type { OperatingSystem } from '../../shapes/images';
import type { OfferRow, PriceListReader } from '../../shapes/price-list';
import { TARGET_KINDS, targetOf } from '../../targets/registry';
import { SECRET_LIST } from '../../targets/secret';
import { ADDRESS } from '../ec2';
import { hostDimension } from '../hosts';

/**
 * Operating systems by the operation that is billed, and how the file calls them
 * (EC2 guide, AMI billing information fields:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/billing-info-fields.html).
 */
const SYSTEMS: Readonly<Record<string, { readonly system: OperatingSystem; readonly called: string }>> = {
  RunInstances: { system: 'linux', called: 'Linux' },
  'RunInstances:0010': { system: 'rhel', called: 'RHEL' },
};

/** On demand, shared tenancy, nothing installed: `BoxUsage:` alone is of all operating systems. */
const HOSTS: PriceListReader = {
  offer: 'AmazonEC2',
  service: 'ec2',
  read: ({ usageType, operation, unit, usd, attribute }: OfferRow) => {
    const type = attribute('Instance Type');
    const found = SYSTEMS[operation];
    if (found === undefined || type === '') return [];
    const plain =
      /^BoxUsage(?::|$)/.test(usageType) &&
      /^Hrs$/i.test(unit) &&
      attribute('Tenancy') === 'Shared' &&
      attribute('Operating System') === found.called &&
      attribute('CapacityStatus') === 'Used' &&
      ['NA', ''].includes(attribute('Pre Installed S/W'));
    return plain ? [{ dimension: hostDimension(type, found.system), unit: 'instance-hour', usd }] : [];
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
