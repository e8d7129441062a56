import { resolveReferences } from '../../../lib/shapes/requests';
import {
  fsxLustre,
  listLustreLineItems,
  listMonthItems,
  listTransferItems,
} from '../../../lib/targets/fsx-lustre/target';
import { PERSISTENT, SCRATCH, HARD_DISK, PERSISTENT_1, SCRATCH_1, TIERED } from './config';
import { priceMonthlyAmounts, priceOneTimeAmounts } from '../../../lib/pricing/months';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { NO_PRICES } from '../../../lib/pricing/price-book';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/config';

const RIG = { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' };
const MADE = { network: { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1' }, fs: { id: 'fs-1' } };

describe('target fsx-lustre', () => {
  it('requires an AWS account, and takes 300 seconds to delete', () => {
    expect(fsxLustre.local).toBe(false);
    expect(fsxLustre.resources.teardownSeconds(SCRATCH)).toBe(300);
  });

  it('resolves all references to created resources in create and change requests', () => {
    const [fs] = fsxLustre.resources.requests(PERSISTENT, RIG).map(({ input }) => resolveReferences(input, MADE));
    expect(fs).toMatchObject({ SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] });
    const made = fsxLustre.change(PERSISTENT, { ...PERSISTENT, storageGiB: 4800 });
    const sent = made.kind === 'inPlace' ? made.requests.map(({ input }) => resolveReferences(input, MADE)) : [];
    expect(sent).toEqual([{ FileSystemId: 'fs-1', StorageCapacity: 4800 }]);
  });

  it('returns the storage size as capacity', () => {
    expect(fsxLustre.performance.capacity?.(SCRATCH)?.bytes).toBe(1200 * 1024 ** 3);
  });
});

const MONTH = 730 * 3600;
const usd = (config: FsxLustre, seconds: number, region = 'us-east-1'): number[] =>
  priceMonthlyAmounts(listMonthItems(config), seconds, buildPriceBook(region)).lines.map((line) => line.usd);

describe('price of a Lustre file system', () => {
  it('charges the provisioned GiB-months of SCRATCH_2', () => {
    const { lines, unknown } = priceMonthlyAmounts(
      listLustreLineItems({ ...SCRATCH, storageGiB: 12_000 }),
      MONTH,
      buildPriceBook('us-east-1'),
    );
    expect(unknown).toEqual([]);
    expect(lines).toEqual([
      {
        item: 'Lustre SCRATCH_2, 12000 GiB',
        of: 'storage',
        quantity: 12_000,
        unit: 'GiB-month',
        usdPerUnit: 0.14,
        usd: expect.closeTo(1680, 6) as number,
        source: expect.stringContaining('2026-02-17') as string,
      },
    ]);
  });

  it('charges storage by the second', () => {
    expect(usd(SCRATCH, 3600)[0]).toBeCloseTo((1200 * 0.14) / 730, 10);
    expect(usd(SCRATCH, 1)[0]).toBeCloseTo((1200 * 0.14) / MONTH, 12);
    expect(usd(SCRATCH, 0)).toEqual([0]);
  });

  it.each([
    [125, 0.145, 0.188],
    [250, 0.21, 0.282],
    [500, 0.34, 0.471],
    [1000, 0.6, 0.848],
  ] as const)('depends on the throughput of PERSISTENT_2: %d MB/s per TiB', (perUnitMBps, virginia, tokyo) => {
    expect(usd({ ...PERSISTENT, perUnitMBps }, MONTH)[0]).toBeCloseTo(2400 * virginia, 6);
    expect(usd({ ...PERSISTENT, perUnitMBps }, MONTH, 'ap-northeast-1')[0]).toBeCloseTo(2400 * tokyo, 6);
  });

  it.each<[FsxLustre, number, number, number]>([
    [SCRATCH_1, 168, 168, 196.8],
    [{ ...PERSISTENT_1, perUnitMBps: 50 }, 336, 336, 410.4],
    [{ ...PERSISTENT_1, perUnitMBps: 100 }, 456, 456, 561.6],
    [{ ...PERSISTENT_1, perUnitMBps: 200 }, 696, 696, 864],
    [{ ...HARD_DISK, driveCache: 'NONE' as const }, 150, 150, 162],
    [HARD_DISK, 246, 246, 294],
    [{ ...HARD_DISK, perUnitMBps: 40 as const, storageGiB: 1800, driveCache: 'NONE' as const }, 149.4, 149.4, 160.2],
    [{ ...HARD_DISK, perUnitMBps: 40 as const, storageGiB: 1800 }, 178.2, 178.2, 199.8],
  ])('charges in three Regions the documented price of a month for %p', (config, virginia, oregon, tokyo) => {
    for (const [region, month] of [
      ['us-east-1', virginia],
      ['us-west-2', oregon],
      ['ap-northeast-1', tokyo],
    ] as const) {
      const found = usd(config, MONTH, region);
      expect(found).toHaveLength(1);
      expect(found[0]).toBeCloseTo(month, 6);
    }
  });

  it('charges throughput, read cache, metadata IOPS and stored data of Intelligent-Tiering', () => {
    // 4000 x 0.52, 20,000 x 0.09, 6000 x 0.055, 10,240 x 0.023, 10,240 x 0.0006
    const month = [2080, 1800, 330, 235.52, 6.144];
    const found = usd(TIERED, MONTH);
    expect(found).toHaveLength(month.length);
    for (const [index, one] of month.entries()) expect(found[index]).toBeCloseTo(one, 6);
    expect(usd({ ...TIERED, readCacheGiB: 'none' as const, storedGiB: 0 }, MONTH)).toHaveLength(2);
    // 1000 x 0.52, and 1500 assumed IOPS x 0.055.
    const smallest = { ...TIERED, throughputMBps: 1000, readCacheGiB: 'none' as const, storedGiB: 0 };
    expect(usd(smallest, MONTH).map((one) => Math.round(100 * one) / 100)).toEqual([520, 82.5]);
    const items = listMonthItems(smallest).map(({ item }) => item);
    expect(items[2]).toBe('Lustre INTELLIGENT_TIERING, 1500 metadata IOPS (assumed)');
    expect(listMonthItems({ ...smallest, metadataIops: 3000 })[2]?.item).not.toContain('assumed');
  });

  it('lists prices of Intelligent-Tiering that are unknown in a Region', () => {
    expect(priceMonthlyAmounts(listMonthItems(TIERED), MONTH, buildPriceBook('ap-northeast-1')).unknown).toEqual([
      'fsx-lustre ssd_read_cache.INTELLIGENT_TIERING',
      'fsx-lustre storage.INTELLIGENT_TIERING.frequent',
      'fsx-lustre monitoring.INTELLIGENT_TIERING',
    ]);
    expect(usd({ ...TIERED, readCacheGiB: 'none' as const, storedGiB: 0 }, MONTH, 'ap-northeast-1')[0]).toBeCloseTo(
      2624,
      6,
    );
  });

  it('charges requests of Intelligent-Tiering per MiB read and written', () => {
    const moved = { read: 10 * 1024 ** 4, written: 1024 ** 4 };
    expect(listTransferItems(SCRATCH, moved)).toEqual([]);
    const { lines } = priceOneTimeAmounts(listTransferItems(TIERED, moved), buildPriceBook('us-east-1'));
    // 10,485,760 reads at 0.0004 a thousand, 1,048,576 writes at 0.005.
    expect(lines.map(({ item, usd: paid }) => [item, Math.round(1e6 * paid) / 1e6])).toEqual([
      ['Lustre INTELLIGENT_TIERING, thousand read requests (simulated)', 4.194304],
      ['Lustre INTELLIGENT_TIERING, thousand write requests (simulated)', 5.24288],
    ]);
  });

  it('charges metadata IOPS above those included with the storage', () => {
    expect(usd({ ...PERSISTENT, metadataIops: 12_000 }, MONTH)[1]).toBeCloseTo(9000 * 0.055, 6);
    for (const metadataIops of ['automatic', 'none', 3000, 1500] as const)
      expect(usd({ ...PERSISTENT, metadataIops }, MONTH)).toHaveLength(1);
  });

  it('lists line items without a price as unknown', () => {
    expect(priceMonthlyAmounts(listLustreLineItems({ ...PERSISTENT, metadataIops: 6000 }), 60, NO_PRICES)).toEqual({
      lines: [],
      unknown: [
        'fsx-lustre storage.ssd.PERSISTENT_2.250',
        'fsx-lustre metadata_iops_above_automatic_default.PERSISTENT_2',
      ],
    });
  });
});
