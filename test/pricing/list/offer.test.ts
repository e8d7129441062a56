import { buildPriceBook } from '../../../lib/pricing/aws';
import { PriceFileReader, type ParsedPriceFile } from '../../../lib/pricing/list/offer';
import { matchPrices, SERVICE_CODES } from '../../../lib/pricing/list/row-patterns';
import { findPrice } from '../../../lib/pricing/price-book';
import { SECRET_PRICE } from '../../../lib/targets/secret';
import { host, priceFile, type Row } from './price-file';
import cases from './offer.cases.json';

const REGION = 'eu-central-1';

function read(offer: string, text: string, piece = 1000): ParsedPriceFile {
  const reader = new PriceFileReader(offer, REGION);
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  return reader.end();
}

const prices = (offer: string, rows: readonly Row[]): readonly string[] =>
  read(offer, priceFile(offer, rows)).prices.map(
    ({ service, dimension, usd, unit }) => `${service} ${dimension}: ${usd} USD / ${unit}`,
  );

const fsx = (type: string, usageType: string, unit: string, usd: number, also = {}): Row => {
  return { usageType, unit, usd, operation: `CreateFileSystem:${type}`, also: { 'File system type': type, ...also } };
};

it('reads the small files first', () => {
  expect(SERVICE_CODES).toEqual(['AmazonEFS', 'AmazonFSx', 'AmazonVPC', 'AWSSecretsManager', 'AmazonEC2']);
});

it('reads FSx for Lustre: what has a name by it, metadata and Intelligent-Tiering by what is sold', () => {
  expect(
    prices('AmazonFSx', [
      fsx('Lustre', 'EUC1-Storage', 'GB-Mo', 0.168, { 'Storage type': 'SSD', 'Throughput capacity': 'N/A' }),
      fsx('Lustre', 'EUC1-Storage.SSD.50', 'GB-Mo', 0.17),
      fsx('Lustre', 'EUC1-Storage.SSD.125', 'GB-Mo', 0.174),
      fsx('Lustre', 'EUC1-Storage.SSD.300', 'GB-Mo', 9),
      fsx('Lustre', 'EUC1-Storage.HDD.12', 'GB-Mo', 0.03, { 'Storage type': 'HDD', 'Throughput capacity': '12' }),
      fsx('Lustre', 'EUC1-Storage.HDD.12:Cache', 'GB-Mo', 0.05, { 'Storage type': 'HDD', 'Throughput capacity': '12' }),
      fsx('Lustre', 'EUC1-Whatever.P2', 'IOPS-Mo', 0.066),
      fsx('Lustre', 'EUC1-Whatever.INT', 'MiBps-Mo', 0.624),
    ]),
  ).toEqual(cases.lustre);
});

it('reads ONTAP of both generations and OpenZFS, each its own', () => {
  expect(
    prices('AmazonFSx', [
      fsx('ONTAP', 'EUC1-Storage.MAZ:SSD', 'GB-Mo', 0.3),
      fsx('ONTAP', 'EUC1-Storage.SAZ_2N2:SSD', 'GB-Mo', 0.15),
      fsx('ONTAP', 'EUC1-Storage.MAZ:CPoolStd', 'GB-Mo', 0.04),
      fsx('ONTAP', 'EUC1-ThroughputCapacity.MAZ2', 'MiBps-Mo', 3),
      fsx('ONTAP', 'EUC1-ProvisionedSSDIOPS.SAZ_2N', 'IOPS-Mo', 0.02),
      fsx('ONTAP', 'EUC1-ProvisionedSSDIOPS.MAZ3', 'IOPS-Mo', 0.02),
      fsx('OpenZFS', 'EUC1-Storage.MAZ:SSD', 'GB-Mo', 0.21),
      fsx('OpenZFS', 'EUC1-ThroughputCapacity.SAZ2', 'MiBps-Mo', 0.35),
      fsx('OpenZFS', 'EUC1-Storage.MAZ:INT_Monitoring', 'GB-Mo', 0.0006),
      fsx('Windows', 'EUC1-Storage.MAZ:SSD', 'GB-Mo', 0.23),
    ]),
  ).toEqual(cases.ontapLists);
});

it('tells the type of a file system by the operation where there is no column of it', () => {
  const row = { ...fsx('ONTAP', 'EU-Storage.MAZ:SSD', 'GB-Mo', 0.3), also: {} };
  expect(prices('AmazonFSx', [row])).toEqual(['fsx-ontap storage.ssd.MULTI_AZ_1: 0.3 USD / GiB-month']);
});

it('reads EFS, EBS and addresses; throughput of gp3 by the MiB', () => {
  expect(
    prices('AmazonEFS', [
      { usageType: 'EUC1-TimedStorage-ByteHrs', unit: 'GB-Mo', usd: 0.36 },
      { usageType: 'EUC1-TimedStorage-Z-ByteHrs', unit: 'GB-Mo', usd: 0.192 },
      { usageType: 'EUC1-IATimedStorage-ByteHrs', unit: 'GB-Mo', usd: 0.02 },
      { usageType: 'EUC1-ProvisionedTP-MiBpsHrs', unit: 'MiBps-Mo', usd: 7.2 },
      { usageType: 'EUC1-ETDataAccess-Bytes', unit: 'GB', usd: 0.04, operation: 'Read' },
      { usageType: 'EUC1-ETDataAccess-Bytes', unit: 'GB', usd: 0.07, operation: 'Write' },
    ]),
  ).toEqual([
    'efs storage.standard.regional: 0.36 USD / GiB-month',
    'efs storage.standard.one_zone: 0.192 USD / GiB-month',
    'efs throughput.provisioned: 7.2 USD / MiBps-month',
    'efs throughput.elastic.read: 0.04 USD / GiB',
    'efs throughput.elastic.write: 0.07 USD / GiB',
  ]);
  expect(
    prices('AmazonEC2', [
      { usageType: 'EUC1-EBS:VolumeUsage.gp3', unit: 'GB-Mo', usd: 0.0952 },
      { usageType: 'EUC1-EBS:VolumeP-Throughput.gp3', unit: 'GiBps-mo', usd: 48.64 },
      { usageType: 'EUC1-EBS:VolumeP-IOPS.io2.tier2', unit: 'IOPS-Mo', usd: 0.054 },
      { usageType: 'EUC1-DataTransfer-Regional-Bytes', unit: 'GB', usd: 0.01 },
    ]),
  ).toEqual([
    'ebs gp3.storage: 0.0952 USD / GiB-month',
    'ebs gp3.throughput_above_125: 0.0475 USD / MiBps-month',
    'ebs io2.iops.32001-64000: 0.054 USD / IOPS-month',
    'ec2 data_transfer.cross_az.each_direction: 0.01 USD / GiB',
  ]);
  expect(prices('AmazonVPC', [{ usageType: 'EUC1-PublicIPv4:InUseAddress', unit: 'Hrs', usd: 0.005 }])).toEqual([
    'vpc public_ipv4.in_use: 0.005 USD / address-hour',
  ]);
});

it('reads what a secret costs by the month, in any Region, and takes no calls for one', () => {
  const rows = (prefix: string): Row[] => [
    { usageType: `${prefix}AWSSecretsManagerAPIRequest`, unit: 'API Requests', usd: 0.000_005 },
    { usageType: `${prefix}AWSSecretsManager-Secrets`, unit: 'Secrets', usd: 0.41 },
  ];
  const secret = ['secretsmanager secret: 0.41 USD / secret-month'];
  expect(prices('AWSSecretsManager', rows('EUC1-'))).toEqual(secret);
  expect(prices('AWSSecretsManager', rows('USE1-'))).toEqual(secret);
  expect(prices('AWSSecretsManager', [{ ...rows('')[1], unit: 'API Requests' } as Row])).toEqual([]);
});

it('has a price of secrets in a Region that nobody wrote down', () => {
  const text = priceFile('AWSSecretsManager', [
    { usageType: 'EUC1-AWSSecretsManager-Secrets', unit: 'Secrets', usd: 0.41 },
  ]);
  const book = buildPriceBook('eu-central-1', true, read('AWSSecretsManager', text).prices);
  const known = (region: typeof book): unknown => findPrice(region, SECRET_PRICE.service, SECRET_PRICE.dimension)?.usd;
  expect([known(buildPriceBook('eu-central-1')), known(book)]).toEqual([undefined, 0.41]);
});

it('takes of EC2 only Linux on demand that shares its machine, in the Region itself', () => {
  const all = [
    host('m5.large', 0.115),
    host('m5.xlarge', 0.5, 'EUC1-', { 'Operating System': 'Windows' }),
    host('m5.2xlarge', 0.5, 'EUC1-', { Tenancy: 'Dedicated' }),
    host('m5.4xlarge', 0.5, 'EUC1-', { 'Pre Installed S/W': 'SQL Std' }),
    host('m5.8xlarge', 0.5, 'EUC1-', { TermType: 'Reserved' }),
    host('m5.12xlarge', 0.5, 'EUC1-', { CapacityStatus: 'UnusedCapacityReservation' }),
    host('m5.16xlarge', 0.5, 'EUC1-HAM1-', { 'Location Type': 'AWS Local Zone' }),
    host('m5.24xlarge', 0),
    host('c7gn.medium', 0.07, ''),
  ];
  expect(prices('AmazonEC2', all)).toEqual([
    'ec2 m5.large.linux.ondemand: 0.115 USD / instance-hour',
    'ec2 c7gn.medium.linux.ondemand: 0.07 USD / instance-hour',
  ]);
});

it('takes none of two prices of one thing, and says which they are', () => {
  const rows = [
    fsx('Lustre', 'EUC1-Metadata.P2', 'IOPS-Mo', 0.066),
    fsx('Lustre', 'EUC1-Other.P2', 'IOPS-Mo', 0.07),
    fsx('Lustre', 'EUC1-Storage', 'GB-Mo', 0.168),
    fsx('Lustre', 'EUC1-Storage', 'GB-Mo', 0.168),
  ];
  const { prices, contradictions } = read('AmazonFSx', priceFile('AmazonFSx', rows));
  expect(prices.map(({ dimension }) => dimension)).toEqual(['storage.ssd.SCRATCH_1', 'storage.ssd.SCRATCH_2']);
  expect(contradictions).toEqual([
    {
      service: 'fsx-lustre',
      dimension: 'metadata_iops_above_automatic_default.PERSISTENT_2',
      found: ['Metadata.P2: 0.066 USD', 'Other.P2: 0.07 USD'],
    },
  ]);
});

it('knows a unit or does not take the price: nothing is guessed', () => {
  expect(prices('AmazonFSx', [fsx('ONTAP', 'EUC1-Storage.MAZ:SSD', 'TB-Mo', 300)])).toEqual([]);
  expect(prices('AmazonEFS', [{ usageType: 'EUC1-ProvisionedTP-MiBpsHrs', unit: 'Hours', usd: 0.01 }])).toEqual([]);
});

it('says of every price which file it stands in, of which day', () => {
  const { prices, published, rows } = read('AmazonEC2', priceFile('AmazonEC2', [host('m5.large', 0.115)]), 7);
  expect(prices[0]).toMatchObject({
    region: REGION,
    confidence: 'high',
    source: 'AWS Price List, AmazonEC2 eu-central-1, version 20261001120000, published 2026-10-01T12:00:00Z',
  });
  expect([published, rows]).toEqual(['2026-10-01T12:00:00Z', 1]);
});

describe('a file that is none', () => {
  const good = priceFile('AmazonFSx', [fsx('Lustre', 'EUC1-Storage', 'GB-Mo', 0.168)]);
  const form = 'the price file of AmazonFSx in eu-central-1 is not in the documented format: ';

  it.each([
    ['<html>no</html>', 'it ends before its column names, or has no version'],
    ['', 'it ends before its column names, or has no version'],
    ['a\n'.repeat(30), 'no line has the column names'],
    [good.replace('"OfferCode","AmazonFSx"', '"OfferCode","AmazonS3"'), 'it belongs to AmazonS3'],
    [good.replace('"usageType"', '"usage"'), 'it lacks the columns usagetype'],
    [good.slice(0, -10), 'line 7 is malformed'],
    [good.replace('"Version"', '"Virsion"'), 'it ends before its column names, or has no version'],
  ])('%#', (text, why) => {
    expect(() => read('AmazonFSx', text)).toThrow(
      expect.objectContaining({ name: 'PriceListUnreadable', message: `${form}${why}` }) as Error,
    );
  });
});

describe('a row', () => {
  const row = (usageType: string, unit: string, attributes: Readonly<Record<string, string>> = {}) => ({
    usageType,
    unit,
    usd: 0.5,
    operation: '',
    attribute: (name: string) => attributes[name] ?? '',
  });

  it.each(cases.ebs)('of EBS, %s, is %s', (usageType, unit, dimension, ours) => {
    expect(matchPrices('AmazonEC2', row(usageType, unit))).toEqual([
      { service: 'ebs', dimension, unit: ours, usd: 0.5 },
    ]);
    expect(matchPrices('AmazonEC2', row(usageType, 'Hrs'))).toEqual([]);
    expect(matchPrices('AmazonEC2', row(`${usageType}x`, unit))).toEqual([]);
  });

  it.each(cases.ontap as [string, string, string[]][])('of ONTAP, %s by the %s', (usageType, unit, dimensions) => {
    const listed = matchPrices('AmazonFSx', row(usageType, unit, { 'File system type': 'ONTAP' }));
    expect(listed.map(({ dimension }) => dimension)).toEqual(dimensions);
  });
});
