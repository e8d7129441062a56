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

describe('the kind fsx-openzfs', () => {
  it('needs an account, no disks, and time', () => {
    expect(fsxOpenZfs.local).toBe(false);
    expect(fsxOpenZfs.userData(CONFIG, RIG, {})).toBeNull();
    expect(fsxOpenZfs.teardownSeconds(CONFIG)).toBe(600);
  });

  it('asks only for what is known when it is sent', () => {
    const made = {
      network: { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1' },
      fs: { id: 'fs-1', rootVolumeId: 'fsvol-1' },
      volume1: { id: 'fsvol-2' },
    };
    const [fs, volume] = fsxOpenZfs.requests(CONFIG, RIG).map(({ input }) => resolveReferences(input, made));
    expect(fs).toMatchObject({ SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] });
    expect(volume).toMatchObject({ OpenZFSConfiguration: { ParentVolumeId: 'fsvol-1' } });
    const changes = fsxOpenZfs.change(CONFIG, { ...CONFIG, throughputMBps: 160, nfsExport: 'async' });
    const sent = changes.kind === 'inPlace' ? changes.requests.map(({ input }) => resolveReferences(input, made)) : [];
    expect(sent).toEqual([
      expect.objectContaining({ FileSystemId: 'fs-1' }),
      expect.objectContaining({ VolumeId: 'fsvol-2' }),
    ]);
  });

  it('takes no mount settings of another kind', () => {
    expect(checkSchema(fsxOpenZfs.mountSchema, { tuning: 'none' }, []).problems).toHaveLength(1);
    expect(checkSchema(fsxLustre.mountSchema, { tuning: 'none' }, []).problems).toHaveLength(0);
  });

  it('holds what it was made with, or what the quotas of its volumes allow', () => {
    const gib = (volumes: typeof CONFIG.volumes): number =>
      (fsxOpenZfs.capacity?.({ ...CONFIG, volumes }).bytes ?? 0) / 1024 ** 3;
    expect(gib({ count: 2 })).toBe(1000);
    expect(gib({ count: 2, quotaGiB: 300 })).toBe(600);
    expect(gib({ count: 2, quotaGiB: 900 })).toBe(1000);
  });
});

const MONTH = 730 * 3600;
const usd = (changes: Partial<FsxOpenZfs>, region = 'us-east-1'): number[] =>
  priceMonthlyAmounts(fsxOpenZfs.lineItems({ ...CONFIG, ...changes }), MONTH, buildPriceBook(region)).lines.map(
    (line) => Number(line.usd.toFixed(2)),
  );

describe('the price of an OpenZFS file system', () => {
  it('is storage and throughput; three operations for each GiB come with it', () => {
    expect(usd({})).toEqual([90, 665.6]);
    expect(usd({ diskIops: 3000 })).toEqual([90, 665.6]);
  });

  it('has disk operations above those', () => {
    expect(usd({ diskIops: 40_000 })).toEqual([90, 665.6, 222]);
  });

  it.each([
    ['SINGLE_AZ_1', 'us-east-1', [90, 266.24, 42]],
    ['SINGLE_AZ_HA_1', 'us-west-2', [90, 532.48, 84]],
    ['SINGLE_AZ_HA_1', 'ap-northeast-1', [108, 716.8, 100.8]],
  ] as const)('goes by deployment type and Region: %s in %s', (deploymentType, region, dollars) => {
    expect(usd({ deploymentType, throughputMBps: 1024, diskIops: 10_000 }, region)).toEqual(dollars);
  });

  it('does not get less by compression', () => expect(usd({ compression: 'ZSTD' })).toEqual(usd({})));

  it('goes by the second', () => {
    const [storage] = priceMonthlyAmounts(fsxOpenZfs.lineItems(CONFIG), 90, buildPriceBook('us-east-1')).lines;
    expect(storage?.quantity).toBeCloseTo((1000 * 90) / MONTH, 12);
    expect(storage?.unit).toBe('GiB-month');
  });

  it('is not known everywhere', () => {
    expect(priceMonthlyAmounts(fsxOpenZfs.lineItems({ ...CONFIG, diskIops: 4000 }), 1, NO_PRICES)).toEqual(
      cases.notKnownEverywhere,
    );
  });
});

const SMALL = { ...CONFIG, deploymentType: 'SINGLE_AZ_1' as const };
const told = (throughputMBps: number, mount: object): string[] =>
  checkOpenZfsMount({ ...SMALL, throughputMBps }, nfsMountSchema.parse(mount)).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('what one request carries', () => {
  it('is warned of where a small server was said to agree to less', () => {
    expect(told(64, { rsize: 1_048_576, wsize: 262_144 })).toEqual([
      'warning TransferSize rsize: found 1048576; AWS documented at most 262144 bytes for a server of 64 MB/s. ' +
        'A trial whose mount differs from the spec is excluded. Write 256k, remove it to use what the server ' +
        'offers, or provision more throughputMBps',
    ]);
    expect(told(128, { wsize: 1_048_576 })).toEqual([
      'warning TransferSize wsize: found 1048576; AWS documented at most 524288 bytes for a server of 128 ' +
        'MB/s. A trial whose mount differs from the spec is excluded. Write 512k, remove it to use what the ' +
        'server offers, or provision more throughputMBps',
    ]);
  });

  it.each(cases.takenServerMB as [number, object][])(
    'is taken by a server of %d MB/s with %j',
    (throughputMBps, mount) => {
      expect(told(throughputMBps, mount)).toEqual([]);
    },
  );
});
