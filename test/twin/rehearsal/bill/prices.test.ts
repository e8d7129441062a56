import { priceMonthlyAmounts } from '../../../../lib/pricing/months';
import { buildPriceBook } from '../../../../lib/pricing/aws';
import { NO_PRICES } from '../../../../lib/pricing/price-book';
import { findTarget } from '../../../../lib/targets/registry';
import type { BilledResource, BilledFileSystem } from '../../../../lib/twin/cloud/resource-store';
import { priceInterval } from '../../../../lib/twin/rehearsal/bill/prices';
import { makeHostResource, LUSTRE, makeInterval } from '../intervals';

const BOOK = buildPriceBook('us-east-1');
const HOUR = 3_600_000;

const fileSystem = (configuration: BilledFileSystem): BilledResource => ({ kind: 'fsx:file-system', configuration });

const SCRATCH = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
const LASTING = { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 4800, perUnitMBps: 250 };
const ZFS = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 };

const lasting = (metadata?: { Mode: 'AUTOMATIC' | 'USER_PROVISIONED'; Iops: number }): BilledResource =>
  fileSystem({
    FileSystemType: 'LUSTRE',
    StorageCapacity: 4800,
    LustreConfiguration: {
      DeploymentType: 'PERSISTENT_2',
      PerUnitStorageThroughput: 250,
      DataCompressionType: 'LZ4',
      ...(metadata === undefined ? {} : { MetadataConfiguration: metadata }),
    },
  });
function zfs(Mode: 'AUTOMATIC' | 'USER_PROVISIONED', Iops: number): BilledResource {
  const DiskIopsConfiguration = { Mode, Iops };
  const settings = { DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 512, DiskIopsConfiguration } as const;
  return fileSystem({ FileSystemType: 'OPENZFS', StorageCapacity: 1024, OpenZFSConfiguration: settings });
}

describe('price of a volume', () => {
  const disk = (more: object, root = false): BilledResource => ({ kind: 'ec2:volume', disk: more, root });
  const size = { volumes: 1, volumeType: 'gp3', sizeGiB: 64, iops: 4000 };
  const EBS = { kind: 'ebs', roles: ['client'], ...size, fileSystem: 'xfs' };

  it('equals the price of an EBS target with the same settings', () => {
    const gp3 = disk({ VolumeType: 'gp3', VolumeSize: 64, Iops: 4000, Encrypted: true });
    const storage = priceMonthlyAmounts(findTarget('ebs')?.prices.lineItems(EBS) ?? [], 3600, BOOK);
    expect(storage.lines).toHaveLength(2);
    expect(priceInterval(makeInterval(gp3, 0, HOUR), BOOK)).toMatchObject(storage);
  });

  it('counts the root volume of 8 GiB gp3 as a cost of hosts', () => {
    const { lines, usd } = priceInterval(makeInterval(disk({ VolumeType: 'gp3', VolumeSize: 8 }, true), 0, HOUR), BOOK);
    expect(lines).toMatchObject([{ item: 'hosts, root volumes', of: 'hosts' }]);
    expect(usd).toBeCloseTo((8 * 0.08) / 730, 12);
  });

  it('reports a volume type without a price as unknown', () => {
    const what = disk({ VolumeType: 'standard', VolumeSize: 500 });
    expect(priceInterval(makeInterval(what, 0, HOUR), BOOK).unknown).toEqual(['disk of type standard']);
  });
});

/** What FSx says, the settings that asked for it, dollars an hour by the public price lists. */
const CASES: readonly (readonly [string, BilledResource, Readonly<Record<string, unknown>>, number])[] = [
  ['SCRATCH_2', LUSTRE, SCRATCH, (1200 * 0.14) / 730],
  ['PERSISTENT_2 without metadata', lasting(), { ...LASTING, metadataIops: 'none' }, (4800 * 0.21) / 730],
  [
    'PERSISTENT_2 with automatic metadata',
    lasting({ Mode: 'AUTOMATIC', Iops: 6000 }),
    { ...LASTING, metadataIops: 'automatic' },
    (4800 * 0.21) / 730,
  ],
  [
    'PERSISTENT_2 with provisioned metadata',
    lasting({ Mode: 'USER_PROVISIONED', Iops: 12_000 }),
    { ...LASTING, metadataIops: 12_000 },
    (4800 * 0.21 + 6000 * 0.055) / 730,
  ],
  [
    'OpenZFS with automatic IOPS',
    zfs('AUTOMATIC', 3072),
    { ...ZFS, diskIops: 'automatic' },
    (1024 * 0.09 + 512 * 0.26) / 730,
  ],
  [
    'OpenZFS with provisioned IOPS',
    zfs('USER_PROVISIONED', 20_000),
    { ...ZFS, diskIops: 20_000 },
    (1024 * 0.09 + 512 * 0.26 + (20_000 - 3072) * 0.006) / 730,
  ],
];

describe('priceInterval', () => {
  it.each(CASES)('prices %s by the line items of the target kind', (_name, what, config, usdPerHour) => {
    const { lines, unknown, usd } = priceInterval(makeInterval(what, 5 * HOUR, 7 * HOUR), BOOK);
    const own = priceMonthlyAmounts(findTarget(String(config['kind']))?.prices.lineItems(config) ?? [], 7200, BOOK);
    expect(own.lines.length).toBeGreaterThan(0);
    expect({ lines, unknown }).toEqual(own);
    expect(usd).toBeCloseTo(2 * usdPerHour, 10);
  });

  it('prices a host by the second, for at least one minute', () => {
    const seconds = (count: number): number =>
      priceInterval(makeInterval(makeHostResource('c5n.large'), 1000, 1000 + 1000 * count), BOOK).usd;
    const usd = 0.108 + 0.005;
    expect(seconds(600)).toBeCloseTo(usd / 6, 12);
    expect(seconds(601)).toBeCloseTo((usd * 601) / 3600, 12);
    expect(seconds(5)).toBeCloseTo(usd / 60, 12);
    expect(priceInterval(makeInterval(makeHostResource('c5n.large'), 0, HOUR), BOOK).lines).toMatchObject([
      { item: 'hosts, c5n.large' },
      { item: 'hosts, public addresses' },
    ]);
  });

  it('reports resources without a price or a model as unknown', () => {
    const unknown = (what: BilledResource, book = BOOK): readonly string[] =>
      priceInterval(makeInterval(what, 0, HOUR), book).unknown;
    expect(unknown(makeHostResource('x9.metal'))).toEqual(['x9.metal']);
    expect(unknown(LUSTRE, NO_PRICES)).toEqual(['fsx-lustre storage.ssd.SCRATCH_2']);
    expect(unknown(zfs('USER_PROVISIONED', 20_000), NO_PRICES)).toHaveLength(3);
    const windows = fileSystem({ FileSystemType: 'WINDOWS', StorageCapacity: 1024 });
    expect(unknown(windows)).toEqual(['file system of WINDOWS']);
    const of = { fileSystemType: 'LUSTRE', fileSystemId: 'fs-1', storageCapacityGiB: 1 } as const;
    expect(unknown({ kind: 'fsx:backup', ...of })).toEqual(['backup of fs-1']);
  });
});
