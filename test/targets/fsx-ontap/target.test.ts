import { fsxOntap, getUsableGiB, getUsableVolumeGiB, checkHostCount } from '../../../lib/targets/fsx-ontap/target';
import { ontapMountSchema, type FsxOntap, ontapSchema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { priceMonthlyAmounts } from '../../../lib/pricing/months';
import { NO_PRICES } from '../../../lib/pricing/price-book';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { lustreSpec } from '../../experiment/real-spec';

const GIB = 1024 ** 3;

describe('target fsx-ontap', () => {
  it('returns as capacity the usable storage, or the usable size of all volumes when that is smaller', () => {
    expect(fsxOntap.performance.capacity?.(KAFKA_2GBPS)?.bytes).toBeCloseTo(0.84 * 2048 * GIB, 0);
    expect(fsxOntap.performance.capacity?.({ ...CONFIG, volumes: { count: 2, sizeGiB: 100 } })?.bytes).toBe(190 * GIB);
  });

  it('returns count and usable size of the volumes that hosts mount', () => {
    const all = fsxOntap.mounting.volumes?.(KAFKA_2GBPS, ontapMountSchema.parse({}));
    expect(all?.count).toBe(6);
    expect(all?.bytes).toBeCloseTo(0.84 * 2048 * GIB, 0);
    const some = { ...KAFKA_2GBPS, volumes: { count: 6, sizeGiB: 100 } };
    expect(fsxOntap.mounting.volumes?.(some, ontapMountSchema.parse({ volumes: 2 }))).toEqual({
      count: 2,
      atOnce: 2,
      bytes: 95 * GIB,
      names: (100 * GIB) / 32_768,
    });
  });

  it('takes 1080 seconds to delete volumes, storage virtual machine and file system', () => {
    expect(fsxOntap.resources.teardownSeconds(CONFIG)).toBe(60 + 120 + 900);
  });

  it('requires neither host settings nor user data', () => {
    expect(fsxOntap.hosts?.getNeeds).toBeUndefined();
  });

  it('returns a separate LUN capacity for each host, by the number of LUNs it uses', () => {
    const config = { ...CONFIG, luns: { perHost: 4, sizeGiB: 64 } };
    const getVolumes = (mount: object) => fsxOntap.mounting.volumes?.(config, ontapMountSchema.parse(mount));
    expect(getVolumes({ luns: 2 })?.bytes).toBeCloseTo(0.98 * 2 * 64 * GIB, 0);
    expect(getVolumes({})?.count).toBeGreaterThan(1000);
    expect(fsxOntap.mounting.volumes?.(config, ontapMountSchema.parse({})).atOnce).toBe(1);
    expect(fsxOntap.performance.capacity?.(config)?.bytes).toBeCloseTo(0.84 * 1024 * GIB, 0);
  });

  it('models two network flows per iSCSI session, and eight by default', () => {
    const config = { ...CONFIG, luns: { perHost: 4, sizeGiB: 64 } };
    const flows = (mount: object): number =>
      fsxOntap.performance.model(config, ontapMountSchema.parse(mount))?.flows ?? 0;
    expect([flows({ sessions: 1 }), flows({ sessions: 4 }), flows({})]).toEqual([2, 8, 8]);
  });
});

const MONTH = 730 * 3600;
const usd = (config: FsxOntap, region = 'us-east-1'): number[] =>
  priceMonthlyAmounts(fsxOntap.prices.lineItems(config), MONTH, buildPriceBook(region)).lines.map((line) =>
    Number(line.usd.toFixed(2)),
  );

describe('price of an ONTAP file system', () => {
  it('charges storage and throughput, and includes 3 IOPS per GiB', () => {
    expect(usd(CONFIG)).toEqual([128, 368.64]);
    expect(usd({ ...CONFIG, diskIops: 3072 })).toEqual([128, 368.64]);
  });

  it('charges disk IOPS above 3 per GiB', () => {
    expect(usd(KAFKA_2GBPS)).toEqual([512, 2457.6, 1151.1]);
    expect(usd(KAFKA_4GBPS)).toEqual([1280, 4915.2, 4917.76]);
  });

  it('charges the throughput of all HA pairs', () => expect(usd(SECOND)).toEqual([1024, 9830.4]));

  it.each([
    ['MULTI_AZ_1', 'ap-northeast-1', { throughputMBps: 1024 }, [307.2, 1547.26, 282.66]],
    ['SINGLE_AZ_1', 'us-west-2', { throughputMBps: 1024 }, [128, 737.28, 117.78]],
    ['MULTI_AZ_2', 'us-east-1', { throughputMBps: undefined, throughputMBpsPerPair: 384 }, [256, 960, 235.55]],
    [
      'SINGLE_AZ_2',
      'ap-northeast-1',
      { throughputMBps: undefined, throughputMBpsPerPair: 1536 },
      [153.6, 3091.97, 141.33],
    ],
  ] as const)('depends on deployment type and Region: %s in %s', (deploymentType, region, throughput, dollars) => {
    expect(usd({ ...CONFIG, deploymentType, ...throughput, diskIops: 10_000 }, region)).toEqual(dollars);
  });

  it('is independent of the number and size of thin volumes', () => {
    expect(usd({ ...CONFIG, volumes: { count: 6, sizeGiB: 9000, constituents: 8 } })).toEqual(usd(CONFIG));
  });

  it('lists line items without a price as unknown', () => {
    expect(priceMonthlyAmounts(fsxOntap.prices.lineItems({ ...CONFIG, diskIops: 4000 }), 1, NO_PRICES)).toEqual({
      lines: [],
      unknown: [
        'fsx-ontap storage.ssd.SINGLE_AZ_1',
        'fsx-ontap throughput.SINGLE_AZ_1',
        'fsx-ontap ssd_iops_above_3_per_gib.SINGLE_AZ_1',
      ],
    });
  });
});

const listUsableGiB = (changes: Partial<FsxOntap>, base: FsxOntap = CONFIG): readonly number[] => {
  const config = { ...base, ...changes };
  return [getUsableGiB(config), getUsableVolumeGiB(config)].map((gib) => Math.round(gib));
};

describe('usable capacity of an ONTAP file system', () => {
  it('is 84 percent of the storage, and 89 percent above 30 TiB', () => {
    const volumes = { count: 1, sizeGiB: 100_000 };
    expect(listUsableGiB({ volumes })).toEqual([860, 860]);
    expect(listUsableGiB({ volumes, storageGiB: 30_720 })).toEqual([25_805, 25_805]);
    expect(listUsableGiB({ volumes, storageGiB: 40_000 })).toEqual([35_600, 35_600]);
  });

  it('is 95 percent of a volume', () => {
    expect(listUsableGiB({ volumes: { count: 1, sizeGiB: 500 } })).toEqual([475, 475]);
    expect(listUsableGiB({ volumes: { count: 2, sizeGiB: 500 } })).toEqual([860, 475]);
  });

  it('counts the HA pairs that have volumes: one for a FlexVol, all for a FlexGroup', () => {
    expect(listUsableGiB({ volumes: { count: 1, sizeGiB: 8000 } }, SECOND)).toEqual([3441, 3441]);
    expect(listUsableGiB({ volumes: { count: 2, sizeGiB: 8000 } }, SECOND)).toEqual([6881, 3441]);
    expect(listUsableGiB({ volumes: { count: 1, sizeGiB: 8000, constituents: 4 } }, SECOND)).toEqual([6881, 6881]);
  });
});

const listProblems = (hosts: number, luns: object, base = SECOND): string[] =>
  checkHostCount({ ...base, luns: { perHost: 4, sizeGiB: 64, ...luns } }, hosts).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('checkHostCount for LUNs', () => {
  it('refuses more than 512 LUNs in the volume of an HA pair', () => {
    expect(listProblems(16, { perHost: 64, sizeGiB: 1 })).toEqual([]);
    expect(listProblems(17, { perHost: 64, sizeGiB: 1 })).toEqual([
      'error TooManyLuns luns: 17 host(s) have 1088 LUNs, 544 in the volume of each of 2 pair(s); a volume ' +
        'holds at most 512. Use fewer LUNs for each host, fewer hosts or more pairs',
    ]);
    // Those for logs count.
    expect(listProblems(16, { perHost: 64, sizeGiB: 1, log: { perHost: 1, sizeGiB: 1 } })).toHaveLength(1);
  });

  it('accepts any number of hosts when the target has no LUNs', () => {
    expect(checkHostCount(CONFIG, 200)).toEqual([]);
  });

  it('counts in a spec only the hosts of roles that mount the target', () => {
    const target = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 8192, throughputMBps: 512 };
    const role = (count: number, more = {}) => ({ count, instanceType: 'c5n.2xlarge', ...more });
    const listLunProblems = (client: number): string[] =>
      readSpecObject(
        lustreSpec({
          targets: { ontap: { ...target, luns: { perHost: 64, sizeGiB: 1 } } },
          fleet: { client: role(client), idle: role(4, { mount: 'none' }) },
        }),
      ).problems.flatMap(({ code, path, message }) =>
        code === 'TooManyLuns' ? [`${path.join('.')}: ${message.slice(0, 12)}`] : [],
      );
    expect(listLunProblems(8)).toEqual([]);
    expect(listLunProblems(9)).toEqual(['targets.ontap.luns: 9 host(s) ha']);
  });
});

it('accepts a LUN of up to 97280 GiB', () => {
  const read = (sizeGiB: number): boolean =>
    ontapSchema.safeParse({ ...CONFIG, luns: { perHost: 1, sizeGiB } }).success;
  expect([97_280, 97_281].map(read)).toEqual([true, false]);
});
