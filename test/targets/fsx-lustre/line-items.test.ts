import { monthlyPrices } from '../../../lib/pricing/months';
import { bookOf } from '../../../lib/pricing/aws';
import { NO_PRICES } from '../../../lib/pricing/price-book';
import { lineItems } from '../../../lib/targets/fsx-lustre/line-items';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/schema';
import { PERSISTENT, SCRATCH } from './config';

const MONTH = 730 * 3600;
const usd = (config: FsxLustre, seconds: number, region = 'us-east-1'): number[] =>
  monthlyPrices(lineItems(config), seconds, bookOf(region)).lines.map((line) => line.usd);

describe('the price of a Lustre file system', () => {
  it('is that of its storage', () => {
    const { lines, unknown } = monthlyPrices(lineItems({ ...SCRATCH, storageGiB: 12_000 }), MONTH, bookOf('us-east-1'));
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

  it('goes by the second', () => {
    expect(usd(SCRATCH, 3600)[0]).toBeCloseTo((1200 * 0.14) / 730, 10);
    expect(usd(SCRATCH, 1)[0]).toBeCloseTo((1200 * 0.14) / MONTH, 12);
    expect(usd(SCRATCH, 0)).toEqual([0]);
  });

  it.each([
    [125, 0.145, 0.188],
    [250, 0.21, 0.282],
    [500, 0.34, 0.471],
    [1000, 0.6, 0.848],
  ] as const)('goes by the throughput of lasting storage: %d', (perUnitMBps, virginia, tokyo) => {
    expect(usd({ ...PERSISTENT, perUnitMBps }, MONTH)[0]).toBeCloseTo(2400 * virginia, 6);
    expect(usd({ ...PERSISTENT, perUnitMBps }, MONTH, 'ap-northeast-1')[0]).toBeCloseTo(2400 * tokyo, 6);
  });

  it('has metadata operations above those that come with the storage', () => {
    expect(usd({ ...PERSISTENT, metadataIops: 12_000 }, MONTH)[1]).toBeCloseTo(9000 * 0.055, 6);
    for (const metadataIops of ['automatic', 'none', 3000, 1500] as const)
      expect(usd({ ...PERSISTENT, metadataIops }, MONTH)).toHaveLength(1);
  });

  it('is not known everywhere', () => {
    expect(monthlyPrices(lineItems({ ...PERSISTENT, metadataIops: 6000 }), 60, NO_PRICES)).toEqual({
      lines: [],
      unknown: [
        'fsx-lustre storage.ssd.PERSISTENT_2.250',
        'fsx-lustre metadata_iops_above_automatic_default.PERSISTENT_2',
      ],
    });
  });
});
