import { monthlyPrices } from '../../../lib/pricing/months';
import { bookOf } from '../../../lib/pricing/aws';
import { NO_PRICES } from '../../../lib/pricing/price-book';
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import { CONFIG } from './config';

const MONTH = 730 * 3600;
const usd = (changes: Partial<FsxOpenZfs>, region = 'us-east-1'): number[] =>
  monthlyPrices(fsxOpenZfs.lineItems({ ...CONFIG, ...changes }), MONTH, bookOf(region)).lines.map((line) =>
    Number(line.usd.toFixed(2)),
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
    const [storage] = monthlyPrices(fsxOpenZfs.lineItems(CONFIG), 90, bookOf('us-east-1')).lines;
    expect(storage?.quantity).toBeCloseTo((1000 * 90) / MONTH, 12);
    expect(storage?.unit).toBe('GiB-month');
  });

  it('is not known everywhere', () => {
    expect(monthlyPrices(fsxOpenZfs.lineItems({ ...CONFIG, diskIops: 4000 }), 1, NO_PRICES)).toEqual({
      lines: [],
      unknown: [
        'fsx-openzfs storage.ssd.SINGLE_AZ_2',
        'fsx-openzfs throughput.SINGLE_AZ_2',
        'fsx-openzfs ssd_iops_above_3_per_gib.SINGLE_AZ_2',
      ],
    });
  });
});
