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

it('lists AmazonEC2, the largest price file, as the last service code', () => {
  expect(SERVICE_CODES).toEqual(['AmazonEFS', 'AmazonFSx', 'AmazonVPC', 'AWSSecretsManager', 'AmazonEC2']);
});

const makeRow = (usageType: string, unit: string, usd: number, also: Partial<Row> = {}): Row => ({
  usageType: `EUC1-${usageType}`,
  unit,
  usd,
  ...also,
});
const HDD_12 = { 'Storage type': 'HDD', 'Throughput capacity': '12' };
const SECRETS = ['EUC1-', 'USE1-'].map((prefix) => ({
  usageType: `${prefix}AWSSecretsManager-Secrets`,
  unit: 'Secrets',
  usd: 0.41,
}));

it.each<[string, string, Row[], readonly string[]]>([
  [
    'FSx for Lustre to storage, metadata and Intelligent-Tiering prices',
    'AmazonFSx',
    [
      fsx('Lustre', 'EUC1-Storage', 'GB-Mo', 0.168, { 'Storage type': 'SSD', 'Throughput capacity': 'N/A' }),
      fsx('Lustre', 'EUC1-Storage.SSD.50', 'GB-Mo', 0.17),
      fsx('Lustre', 'EUC1-Storage.SSD.125', 'GB-Mo', 0.174),
      fsx('Lustre', 'EUC1-Storage.SSD.300', 'GB-Mo', 9),
      fsx('Lustre', 'EUC1-Storage.HDD.12', 'GB-Mo', 0.03, HDD_12),
      fsx('Lustre', 'EUC1-Storage.HDD.12:Cache', 'GB-Mo', 0.05, HDD_12),
      fsx('Lustre', 'EUC1-Whatever.P2', 'IOPS-Mo', 0.066),
      fsx('Lustre', 'EUC1-Whatever.INT', 'MiBps-Mo', 0.624),
    ],
    cases.lustre,
  ],
  [
    'ONTAP of both generations, and OpenZFS',
    'AmazonFSx',
    [
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
    ],
    cases.ontapLists,
  ],
  [
    'a file system whose type only the operation tells',
    'AmazonFSx',
    [{ ...fsx('ONTAP', 'EU-Storage.MAZ:SSD', 'GB-Mo', 0.3), also: {} }],
    ['fsx-ontap storage.ssd.MULTI_AZ_1: 0.3 USD / GiB-month'],
  ],
  ['a unit that is not expected to nothing', 'AmazonFSx', [fsx('ONTAP', 'EUC1-Storage.MAZ:SSD', 'TB-Mo', 300)], []],
  ['a rate by the hour to nothing', 'AmazonEFS', [makeRow('ProvisionedTP-MiBpsHrs', 'Hours', 0.01)], []],
  [
    'EFS',
    'AmazonEFS',
    [
      makeRow('TimedStorage-ByteHrs', 'GB-Mo', 0.36),
      makeRow('TimedStorage-Z-ByteHrs', 'GB-Mo', 0.192),
      makeRow('IATimedStorage-ByteHrs', 'GB-Mo', 0.02),
      makeRow('ProvisionedTP-MiBpsHrs', 'MiBps-Mo', 7.2),
      makeRow('ETDataAccess-Bytes', 'GB', 0.04, { operation: 'Read' }),
      makeRow('ETDataAccess-Bytes', 'GB', 0.07, { operation: 'Write' }),
    ],
    cases.efs,
  ],
  [
    'EBS, with gp3 throughput by MiBps, and data transfer',
    'AmazonEC2',
    [
      makeRow('EBS:VolumeUsage.gp3', 'GB-Mo', 0.0952),
      makeRow('EBS:VolumeP-Throughput.gp3', 'GiBps-mo', 48.64),
      makeRow('EBS:VolumeP-IOPS.io2.tier2', 'IOPS-Mo', 0.054),
      makeRow('DataTransfer-Regional-Bytes', 'GB', 0.01),
    ],
    cases.ec2,
  ],
  [
    'public IPv4 addresses',
    'AmazonVPC',
    [makeRow('PublicIPv4:InUseAddress', 'Hrs', 0.005)],
    ['vpc public_ipv4.in_use: 0.005 USD / address-hour'],
  ],
  ...SECRETS.map((row): [string, string, Row[], string[]] => [
    `a month of a secret, but neither API requests nor other units (${row.usageType})`,
    'AWSSecretsManager',
    [row, makeRow('AWSSecretsManagerAPIRequest', 'API Requests', 0.000_005), { ...row, unit: 'API Requests' }],
    ['secretsmanager secret: 0.41 USD / secret-month'],
  ]),
])('maps usage types of %s', (_what, offer, rows, expected) => {
  expect(prices(offer, rows)).toEqual(expected);
});

it('adds the secret price of a Region that the built-in price book lacks', () => {
  const text = priceFile('AWSSecretsManager', SECRETS.slice(0, 1));
  const book = buildPriceBook('eu-central-1', true, read('AWSSecretsManager', text).prices);
  const known = (region: typeof book): unknown => findPrice(region, SECRET_PRICE.service, SECRET_PRICE.dimension)?.usd;
  expect([known(buildPriceBook('eu-central-1')), known(book)]).toEqual([undefined, 0.41]);
});

it('parses only on-demand Linux prices with shared tenancy in the Region itself', () => {
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

it('reports contradictory prices of one dimension, and returns neither', () => {
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

it('names the price file, its version and its publication date as the source of a price', () => {
  const { prices, published, rows } = read('AmazonEC2', priceFile('AmazonEC2', [host('m5.large', 0.115)]), 7);
  expect(prices[0]).toMatchObject({
    region: REGION,
    confidence: 'high',
    source: 'AWS Price List, AmazonEC2 eu-central-1, version 20261001120000, published 2026-10-01T12:00:00Z',
  });
  expect([published, rows]).toEqual(['2026-10-01T12:00:00Z', 1]);
});

describe('PriceFileReader with a malformed file', () => {
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
  ])('throws PriceListUnreadable with the defect, case %#', (text, why) => {
    expect(() => read('AmazonFSx', text)).toThrow(
      expect.objectContaining({ name: 'PriceListUnreadable', message: `${form}${why}` }) as Error,
    );
  });
});

describe('matchPrices', () => {
  const row = (usageType: string, unit: string, attributes: Readonly<Record<string, string>> = {}) => ({
    usageType,
    unit,
    usd: 0.5,
    operation: '',
    attribute: (name: string) => attributes[name] ?? '',
  });

  it.each(cases.ebs)('maps EBS usage type %s in %s to %s', (usageType, unit, dimension, ours) => {
    expect(matchPrices('AmazonEC2', row(usageType, unit))).toEqual([
      { service: 'ebs', dimension, unit: ours, usd: 0.5 },
    ]);
    expect(matchPrices('AmazonEC2', row(usageType, 'Hrs'))).toEqual([]);
    expect(matchPrices('AmazonEC2', row(`${usageType}x`, unit))).toEqual([]);
  });

  it.each(cases.ontap as [string, string, string[]][])(
    'maps ONTAP usage type %s in %s to %j',
    (usageType, unit, dimensions) => {
      const listed = matchPrices('AmazonFSx', row(usageType, unit, { 'File system type': 'ONTAP' }));
      expect(listed.map(({ dimension }) => dimension)).toEqual(dimensions);
    },
  );
});
