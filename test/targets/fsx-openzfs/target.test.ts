import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { resolveReferences } from '../../../lib/shapes/requests';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { fsxOpenZfs, checkOpenZfsMount } from '../../../lib/targets/fsx-openzfs/target';
import { CONFIG } from './config';
import { priceMonthlyAmounts } from '../../../lib/pricing/months';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { NO_PRICES } from '../../../lib/pricing/price-book';
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import { nfsMountSchema } from '../../../lib/targets/nfs-mount';
import cases from './target.cases.json';

const RIG = { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' };

describe('target fsx-openzfs', () => {
  it('requires an AWS account, and takes 600 seconds to delete', () => {
    expect(fsxOpenZfs.local).toBe(false);
    expect(fsxOpenZfs.resources.teardownSeconds(CONFIG)).toBe(600);
  });

  it('resolves all references to created resources in create and change requests', () => {
    const made = {
      network: { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1' },
      fs: { id: 'fs-1', rootVolumeId: 'fsvol-1' },
      volume1: { id: 'fsvol-2' },
    };
    const [fs, volume] = fsxOpenZfs.resources.requests(CONFIG, RIG).map(({ input }) => resolveReferences(input, made));
    expect(fs).toMatchObject({ SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] });
    expect(volume).toMatchObject({ OpenZFSConfiguration: { ParentVolumeId: 'fsvol-1' } });
    const changes = fsxOpenZfs.change(CONFIG, { ...CONFIG, throughputMBps: 160, nfsExport: 'async' });
    const sent = changes.kind === 'inPlace' ? changes.requests.map(({ input }) => resolveReferences(input, made)) : [];
    expect(sent).toEqual([
      expect.objectContaining({ FileSystemId: 'fs-1' }),
      expect.objectContaining({ VolumeId: 'fsvol-2' }),
    ]);
  });

  it('refuses mount settings of fsx-lustre', () => {
    expect(checkSchema(fsxOpenZfs.mounting.schema, { tuning: 'none' }, []).problems).toHaveLength(1);
    expect(checkSchema(fsxLustre.mounting.schema, { tuning: 'none' }, []).problems).toHaveLength(0);
  });

  it('returns the storage size as capacity, or the smaller sum of volume quotas', () => {
    const gib = (volumes: typeof CONFIG.volumes): number =>
      (fsxOpenZfs.performance.capacity?.({ ...CONFIG, volumes }).bytes ?? 0) / 1024 ** 3;
    expect(gib({ count: 2 })).toBe(1000);
    expect(gib({ count: 2, quotaGiB: 300 })).toBe(600);
    expect(gib({ count: 2, quotaGiB: 900 })).toBe(1000);
  });
});

const MONTH = 730 * 3600;
const usd = (changes: Partial<FsxOpenZfs>, region = 'us-east-1'): number[] =>
  priceMonthlyAmounts(fsxOpenZfs.prices.lineItems({ ...CONFIG, ...changes }), MONTH, buildPriceBook(region)).lines.map(
    (line) => Number(line.usd.toFixed(2)),
  );

describe('price of an OpenZFS file system', () => {
  it('charges storage and throughput, and includes 3 IOPS per GiB', () => {
    expect(usd({})).toEqual([90, 665.6]);
    expect(usd({ diskIops: 3000 })).toEqual([90, 665.6]);
  });

  it('charges disk IOPS above 3 per GiB', () => {
    expect(usd({ diskIops: 40_000 })).toEqual([90, 665.6, 222]);
  });

  it.each([
    ['SINGLE_AZ_1', 'us-east-1', [90, 266.24, 42]],
    ['SINGLE_AZ_HA_1', 'us-west-2', [90, 532.48, 84]],
    ['SINGLE_AZ_HA_1', 'ap-northeast-1', [108, 716.8, 100.8]],
  ] as const)('depends on deployment type and Region: %s in %s', (deploymentType, region, dollars) => {
    expect(usd({ deploymentType, throughputMBps: 1024, diskIops: 10_000 }, region)).toEqual(dollars);
  });

  it('is not reduced by compression', () => expect(usd({ compression: 'ZSTD' })).toEqual(usd({})));

  it('charges storage by the second', () => {
    const [storage] = priceMonthlyAmounts(fsxOpenZfs.prices.lineItems(CONFIG), 90, buildPriceBook('us-east-1')).lines;
    expect(storage?.quantity).toBeCloseTo((1000 * 90) / MONTH, 12);
    expect(storage?.unit).toBe('GiB-month');
  });

  it('lists line items without a price as unknown', () => {
    expect(priceMonthlyAmounts(fsxOpenZfs.prices.lineItems({ ...CONFIG, diskIops: 4000 }), 1, NO_PRICES)).toEqual(
      cases.notKnownEverywhere,
    );
  });
});

const SMALL = { ...CONFIG, deploymentType: 'SINGLE_AZ_1' as const };
const listProblems = (throughputMBps: number, mount: object): string[] =>
  checkOpenZfsMount({ ...SMALL, throughputMBps }, nfsMountSchema.parse(mount)).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('checkOpenZfsMount', () => {
  it('warns when rsize or wsize exceeds the transfer size documented for the server', () => {
    expect(listProblems(64, { rsize: 1_048_576, wsize: 262_144 })).toEqual([
      'warning TransferSize rsize: found 1048576; AWS documented at most 262144 bytes for a server of 64 MB/s. ' +
        'A trial whose mount differs from the spec is excluded. Write 256k, remove it to use what the server ' +
        'offers, or provision more throughputMBps',
    ]);
    expect(listProblems(128, { wsize: 1_048_576 })).toEqual([
      'warning TransferSize wsize: found 1048576; AWS documented at most 524288 bytes for a server of 128 ' +
        'MB/s. A trial whose mount differs from the spec is excluded. Write 512k, remove it to use what the ' +
        'server offers, or provision more throughputMBps',
    ]);
  });

  it.each(cases.takenServerMB as [number, object][])(
    'accepts on a server of %d MB/s the sizes %j',
    (throughputMBps, mount) => {
      expect(listProblems(throughputMBps, mount)).toEqual([]);
    },
  );
});
