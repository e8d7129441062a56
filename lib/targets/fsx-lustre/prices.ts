/**
 * Amazon FSx for Lustre: storage by deployment type and throughput, metadata IOPS.
 * https://aws.amazon.com/fsx/lustre/pricing/
 */
import type { PriceTable } from '../../shapes/price';

const VIEWER = 'github.com/aws-samples/sample-fsx-viewer pricing_data.json of 2026-02-17';
const VIEWER_AND_SECOND = `${VIEWER}; a second source agrees`;
const VIEWER_AND_LIST = `${VIEWER}; AWS Price List of 2026-07-14 agrees`;

/** Prices of service `fsx-lustre`. */
export const FSX_LUSTRE: readonly PriceTable[] = [
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.SCRATCH_1': 0.14,
      'storage.ssd.PERSISTENT_1.50': 0.14,
      'storage.ssd.PERSISTENT_1.100': 0.19,
      'storage.ssd.PERSISTENT_1.200': 0.29,
      'storage.ssd.PERSISTENT_2.250': 0.21,
      'storage.ssd.PERSISTENT_2.500': 0.34,
      'storage.ssd.PERSISTENT_2.1000': 0.6,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'storage.ssd.SCRATCH_2': 0.14,
      'storage.ssd.PERSISTENT_2.125': 0.145,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'the source files HDD under PERSISTENT_2, on which it does not exist',
    usd: {
      'storage.hdd.PERSISTENT_1.12': 0.025,
      'storage.hdd.PERSISTENT_1.40': 0.083,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'taken for the whole rate with the cache, for each GiB of HDD',
    usd: {
      'storage.hdd_with_ssd_cache.PERSISTENT_1.12': 0.041,
      'storage.hdd_with_ssd_cache.PERSISTENT_1.40': 0.099,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    note: 'free are taken to be those of mode AUTOMATIC for the capacity',
    usd: {
      'metadata_iops_above_automatic_default.PERSISTENT_2': 0.055,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.INTELLIGENT_TIERING': 0.52,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.SCRATCH_1': 0.14,
      'storage.ssd.PERSISTENT_2.125': 0.145,
      'storage.ssd.PERSISTENT_2.250': 0.21,
      'storage.ssd.PERSISTENT_2.500': 0.34,
      'storage.ssd.PERSISTENT_2.1000': 0.6,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'storage.ssd.SCRATCH_2': 0.14,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER_AND_LIST,
    confidence: 'high',
    usd: {
      'storage.ssd.PERSISTENT_1.50': 0.14,
      'storage.ssd.PERSISTENT_1.100': 0.19,
      'storage.ssd.PERSISTENT_1.200': 0.29,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'the source files HDD under PERSISTENT_2, on which it does not exist',
    usd: {
      'storage.hdd.PERSISTENT_1.12': 0.025,
      'storage.hdd.PERSISTENT_1.40': 0.083,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'taken for the whole rate with the cache, for each GiB of HDD',
    usd: {
      'storage.hdd_with_ssd_cache.PERSISTENT_1.12': 0.041,
      'storage.hdd_with_ssd_cache.PERSISTENT_1.40': 0.099,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'free are taken to be those of mode AUTOMATIC for the capacity',
    usd: {
      'metadata_iops_above_automatic_default.PERSISTENT_2': 0.055,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.INTELLIGENT_TIERING': 0.52,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.SCRATCH_1': 0.164,
      'storage.ssd.SCRATCH_2': 0.164,
      'storage.ssd.PERSISTENT_1.50': 0.171,
      'storage.ssd.PERSISTENT_1.100': 0.234,
      'storage.ssd.PERSISTENT_1.200': 0.36,
      'storage.ssd.PERSISTENT_2.125': 0.188,
      'storage.ssd.PERSISTENT_2.250': 0.282,
      'storage.ssd.PERSISTENT_2.500': 0.471,
      'storage.ssd.PERSISTENT_2.1000': 0.848,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'the source files HDD under PERSISTENT_2, on which it does not exist',
    usd: {
      'storage.hdd.PERSISTENT_1.12': 0.027,
      'storage.hdd.PERSISTENT_1.40': 0.089,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'taken for the whole rate with the cache, for each GiB of HDD',
    usd: {
      'storage.hdd_with_ssd_cache.PERSISTENT_1.12': 0.049,
      'storage.hdd_with_ssd_cache.PERSISTENT_1.40': 0.111,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'ap-northeast-1',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    note: 'free are taken to be those of mode AUTOMATIC for the capacity',
    usd: {
      'metadata_iops_above_automatic_default.PERSISTENT_2': 0.069,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'ap-northeast-1',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.INTELLIGENT_TIERING': 0.656,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: "a third party's note on us-east-1, early 2026",
    confidence: 'medium',
    usd: {
      'storage.INTELLIGENT_TIERING.frequent': 0.023,
      'storage.INTELLIGENT_TIERING.infrequent': 0.0125,
      'storage.INTELLIGENT_TIERING.archive_instant': 0.004,
      'ssd_read_cache.INTELLIGENT_TIERING': 0.09,
      'monitoring.INTELLIGENT_TIERING': 0.0006,
      backup: 0.05,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-east-1',
    unit: '1000-requests',
    source: "a third party's note on us-east-1, early 2026",
    confidence: 'medium',
    usd: {
      'requests.read.INTELLIGENT_TIERING': 0.0004,
      'requests.write.INTELLIGENT_TIERING': 0.005,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: 'assumed equal to us-east-1, 2026-11-21',
    confidence: 'medium',
    usd: {
      backup: 0.05,
    },
  },
  {
    service: 'fsx-lustre',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: 'assumed, 2026-11-21: no price was found',
    confidence: 'low',
    usd: {
      backup: 0.05,
    },
  },
];
