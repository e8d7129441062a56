import { bookOf } from '../../../lib/pricing/aws';
import { monthlyPrices } from '../../../lib/pricing/months';
import { NO_PRICES } from '../../../lib/pricing/price-book';
import type { FsxOntap } from '../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../lib/targets/fsx-ontap/target';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';

const MONTH = 730 * 3600;
const usd = (config: FsxOntap, region = 'us-east-1'): number[] =>
  monthlyPrices(fsxOntap.lineItems(config), MONTH, bookOf(region)).lines.map((line) => Number(line.usd.toFixed(2)));

describe('the price of an ONTAP file system', () => {
  it('is storage and throughput; three operations for each GiB come with it', () => {
    expect(usd(CONFIG)).toEqual([128, 368.64]);
    expect(usd({ ...CONFIG, diskIops: 3072 })).toEqual([128, 368.64]);
  });

  it('has disk operations above those', () => {
    expect(usd(KAFKA_2GBPS)).toEqual([512, 2457.6, 1151.1]);
    expect(usd(KAFKA_4GBPS)).toEqual([1280, 4915.2, 4917.76]);
  });

  it('has the throughput of all pairs', () => expect(usd(SECOND)).toEqual([1024, 9830.4]));

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
  ] as const)('goes by deployment type and Region: %s in %s', (deploymentType, region, throughput, dollars) => {
    expect(usd({ ...CONFIG, deploymentType, ...throughput, diskIops: 10_000 }, region)).toEqual(dollars);
  });

  it('does not depend on its volumes, which are thin', () => {
    expect(usd({ ...CONFIG, volumes: { count: 6, sizeGiB: 9000, constituents: 8 } })).toEqual(usd(CONFIG));
  });

  it('is said not to be known where it is not', () => {
    expect(monthlyPrices(fsxOntap.lineItems({ ...CONFIG, diskIops: 4000 }), 1, NO_PRICES)).toEqual({
      lines: [],
      unknown: [
        'fsx-ontap storage.ssd.SINGLE_AZ_1',
        'fsx-ontap throughput.SINGLE_AZ_1',
        'fsx-ontap ssd_iops_above_3_per_gib.SINGLE_AZ_1',
      ],
    });
  });
});
